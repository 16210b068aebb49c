#!/bin/sh
# Waits for an address, HOTSPOT_WAIT seconds at most, so that the board shows it; begins the
# hotspot if HOTSPOT is `always`, or if it is `auto` and no address has come.
set -eu

connection=ringmaster-hotspot
left=${HOTSPOT_WAIT:-20}

has_address() {
  [ -n "$(ip -4 -brief address show up scope global)" ]
}

begin_hotspot() {
  command -v nmcli >/dev/null || {
    echo "The kit's own WiFi needs NetworkManager, which is not installed."
    exit 0
  }
  echo "The kit opens its own WiFi."
  nmcli --wait 30 connection up "$connection"
}

case "${HOTSPOT:-off}" in
  always)
    begin_hotspot
    exit
    ;;
  auto | off) ;;
  *)
    echo "HOTSPOT is $HOTSPOT; it may be off, auto or always" >&2
    exit 2
    ;;
esac

while ! has_address; do
  if [ "$left" -le 0 ]; then
    echo "No network has been found."
    [ "${HOTSPOT:-off}" = off ] || begin_hotspot
    exit
  fi
  left=$((left - 1))
  sleep 1
done
