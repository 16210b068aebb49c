"""Registers, bits and commands of the MFRC522, by their data-sheet names (section 9 and 10).

The chip driver and the simulated chip share this page: it holds numbers only.
"""

from __future__ import annotations

from typing import Final

# Page 0: command and status.
COMMAND: Final = 0x01  # CommandReg: starts and stops commands
COM_I_EN: Final = 0x02  # ComIEnReg: which requests reach the IRQ pin
DIV_I_EN: Final = 0x03  # DivIEnReg
COM_IRQ: Final = 0x04  # ComIrqReg: interrupt requests of transmitter, receiver, FIFO and timer
DIV_IRQ: Final = 0x05  # DivIrqReg: interrupt request of the CRC coprocessor
ERROR: Final = 0x06  # ErrorReg: errors of the last command
STATUS1: Final = 0x07  # Status1Reg: CRC, timer and FIFO status
STATUS2: Final = 0x08  # Status2Reg: crypto unit
FIFO_DATA: Final = 0x09  # FIFODataReg: in and out of the 64-byte FIFO
FIFO_LEVEL: Final = 0x0A  # FIFOLevelReg
WATER_LEVEL: Final = 0x0B  # WaterLevelReg
CONTROL: Final = 0x0C  # ControlReg: starts and stops the timer; RxLastBits
BIT_FRAMING: Final = 0x0D  # BitFramingReg: StartSend, RxAlign, TxLastBits
COLL: Final = 0x0E  # CollReg: first collision of a reception

# Page 1: communication.
MODE: Final = 0x11  # ModeReg: among others the CRC preset
TX_MODE: Final = 0x12  # TxModeReg: TxCRCEn
RX_MODE: Final = 0x13  # RxModeReg: RxCRCEn, RxMultiple
TX_CONTROL: Final = 0x14  # TxControlReg: the antenna drivers
TX_ASK: Final = 0x15  # TxASKReg: 100 % modulation
RX_THRESHOLD: Final = 0x18  # RxThresholdReg
DEMOD: Final = 0x19  # DemodReg

# Page 2: configuration.
CRC_RESULT_H: Final = 0x21  # CRCResultReg, high byte
CRC_RESULT_L: Final = 0x22  # CRCResultReg, low byte
MOD_WIDTH: Final = 0x24  # ModWidthReg
RF_CFG: Final = 0x26  # RFCfgReg: receiver gain
T_MODE: Final = 0x2A  # TModeReg: TAuto, high part of the prescaler
T_PRESCALER: Final = 0x2B  # TPrescalerReg, low part
T_RELOAD_H: Final = 0x2C  # TReloadReg, high byte
T_RELOAD_L: Final = 0x2D  # TReloadReg, low byte
T_COUNTER_H: Final = 0x2E  # TCounterValReg, high byte
T_COUNTER_L: Final = 0x2F  # TCounterValReg, low byte

# Page 3: test.
VERSION: Final = 0x37  # VersionReg

READ: Final = 0x80  # bit 7 of an address byte

# Commands, the low nibble of CommandReg (section 10.3).
IDLE: Final = 0x0
MEM: Final = 0x1
GENERATE_RANDOM_ID: Final = 0x2
CALC_CRC: Final = 0x3
TRANSMIT: Final = 0x4
NO_CMD_CHANGE: Final = 0x7
RECEIVE: Final = 0x8
TRANSCEIVE: Final = 0xC
MF_AUTHENT: Final = 0xE
SOFT_RESET: Final = 0xF

# CommandReg
RCV_OFF: Final = 0x20
POWER_DOWN: Final = 0x10

# ComIrqReg
SET1: Final = 0x80
TX_IRQ: Final = 0x40
RX_IRQ: Final = 0x20
IDLE_IRQ: Final = 0x10
HI_ALERT_IRQ: Final = 0x08
LO_ALERT_IRQ: Final = 0x04
ERR_IRQ: Final = 0x02
TIMER_IRQ: Final = 0x01
ALL_IRQS: Final = 0x7F

# DivIrqReg
SET2: Final = 0x80
CRC_IRQ: Final = 0x04

# ErrorReg
WR_ERR: Final = 0x80
TEMP_ERR: Final = 0x40
BUFFER_OVFL: Final = 0x10
COLL_ERR: Final = 0x08
CRC_ERR: Final = 0x04
PARITY_ERR: Final = 0x02
PROTOCOL_ERR: Final = 0x01

# Status1Reg
CRC_OK: Final = 0x40
CRC_READY: Final = 0x20
IRQ: Final = 0x10
T_RUNNING: Final = 0x08
HI_ALERT: Final = 0x02
LO_ALERT: Final = 0x01

# Status2Reg
MF_CRYPTO1_ON: Final = 0x08

# FIFOLevelReg
FLUSH_BUFFER: Final = 0x80
FIFO_SIZE: Final = 64

# ControlReg
T_STOP_NOW: Final = 0x80
T_START_NOW: Final = 0x40

# BitFramingReg
START_SEND: Final = 0x80

# CollReg
VALUES_AFTER_COLL: Final = 0x80
COLL_POS_NOT_VALID: Final = 0x20
COLL_POS: Final = 0x1F

# TxModeReg, RxModeReg
CRC_EN: Final = 0x80

# TxControlReg
TX_RF_EN: Final = 0x03  # Tx2RFEn and Tx1RFEn: the field is on

# TModeReg
T_AUTO: Final = 0x80
T_AUTO_RESTART: Final = 0x10

# Section 8.3.2 and the timer formula of section 8.5
CARRIER_HZ: Final = 13_560_000
