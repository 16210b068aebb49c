"""What runs on the Pi, real or simulated: the only place with pins, SPI, threads, files and clocks.

May import `companion` and `web`; neither may import this package.
"""
