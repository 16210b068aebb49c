// Keeps two trays so far apart that no reader sees the other's card.
include <params.scad>

// Between the trays; each end goes into a slot. The antennas lie inside the trays, farther still.
translate([0, (shoulder - spacer_width) / 2, 0]) cube([spacer_size.x, spacer_width, spacer_thickness]);
translate([spacer_tab, 0, 0]) cube([reader_antenna_gap, shoulder, spacer_thickness]);

shoulder = spacer_size.y;
