"""Modules next to the tests, such as the slow reference, can be imported by their name."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
