"""What runs on the Pi, real or simulated: alone with pins, SPI, threads, files and clocks.

May import `companion` and `web`; neither may import this package.
"""
