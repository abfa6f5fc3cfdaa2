"""Until the engine is there, the slow reference stands in for it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import reference_cover

import piecework.cover

if not hasattr(piecework.cover, "Cover"):
    vars(piecework.cover).update(Cover=reference_cover.Cover, Item=reference_cover.Item)
