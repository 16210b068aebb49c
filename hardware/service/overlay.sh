#!/usr/bin/env bash
# Keeps the card's system as it is: what is written goes to memory and is gone with the power, so
# that a pulled plug harms nothing. Games and decks stay on the data partition (card.sh).
set -euo pipefail

readonly STATE=/var/lib/ringmaster
readonly LOGS=/etc/systemd/journald.conf.d/60-ringmaster.conf
BOOT="${BOOT:-/boot/firmware}"
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
readonly BOOT HERE

usage() { echo "usage: overlay.sh on [--volatile] | off | status" >&2; }
fail() {
  echo "ringmaster: $*" >&2
  exit 1
}

is_on() { [[ "$(findmnt --noheadings --output FSTYPE /)" == overlay ]]; }
is_wanted() { grep --quiet 'overlayroot=' "$BOOT/cmdline.txt"; }
has_data_partition() { mountpoint --quiet "$STATE"; }

check() {
  ((EUID == 0)) || fail "has to run as root: sudo $0 $*"
  [[ -f "$BOOT/cmdline.txt" ]] || fail "there is no $BOOT/cmdline.txt: this is no Raspberry Pi OS"
  command -v raspi-config >/dev/null || fail "raspi-config is not installed; it makes the overlay"
}

turn_on() {
  check on
  has_data_partition || [[ "${1:-}" == --volatile ]] ||
    fail "$STATE is no partition of its own: games and decks would be gone with the power." \
      "Prepare the card with card.sh, or say --volatile if that is meant."
  raspi-config nonint enable_overlayfs
  # Without recurse=0 the data partition would be put into memory too.
  sed --in-place --regexp-extended 's/overlayroot=tmpfs(:[^ ]*)?/overlayroot=tmpfs:recurse=0/' \
    "$BOOT/cmdline.txt"
  is_wanted || fail "raspi-config has not put the overlay into $BOOT/cmdline.txt"
  # Logs in memory are few by themselves; they must not be many.
  install -D --mode=644 "$HERE/journald.conf" "$LOGS"
  echo "The overlay is on from the next start: sudo reboot"
}

turn_off() {
  check off
  raspi-config nonint disable_overlayfs
  ! is_on || echo "What is written until then is still gone."
  rm -f "$LOGS"
  echo "The overlay is off from the next start: sudo reboot"
}

status() {
  echo "now: $(is_on && echo on || echo off)"
  echo "after the next start: $(is_wanted && echo on || echo off)"
  echo "games and decks: $(has_data_partition && echo "on their own partition" || echo "with the system")"
}

case "${1:-}" in
  on) turn_on "${2:-}" ;;
  off) turn_off ;;
  status) status ;;
  *)
    usage
    exit 2
    ;;
esac
