"""What files of plates and files of foam pieces have in common: their keys, version and texts."""

from collections.abc import Collection, Mapping
from typing import Any

from piecework.formats._yaml import Document, Path


def read_heading(document: Document, keys: Collection[str]) -> dict[str, str]:
    """Title, author and source of a document that may have these keys; what is wrong is noted."""
    value = document.value
    refuse_unknown(document, (), value, keys)
    if value.get("version", 1) != 1:
        document.fault(("version",), "only version 1 is known")
    texts = {key: value.get(key, "") for key in ("title", "author", "source")}
    for key, text in texts.items():
        if not isinstance(text, str):
            document.fault((key,), "must be text; put it in quotes")
    return texts


def refuse_unknown(document: Document, path: Path, value: Mapping[str, Any], keys: Collection[str]) -> None:
    """Note every key of a mapping that is not among these."""
    for key in value:
        if key not in keys:
            known = ", ".join(sorted(keys))
            document.fault((*path, key), f"unknown key {key!r}; known keys: {known}", at_key=True)
