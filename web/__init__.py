"""The Flask rim: the public board, seats and host as pages, a JSON API and an event stream.

May import `companion` for words and never `firmware`: what it needs of the kit comes in as ports.
"""
