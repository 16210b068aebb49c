#!/usr/bin/env bash
# Makes a card with Raspberry Pi OS install the kit by itself at its first start, and gives it a
# small partition for games and decks. Run it on another Linux machine, after Raspberry Pi Imager
# has written the card (with a user, a network and its country set there) and before the first
# start. It takes an image file as well.
set -euo pipefail

HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
SOURCE="$(cd "$HERE/../.." && pwd)"
readonly HERE SOURCE
readonly SECTOR=512 MIB=$((1024 * 1024)) LABEL=ringmaster LEAST_FREE_MIB=1500

usage() {
  cat <<'END'
usage: card.sh [--data MIB] [--options "INSTALL OPTIONS"] [--yes] DEVICE|IMAGE

  --data     size of the partition for games and decks in MiB (default 256, 0 for none)
  --options  given to install.sh at the first start, such as "--hotspot always"
  --yes      do not ask
END
}

fail() {
  echo "ringmaster: $*" >&2
  exit 1
}
say() { echo "ringmaster: $*"; }

# Whatever happens, nothing stays mounted.
cleanups=()
cleanup() {
  local at
  for ((at = ${#cleanups[@]} - 1; at >= 0; at--)); do ${cleanups[at]} || true; done
}
trap cleanup EXIT

check_card() {
  ((EUID == 0)) || fail "has to run as root: sudo $0 ..."
  local tool
  for tool in sfdisk e2fsck resize2fs mkfs.ext4 losetup lsblk python3 tar; do
    command -v "$tool" >/dev/null || fail "$tool is missing: apt install fdisk e2fsprogs mount python3"
  done
  [[ -b "$CARD" || -f "$CARD" ]] || fail "$CARD is neither a card nor an image"
  if [[ -b "$CARD" ]]; then
    [[ "$(lsblk --noheadings --output TYPE --nodeps "$CARD")" == disk ]] ||
      fail "$CARD is a partition; the whole card is wanted, such as /dev/sdb"
    ! lsblk --noheadings --output MOUNTPOINTS "$CARD" | grep --quiet . ||
      fail "$CARD is in use: unmount it first (and be sure that it is the card)"
  fi
  sfdisk --json "$CARD" >/dev/null 2>&1 ||
    fail "$CARD has no partitions: write Raspberry Pi OS to it first; an image that ends in .xz is unpacked before"
  [[ -n "$(of 1 type)" && -n "$(of 2 type)" ]] || fail "$CARD has not the two partitions of Raspberry Pi OS"
  [[ -z "$(of 3 type)" ]] || fail "$CARD has a third partition already: write it anew first"
}

# One value of a partition: start or size in sectors, or its type; nothing if it is not there.
of() {
  sfdisk --json "$CARD" | python3 -c '
import json, sys
parts = json.load(sys.stdin)["partitiontable"]["partitions"]
number, key = int(sys.argv[1]), sys.argv[2]
print(parts[number - 1][key] if number <= len(parts) else "")' "$1" "$2"
}

card_bytes() { if [[ -b "$CARD" ]]; then blockdev --getsize64 "$CARD"; else stat --format=%s "$CARD"; fi; }

ask() {
  ((YES)) && return
  [[ ! -b "$CARD" ]] || lsblk --output NAME,SIZE,MODEL,LABEL "$CARD"
  read -r -p "This changes $CARD. Type its name to go on: " answer
  [[ "$answer" == "$CARD" ]] || fail "nothing was changed"
}

# A partition as a device of its own, whatever this machine calls it; leaves it in `device`.
open_partition() {
  device="$(losetup --find --show --offset $(($(of "$1" start) * SECTOR)) \
    --sizelimit $(($(of "$1" size) * SECTOR)) "$CARD")"
  cleanups+=("losetup --detach $device")
}

split() {
  local start end grown
  start="$(of 2 start)"
  # Whole MiB, as the card's own parts are.
  end=$((($(card_bytes) / MIB - DATA_MIB) * (MIB / SECTOR)))
  grown=$((end - start))
  ((grown >= $(of 2 size))) || fail "$CARD is too small for $DATA_MIB MiB more"
  say "gives the system $((grown / (MIB / SECTOR))) MiB and games and decks $DATA_MIB MiB"
  echo ", $grown" | sfdisk --quiet --no-reread --no-tell-kernel -N 2 "$CARD"
  echo "$end, , L" | sfdisk --quiet --no-reread --no-tell-kernel --append "$CARD"
  open_partition 2
  e2fsck -f -p "$device" >/dev/null || (($? < 4)) || fail "the system's partition is damaged"
  resize2fs "$device" >/dev/null 2>&1
  open_partition 3
  mkfs.ext4 -q -L "$LABEL" "$device"
}

mount_partition() {
  open_partition "$1"
  mkdir -p "$2"
  mount "$device" "$2"
  cleanups+=("umount $2")
}

copy_source() {
  local into="$1/opt/ringmaster/source"
  rm -rf "$into"
  mkdir -p "$into"
  tar --create --directory "$SOURCE" --exclude-vcs --exclude='./.*' --exclude=__pycache__ \
    --exclude=./tests . | tar --extract --no-same-owner --directory "$into"
}

prepare() {
  local system boot units
  mounts="$(mktemp --directory)"
  cleanups+=("rmdir $mounts/system $mounts/boot $mounts")
  system="$mounts/system" boot="$mounts/boot"
  mount_partition 2 "$system"
  mount_partition 1 "$boot"
  [[ -f "$system/etc/os-release" ]] || fail "$CARD holds no system"
  (($(stat --file-system --format='%a * %S / 1048576' "$system") >= LEAST_FREE_MIB)) || ((YES)) ||
    fail "the system has less than $LEAST_FREE_MIB MiB free"
  copy_source "$system"
  units="$system/etc/systemd/system"
  install -D --mode=644 "$HERE/ringmaster-first-boot.service" "$units/ringmaster-first-boot.service"
  mkdir -p "$units/multi-user.target.wants" "$system/etc/ringmaster"
  ln -sf ../ringmaster-first-boot.service "$units/multi-user.target.wants/ringmaster-first-boot.service"
  printf 'INSTALL_OPTIONS=%s\n' "$OPTIONS" >"$system/etc/ringmaster/first-boot.conf"
  # The system would try to grow over the new partition.
  ((DATA_MIB == 0)) || sed --in-place --regexp-extended 's/(^| )resize( |$)/\1\2/; s/  +/ /g' "$boot/cmdline.txt"
}

DATA_MIB=256 OPTIONS="" YES=0 CARD=""
while (($#)); do
  case "$1" in
    --data)
      DATA_MIB="${2:-}"
      [[ "$DATA_MIB" =~ ^[0-9]{1,5}$ ]] || fail "--data wants a number of MiB"
      shift
      ;;
    --options)
      OPTIONS="${2?--options wants the options of install.sh}"
      shift
      ;;
    --yes) YES=1 ;;
    -h | --help)
      usage
      exit
      ;;
    -*)
      usage >&2
      exit 2
      ;;
    *) CARD="$1" ;;
  esac
  shift
done
[[ -n "$CARD" ]] || {
  usage >&2
  exit 2
}

check_card
ask
((DATA_MIB == 0)) || split
prepare
say "$CARD is ready: the kit installs itself at the first start, for which the Pi needs a network"
