// A seat's pad: LEFT, RIGHT and the light behind the hood, where everybody sees it.
include <params.scad>
use <shapes.scad>

size = seat_pad_size;
middle = size.x / 2;
buttons_y = 38;

module hole(x, y, diameter) { translate([x, y, -1]) cylinder(d = diameter, h = floor_ + 2); }

// Printed upside down: the top lies on the bed.
module seat_pad() {
  difference() {
    rounded(size, 5);
    translate([wall, wall, floor_]) rounded([size.x - 2 * wall, size.y - 2 * wall, size.z], 3);
    for (side = [-1, 1]) hole(middle + side * button_pitch / 2, buttons_y, button_hole);
    if (has_own_bells) hole(middle, size.y - 14.5, button_hole);
    hole(middle + (has_own_bells ? 24 : 0), size.y - 9, light_hole);
    // The hood's four tongues.
    for (x = [9, size.x - 9], y = [16, 60])
      translate([x - hood_tongue / 2 - play / 2, y - 5 - play / 2, -1])
        cube([hood_tongue + play, 10 + play, floor_ + 2]);
    translate([middle, size.y - wall - 1, size.z - 8]) rotate([-90, 0, 0]) cylinder(d = cable_hole, h = wall + 2);
  }
}

seat_pad();
