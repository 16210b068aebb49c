// Keeps a card where the reader looks; glued on a tray.
include <params.scad>
use <shapes.scad>

size = [reader_tray_size.x, reader_tray_size.y, card_rim];
room = [card_length + 2 * play, card_width + 2 * play];

difference() {
  rounded(size, 5);
  translate([(size.x - room.x) / 2, (size.y - room.y) / 2, -1])
    cube([room.x, room.y, card_rim + 2]);
  // A finger's way under the card.
  translate([size.x / 2, 0, -1]) cylinder(d = 24, h = card_rim + 2);
}
