"""What is known about a puzzle before any search, as plain values for JSON."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from piecework.puzzle._assembly import Assembly


def facts(puzzle: "Assembly", *, placements: bool = False) -> dict[str, Any]:
    """Cells, pieces, symmetries and faults; with `placements`, every placement, too."""
    instance = puzzle.instance
    counts = puzzle.placement_counts()
    found: dict[str, Any] = {
        "title": puzzle.title,
        "cells": {
            "required": len(instance.cells) - len(instance.optional),
            "optional": len(instance.optional),
        },
        "pieces": [
            {
                "name": piece.name,
                "copies": [piece.least, piece.most],
                "cells": len(getattr(piece, "cells", ())) or None,
                "orientations": len(piece.orientations()) if hasattr(piece, "orientations") else None,
                "placements": counts[piece.name],
            }
            for piece in puzzle.pieces
        ],
        "symmetries": {
            "rotations": len(puzzle.symmetries(mirrored=False)),
            "all": len(puzzle.symmetries()),
        },
        "check": [{"reason": fault.reason.value, "text": fault.text} for fault in puzzle.check()],
    }
    if placements:
        found["placements"] = [
            {"piece": placement.piece, "cells": placement.cells} for placement in puzzle.placements()
        ]
    return found
