// The box: the Pi at its right end, sockets outwards, and the junction board beside it.
include <params.scad>
use <shapes.scad>

inner = [junction_length + pi_length + 3 * gap, junction_width + 2 * gap];
height = floor_ + pi_standoff + 1.6 + pi_height + gap;
pi_at = [wall + inner.x - pi_length - play, wall + gap];
board_z = floor_ + pi_standoff;

module standoffs() {
  for (x = [0, pi_hole_pitch_x], y = [0, pi_zero_hole_pitch_y, pi_hole_pitch_y])
    translate([pi_at.x + pi_hole_inset + x, pi_at.y + pi_hole_inset + y, 0]) post(6, board_z);
}

module screw_holes() {
  for (x = [0, pi_hole_pitch_x], y = [0, pi_zero_hole_pitch_y, pi_hole_pitch_y])
    translate([pi_at.x + pi_hole_inset + x, pi_at.y + pi_hole_inset + y, floor_])
      cylinder(d = pi_hole, h = height);
}

// Two rails with a groove: the perforated board slides in, whatever its holes are.
module rails() {
  for (y = [wall + gap - 3, wall + gap + junction_width - 1])
    translate([wall, y, 0]) difference() {
      cube([junction_length, 4, board_z + 4]);
      translate([-1, y < inner.y / 2 ? 2.4 : -0.4, board_z]) cube([junction_length + 2, 2, 2]);
    }
}

module sockets() {
  // Power and pictures in front, USB and network at the right.
  translate([pi_at.x + 3, -1, board_z]) cube([pi_length - 25, wall + 2, 11]);
  translate([wall + inner.x - 1, pi_at.y + 1, board_z]) cube([wall + 2, pi_width - 2, pi_height]);
}

// A hole for each cable at the back, and a slot for each reader's ribbon below them.
module cables() {
  step = inner.x / (cable_count + 1);
  for (n = [1:cable_count])
    translate([wall + n * step, inner.y + wall - 1, height - 9]) rotate([-90, 0, 0])
      cylinder(d = cable_hole, h = wall + 2);
  if (ribbon_count > 0)
    for (n = [1:ribbon_count])
      translate([
        wall + n * inner.x / (ribbon_count + 1) - cable_ribbon / 2, inner.y + wall - 1, height - 20
      ])
        cube([cable_ribbon, wall + 2, cable_ribbon_height]);
}

module box() {
  difference() {
    union() {
      difference() {
        rounded([inner.x + 2 * wall, inner.y + 2 * wall, height], 4);
        translate([wall, wall, floor_]) rounded([inner.x, inner.y, height], 2);
      }
      standoffs();
      rails();
    }
    screw_holes();
    sockets();
    cables();
  }
}

box();
