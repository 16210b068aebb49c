#!/usr/bin/env bash
# Installs the kit as a service that starts with the Pi; run as root from a copy of the repository.
# A second run brings everything up to date and changes nothing else. See README.md beside this.
set -euo pipefail

readonly VENV=/opt/ringmaster/venv SCRIPTS=/opt/ringmaster/service
readonly SETTINGS=/etc/ringmaster STATE=/var/lib/ringmaster
readonly UNITS=/etc/systemd/system
readonly HOTSPOT_FILE=/etc/NetworkManager/system-connections/ringmaster-hotspot.nmconnection
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
SOURCE="$(cd "$HERE/../.." && pwd)"
readonly HERE SOURCE

# What is copied, and where to.
readonly FILES=(
  "ringmaster.service $UNITS/ringmaster.service"
  "ringmaster.socket $UNITS/ringmaster.socket"
  "ringmaster-off.path $UNITS/ringmaster-off.path"
  "ringmaster-off.service $UNITS/ringmaster-off.service"
  "ringmaster-network.service $UNITS/ringmaster-network.service"
  "sysusers.conf /etc/sysusers.d/ringmaster.conf"
  "tmpfiles.conf /etc/tmpfiles.d/ringmaster.conf"
  "avahi.xml /etc/avahi/services/ringmaster.service"
  "watchdog.conf /etc/systemd/system.conf.d/60-ringmaster.conf"
  "README.md /usr/local/share/doc/ringmaster/README.md"
)
readonly RULES=/etc/udev/rules.d/60-ringmaster.rules
readonly MOUNT=var-lib-ringmaster.mount
readonly COMMAND=/usr/local/bin/ringmaster

usage() {
  cat <<'END'
usage: install.sh [--board NAME|FILE] [--hotspot off|auto|always] [--no-start]
       install.sh --uninstall [--purge]

  --board      a board that comes with the program (default: standard), or your own file
  --hotspot    the kit's own WiFi: never, where no network is found (default), or always
  --no-start   install only; the kit starts with the next start of the Pi
  --uninstall  take everything away again, but keep games, decks and settings
  --purge      take those away too
END
}

say() { echo "ringmaster: $*"; }
fail() {
  echo "ringmaster: $*" >&2
  exit 1
}

# The machine

is_installed() {
  [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}
is_in_the_archive() {
  [[ "$(apt-cache policy "$1" 2>/dev/null)" == *"Candidate: "[!\(]* ]]
}
is_running_systemd() { [[ -d /run/systemd/system ]]; }
is_a_pi() { grep --quiet --text '^Raspberry Pi' /proc/device-tree/model 2>/dev/null; }

check_machine() {
  ((EUID == 0)) || fail "has to run as root: sudo $0"
  # shellcheck source=/dev/null
  source /etc/os-release
  case "${VERSION_CODENAME:-}" in
    bookworm | trixie) ;;
    *) fail "needs Debian or Raspberry Pi OS Bookworm or Trixie; this is ${PRETTY_NAME:-unknown}" ;;
  esac
  case "$(uname -m)" in
    armv6l) fail "this Pi's processor is too old (ARMv6): lgpio is not made for it; use a Zero 2 W or later" ;;
    armv7l | aarch64 | x86_64) ;;
    *) fail "does not know the processor $(uname -m); armv7l, aarch64 and x86_64 will do" ;;
  esac
  is_a_pi || say "this is no Raspberry Pi: everything is installed, but there are no pins"
}

# The program

install_packages() {
  local wanted=(python3-venv avahi-daemon iproute2) missing=() package
  [[ "$HOTSPOT" == off ]] || wanted+=(dnsmasq-base)
  if ! is_installed python3-spidev || ! is_installed python3-lgpio; then
    apt-get update --quiet=2
  fi
  for package in python3-spidev python3-lgpio; do
    # Raspberry Pi OS has python3-lgpio, Debian itself has not.
    if is_in_the_archive "$package"; then wanted+=("$package"); fi
  done
  for package in "${wanted[@]}"; do
    is_installed "$package" || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  say "installs ${missing[*]}"
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends \
    "${missing[@]}" >/dev/null
}

