// A reader's tray: the module hangs below a thin window, and below that is a room in which nothing
// conducts. Printed upside down, so that the window is the first layers on the bed; the card's
// frame is a part of its own, glued on top.
include <params.scad>
use <shapes.scad>

size = reader_tray_size;
middle = [size.x / 2, size.y / 2];
module_x = reader_length + 2 * play;
module_y = reader_width + 2 * play;

// What holds the module against the window, at its two long sides; they bend to snap it in.
module clips() {
  for (side = [-1, 1]) translate([middle.x - 6, middle.y + side * (module_y / 2 + 1) - 1, 0]) {
    cube([12, 2, reader_window + reader_height + 2.4]);
    translate([0, -side * 0.8, reader_window + reader_height]) cube([12, 2, 2.4]);
  }
}

difference() {
  union() {
    difference() {
      rounded(size, 5);
      translate([wall, wall, floor_]) rounded([size.x - 2 * wall, size.y - 2 * wall, size.z], 3);
      // Thin over the whole module, whichever of its ends the antenna is at.
      translate([middle.x - module_x / 2, middle.y - module_y / 2 - 2, reader_window])
        cube([module_x, module_y + 4, size.z]);
    }
    clips();
  }
  // The ribbon's way out, and a slot for the spacer on either side.
  translate([middle.x - cable_ribbon / 2, size.y - wall - 1, size.z - cable_ribbon_height])
    cube([cable_ribbon, wall + 2, cable_ribbon_height + 1]);
  for (x = [-1, size.x - wall - 1])
    translate([x, middle.y - (spacer_width + play) / 2, size.z - 8 - spacer_thickness])
      cube([wall + 2, spacer_width + play, spacer_thickness + play]);
}
