// A seat as it stands on the table: the hood on the pad. Only to be looked at.
include <params.scad>
use <seat_pad.scad>
use <seat_hood.scad>

translate([seat_pad_size.x, 0, 0]) rotate([0, 180, 0]) seat_pad();
translate([9 - hood_tongue / 2, 5, 0]) seat_hood();
