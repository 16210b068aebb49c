// The bell's base: the bell stands in its rim, a lever switch below the plunger's end.
include <params.scad>
use <shapes.scad>

outer = bell_diameter + 2 * (wall + play);
deck = bell_height - 4; // what the bell stands on

module switch_pocket() {
  // Long enough to move the switch until the plunger just closes it.
  translate([-bell_switch_length / 2 - 3, -bell_switch_width / 2 - play, floor_])
    cube([bell_switch_length + 6, bell_switch_width + 2 * play, bell_height]);
  translate([-18, 4, floor_]) cube([36, 16, bell_height]);
}

module switch_screws() {
  for (side = [-1, 1]) hull() for (shift = [-2, 2])
    translate([side * bell_switch_hole_pitch / 2 + shift, 0, floor_ + bell_switch_height / 2])
      rotate([90, 0, 0]) cylinder(d = bell_switch_hole, h = 16);
}

difference() {
  cylinder(d = outer, h = bell_height, $fn = 120);
  translate([0, 0, deck]) cylinder(d = bell_diameter + 2 * play, h = bell_height, $fn = 120);
  switch_pocket();
  switch_screws();
  // The screwdriver's and the cable's way.
  translate([-9, -24, floor_]) cube([18, 14, bell_height]);
  translate([0, 12, floor_ + cable_hole / 2]) rotate([-90, 0, 0]) cylinder(d = cable_hole, h = outer);
  // Screws down to a board, so that nobody pulls it off the table.
  for (angle = [30, 150, 210, 330]) rotate(angle) translate([bell_diameter / 2 - 8, 0, -1])
    cylinder(d = 3.4, h = bell_height);
}
