"""Ctrl-C works for the tests and their children, however the tests were started.

A shell script's background job ignores it, and so would every process that a test starts.
"""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
