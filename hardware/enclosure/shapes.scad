// Shapes that several parts are made of.
$fn = 48;

module rounded(size, radius) {
  translate([radius, radius, 0]) linear_extrude(size.z) offset(radius)
    square([size.x - 2 * radius, size.y - 2 * radius]);
}

module post(diameter, height) { cylinder(d = diameter, h = height); }

// A row of slits through a plate, for air or sound.
module slits(count, length, pitch, depth) {
  for (n = [0:count - 1]) translate([n * pitch, 0, -1]) cube([2, length, depth + 2]);
}
