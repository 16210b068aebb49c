"""The settings: what config.txt and the kernel's command line take from the board's pins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firmware.board import Board
from firmware.board_uses import Role, pin_uses
from firmware.doctor.host import Host
from firmware.notice_board import Finding

FILES = ("boot/firmware/config.txt", "boot/config.txt")
CONSOLES = ("console=serial0", "console=ttyS0", "console=ttyAMA0")
CONSOLE_PINS, I2C_PINS, SPI1_PINS, I2S_PINS = (14, 15), (2, 3), range(16, 22), range(18, 22)
PWM_PINS = (12, 13, 18, 19)
# Overlays that take pins -> their parameters that say which, with the pin taken without them.
OVERLAY_PINS: Mapping[str, Mapping[str, int]] = {
    "w1-gpio": {"gpiopin": 4},
    "w1-gpio-pullup": {"gpiopin": 4},
    "gpio-ir": {"gpio_pin": 18},
    "gpio-ir-tx": {"gpio_pin": 18},
    "gpio-fan": {"gpiopin": 12},
    "gpio-shutdown": {"gpio_pin": 3},
    "gpio-poweroff": {"gpiopin": 26},
    "dht11": {"gpiopin": 4},
    "pps-gpio": {"gpiopin": 18},
    "pwm": {"pin": 18},
    "pwm-2chan": {"pin": 18, "pin2": 19},
    "i2c-gpio": {"i2c_gpio_sda": 23, "i2c_gpio_scl": 24},
}
RESTART = "and restart the Pi"
REMOVAL = f"Take this line out of config.txt {RESTART}."


@dataclass(frozen=True, slots=True)
class Setting:
    """Holds one line of config.txt, such as `dtoverlay=w1-gpio,gpiopin=5`."""

    key: str
    name: str
    values: Mapping[str, str]

    def __str__(self) -> str:
        values = "".join(f",{key}={value}" for key, value in self.values.items() if key)
        return f"{self.key}={self.name}{values}"


def read(text: str) -> tuple[Setting, ...]:
    """Return the settings that hold for every model; what stands under another filter is left.

    Overlays add up; of a parameter that is set twice the last one counts.
    """
    found: dict[str, Setting] = {}
    is_for_all = True
    for number, row in enumerate(text.splitlines()):
        line = row.partition("#")[0].strip()
        if line.startswith("["):
            is_for_all = line.strip("[]").strip().lower() == "all"
        elif is_for_all and "=" in line:
            for setting in _settings(line):
                is_overlay = setting.key == "dtoverlay"
                place = str(number) if is_overlay else setting.key + setting.name.partition("=")[0]
                found[place if setting.key == "dtparam" or is_overlay else setting.key] = setting
    return tuple(found.values())


def _settings(line: str) -> Iterator[Setting]:
    """Yield what a line sets: `dtparam=spi=on,audio=off` is two parameters, an overlay is one."""
    key, _, rest = line.partition("=")
    key, parts = key.strip(), [part.strip() for part in rest.split(",")]
    if key == "dtparam":
        for part in parts:
            name, _, value = part.partition("=")
            yield Setting(key, f"{name}={value or 'on'}", {})
        return
    pairs = (part.partition("=") for part in parts[1:])
    yield Setting(key, parts[0], {name: value for name, _, value in pairs})


def look_at_settings(host: Host, board: Board) -> tuple[Finding, ...]:
    """Name each setting that takes a pin of the board; says nothing without a config.txt."""
    name, text = next(
        ((name, text) for name in FILES if (text := host.text(name)) is not None), ("", None)
    )
    if text is None:
        return ()
    used = {use.pin: use.part for use in pin_uses(board)}
    found = [
        Finding("config.txt", state_of(setting), f"{setting} {why}.", REMOVAL)
        for setting in read(text)
        if (why := _clash(setting, board, used)) is not None
    ]
    found += _console(host, used)
    if found:
        return tuple(found)
    return (Finding("config.txt", "ok", f"/{name} takes no pin of the board."),)


def state_of(setting: Setting) -> str:
    """Return how bad a clash is: analogue audio is only in the way where a model has some."""
    return "warning" if setting.name == "audio=on" else "error"


def _clash(setting: Setting, board: Board, used: Mapping[int, str]) -> str | None:
    """Return why a setting is in the way, or None."""
    taken = next((pin for pin in _taken(setting, board) if pin in used), None)
    if taken is not None:
        return f"takes pin {taken} from {used[taken]}"
    needed = {reader.device for reader in board.readers}
    lost = {"spi0-0cs": {0, 1}, "spi0-1cs": {1}}.get(setting.name, set())
    if setting.key == "dtoverlay" and needed & lost:
        return "leaves too few chip selects for the readers"
    if setting.name == "spi0-2cs" and {"cs0_pin", "cs1_pin"} & set(setting.values):
        return "moves the readers' chip selects"
    return None


def _taken(setting: Setting, board: Board) -> tuple[int, ...]:
    """Return the pins that a setting takes."""
    whole = str(setting)
    if setting.key == "dtoverlay" and setting.name in OVERLAY_PINS:
        params = OVERLAY_PINS[setting.name]
        chosen = (setting.values.get(name, str(pin)) for name, pin in params.items())
        return tuple(int(pin) for pin in chosen if pin.isdecimal())
    if setting.key == "dtoverlay" and setting.name.startswith("spi1-"):
        return tuple(SPI1_PINS)
    sounder = tuple(use.pin for use in pin_uses(board) if use.role is Role.SOUNDER)
    return {
        "enable_uart=1": CONSOLE_PINS,
        "dtparam=i2c_arm=on": I2C_PINS,
        "dtparam=i2c=on": I2C_PINS,
        "dtparam=i2c1=on": I2C_PINS,
        "dtparam=i2s=on": tuple(I2S_PINS),
        "dtparam=audio=on": tuple(pin for pin in sounder if pin in PWM_PINS),
    }.get(whole, ())


def _console(host: Host, used: Mapping[int, str]) -> list[Finding]:
    words = (host.text("proc/cmdline") or "").split()
    consoles = [word for word in words if word.startswith(CONSOLES)]
    parts = [used[pin] for pin in CONSOLE_PINS if pin in used]
    if not consoles or not parts:
        return []
    text = f"The kernel's console ({consoles[0]}) has the pins of {' and '.join(parts)}."
    cure = f"Turn the serial console off (raspi-config, Interface Options) {RESTART}."
    return [Finding("config.txt", "error", text, cure)]
