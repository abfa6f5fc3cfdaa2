"""The JSON Schema of puzzle files, for editors: `python -m piecework.formats._schema` writes it anew."""

import json
from pathlib import Path
from typing import Any

from piecework.formats._model import PuzzleModel

PATH = Path(__file__).with_name("puzzle.schema.json")


def schema() -> dict[str, Any]:
    """The schema as editors want it: JSON Schema 2020-12."""
    body = PuzzleModel.model_json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **body,
        "title": "A piecework puzzle, version 1",
    }


def text() -> str:
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
