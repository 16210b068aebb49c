// The box's lid: air for the Pi, and the sounder's place under a grille. Printed upside down.
include <params.scad>
use <shapes.scad>

inner = [junction_length + pi_length + 3 * gap, junction_width + 2 * gap];
lip = 4;
at = [wall + gap + sounder_diameter, wall + inner.y / 2];

module frame() {
  translate([wall + play, wall + play, floor_]) difference() {
    rounded([inner.x - 2 * play, inner.y - 2 * play, lip], 2);
    translate([wall, wall, -1]) rounded([inner.x - 2 * (wall + play), inner.y - 2 * (wall + play), lip + 2], 1);
  }
}

module sounder_seat() {
  translate([at.x, at.y, 0]) difference() {
    cylinder(d = sounder_diameter + 2 * play + 2 * wall, h = floor_ + 5);
    translate([0, 0, floor_]) cylinder(d = sounder_diameter + 2 * play, h = 6);
  }
}

module grille() {
  for (angle = [0:60:300]) translate([at.x, at.y, -1]) rotate(angle) translate([6, 0, 0])
    cylinder(d = 3, h = floor_ + 2);
  translate([at.x, at.y, -1]) cylinder(d = 3, h = floor_ + 2);
}

module lid() {
  difference() {
    union() {
      rounded([inner.x + 2 * wall, inner.y + 2 * wall, floor_], 4);
      frame();
      if (has_sounder) sounder_seat();
    }
    if (has_sounder) grille();
    translate([wall + inner.x - pi_length + 8, wall + 20, 0]) slits(9, inner.y - 40, 8, floor_);
  }
}

lid();
