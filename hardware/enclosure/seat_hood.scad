// The hood over a seat's two buttons: nobody but the player's own hand knows which one is held.
// Printed on its back; open in front and below.
include <params.scad>
use <shapes.scad>

size = [seat_pad_size.x - 18 + hood_tongue, 62, hood_height];

module tongues() {
  for (x = [0, size.x - hood_tongue], y = [11, 55])
    translate([x, y - 5, -floor_]) cube([hood_tongue, 10, floor_ + 1]);
}

// Stands as it is used, so that its tongues and the pad's slots have the same numbers.
module seat_hood() {
  union() {
    translate([0, 5, 0]) difference() {
      cube([size.x, size.y - 5, size.z]);
      translate([hood_tongue, -1, -1]) cube([size.x - 2 * hood_tongue, size.y - 5 - wall + 1, size.z - wall + 1]);
    }
    tongues();
  }
}

seat_hood();