install_program() {
  [[ -x "$VENV/bin/pip" ]] || python3 -m venv --system-site-packages "$VENV"
  say "installs the program into $VENV"
  # The distribution's lgpio where there is one: no wheel for Python 3.13 exists.
  is_installed python3-lgpio || pip_install "${SOURCE}[pi]" || true
  pip_install "$SOURCE" || fail "pip could not install the program; is there a network?"
  has_lgpio || say "lgpio cannot be had for this system, so there are no pins: use Raspberry Pi OS"
  install -D --mode=755 "$HERE/network.sh" "$SCRIPTS/network.sh"
}

pip_install() { "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check "$1"; }

has_lgpio() {
  "$VENV/bin/python" -c 'from importlib.util import find_spec; exit(not find_spec("lgpio"))'
}

# As the kit's own user, so that journal, decks and doctor find what the kit keeps, and with the
# board of its settings. A bundle wants the log as well, which the running kit may not read.
install_command() {
  install -D --mode=755 /dev/stdin "$COMMAND" <<END
#!/bin/sh
if [ "\$(id -u)" -eq 0 ]; then
  board="\$(sed -n 's|^RINGMASTER_BOARD=||p' $SETTINGS/kit.conf 2>/dev/null)"
  exec runuser -u ringmaster -G ringmaster -G gpio -G spi -G systemd-journal -- env \\
    XDG_STATE_HOME=/var/lib LG_WD=/run/ringmaster RINGMASTER_BOARD="\${board:-standard}" \\
    $VENV/bin/ringmaster "\$@"
fi
exec $VENV/bin/ringmaster "\$@"
END
}

# The system

install_files() {
  local line
  for line in "${FILES[@]}"; do
    install -D --mode=644 "$HERE/${line% *}" "${line#* }"
  done
  if grep --quiet --recursive --exclude="${RULES##*/}" 'GROUP="gpio"' \
    /etc/udev/rules.d /usr/lib/udev/rules.d 2>/dev/null; then
    rm -f "$RULES"
  else
    install -D --mode=644 "$HERE/udev.rules" "$RULES"
  fi
  if [[ -e /dev/disk/by-label/ringmaster ]]; then
    install -D --mode=644 "$HERE/$MOUNT" "$UNITS/$MOUNT"
  fi
}

check_board() {
  local board="${BOARD:-$(setting RINGMASTER_BOARD)}"
  "$VENV/bin/ringmaster" board check "${board:-standard}" || fail "this board cannot work"
}

install_settings() {
  [[ -e "$SETTINGS/kit.conf" ]] || install -D --mode=644 "$HERE/kit.conf" "$SETTINGS/kit.conf"
  if [[ "$BOARD" == *.toml ]]; then
    [[ "$BOARD" -ef "$SETTINGS/board.toml" ]] || install -D --mode=644 "$BOARD" "$SETTINGS/board.toml"
    BOARD="$SETTINGS/board.toml"
  fi
  [[ -z "$BOARD" ]] || set_to RINGMASTER_BOARD "$BOARD"
  [[ -z "$ASKED_HOTSPOT" ]] || set_to HOTSPOT "$ASKED_HOTSPOT"
}

set_to() { sed --in-place "s|^$1=.*|$1=$2|" "$SETTINGS/kit.conf"; }
setting() { sed --quiet "s|^$1=||p" "$SETTINGS/kit.conf" 2>/dev/null || true; }

install_hotspot() {
  [[ "$HOTSPOT" != off ]] || return 0
  if [[ ! -e "$HOTSPOT_FILE" ]]; then
    local password
    # Without letters and digits that look alike: people type it from a card.
    password="$(LC_ALL=C tr --delete --complement 'a-hjkmnp-z2-9' </dev/urandom | head --bytes=12 || true)"
    install -D --mode=600 /dev/stdin "$HOTSPOT_FILE" <<END
[connection]
id=ringmaster-hotspot
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
ssid=Ringmaster

[wifi-security]
key-mgmt=wpa-psk
psk=$password

[ipv4]
method=shared
address1=10.42.0.1/24

[ipv6]
method=disabled
END
  fi
  if is_running_systemd && command -v nmcli >/dev/null; then nmcli connection reload || true; fi
  say "the hotspot is called Ringmaster, its password $(sed --quiet 's|^psk=||p' "$HOTSPOT_FILE")"
}

boot_config() {
  local folder
  for folder in /boot/firmware /boot; do
    if [[ -f "$folder/config.txt" ]]; then
      "$VENV/bin/python" -m firmware.boot_config "$@" "$folder/config.txt"
      return
    fi
  done
  echo absent
}

enable_units() {
  systemd-sysusers ringmaster.conf
  systemd-tmpfiles --create ringmaster.conf
  systemctl enable --quiet ringmaster.service
  if [[ -e "$UNITS/$MOUNT" ]]; then systemctl enable --quiet "$MOUNT"; fi
  if is_running_systemd; then
    systemctl daemon-reload
    udevadm control --reload 2>/dev/null && udevadm trigger --subsystem-match=gpio --subsystem-match=spidev
    systemctl try-reload-or-restart avahi-daemon.service || true
  fi
}

start() {
  if [[ "$CHANGED" == changed ]]; then
    say "config.txt has new lines: start the Pi anew (sudo reboot), the kit starts with it"
  elif ((NO_START)) || ! is_running_systemd; then
    say "the kit starts with the next start of the machine"
  elif is_a_pi; then
    systemctl restart ringmaster.socket ringmaster-off.path ringmaster.service
    say "the kit runs; the host's PIN is in: journalctl -u ringmaster"
  else
    say "to try it here: RINGMASTER_OPTIONS=--mock in $SETTINGS/kit.conf, then systemctl start ringmaster"
  fi
}

install_all() {
  check_machine
  install_packages
  install_program
  check_board
  install_command
  install_settings
  install_files
  install_hotspot
  CHANGED="$(boot_config --board "$(setting RINGMASTER_BOARD)")"
  say "config.txt: $CHANGED"
  enable_units
  start
}

uninstall() {
  ((EUID == 0)) || fail "has to run as root: sudo $0 --uninstall"
  # The socket first: a phone would start the kit again.
  local line units=(ringmaster.socket ringmaster.service ringmaster-off.path
    ringmaster-network.service)
  if is_running_systemd; then systemctl stop "${units[@]}" 2>/dev/null || true; fi
  systemctl disable --quiet "${units[@]}" 2>/dev/null || true
  if [[ -x "$VENV/bin/python" ]]; then say "config.txt: $(boot_config --remove)"; fi
  for line in "${FILES[@]}"; do rm -f "${line#* }"; done
  rm -f "$RULES" "$COMMAND"
  rm -rf "$VENV" "$SCRIPTS" /run/ringmaster /usr/local/share/doc/ringmaster
  rmdir --ignore-fail-on-non-empty /etc/systemd/system.conf.d /opt/ringmaster 2>/dev/null || true
  if ((PURGE)); then
    find "$STATE" -mindepth 1 -delete 2>/dev/null || true # on a data partition, too
    rm -rf "$SETTINGS" "$HOTSPOT_FILE" /opt/ringmaster
    if id ringmaster >/dev/null 2>&1; then userdel ringmaster; fi
    say "is gone, with games, decks and settings"
  else
    say "is gone; games and decks stay in $STATE, settings in $SETTINGS (--purge takes them away)"
  fi
  disable_mount
  if ((PURGE)); then rmdir --ignore-fail-on-non-empty "$STATE" 2>/dev/null || true; fi
  if is_running_systemd; then systemctl daemon-reload; fi
}

disable_mount() {
  [[ -e "$UNITS/$MOUNT" ]] || return 0
  if is_running_systemd; then systemctl stop "$MOUNT" || true; fi
  systemctl disable --quiet "$MOUNT" 2>/dev/null || true
  rm -f "$UNITS/$MOUNT"
}

BOARD="" ASKED_HOTSPOT="" NO_START=0 UNINSTALL=0 PURGE=0 CHANGED=""
while (($#)); do
  case "$1" in
    --board)
      BOARD="${2:?--board wants a name or a file}"
      shift
      ;;
    --hotspot)
      ASKED_HOTSPOT="${2:-}"
      [[ "$ASKED_HOTSPOT" =~ ^(off|auto|always)$ ]] || fail "--hotspot may be off, auto or always"
      shift
      ;;
    --no-start) NO_START=1 ;;
    --uninstall) UNINSTALL=1 ;;
    --purge) PURGE=1 ;;
    -h | --help)
      usage
      exit
      ;;
    *)
      usage >&2
      exit 2
      ;;
  esac
  shift
done
HOTSPOT="${ASKED_HOTSPOT:-$(setting HOTSPOT)}"
HOTSPOT="${HOTSPOT:-auto}"

if ((UNINSTALL)); then uninstall; else install_all; fi
