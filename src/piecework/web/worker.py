"""The child's side of a job: read one request, work on it, write what is found.

It runs as `python -m piecework.web.worker`, and limits its own memory before it begins; time limits are its
parent's business.
"""

import json
import os
import sys
from contextlib import suppress
from typing import Any

from piecework.web.output import Limits, Output
from piecework.web.work import HANDLERS


def main() -> None:
    """Read the request from standard input, and answer on standard output."""
    ours = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever a library prints must not end up among our lines

    def write(value: dict[str, Any]) -> None:
        ours.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
        ours.flush()

    os.nice(10)  # the server, which answers people, comes first
    line = sys.stdin.readline()
    if not line:  # the server is gone, and nobody will ask
        return
    asked = json.loads(line)
    limits = Limits(**asked["limits"])
    _limit_memory(limits.memory)
    output = Output(write)
    try:
        model, handle = HANDLERS[asked["kind"]]
        handle(model.model_validate(asked["request"]), limits, output)
    except MemoryError:
        write({"error": f"it needs more memory than the {limits.memory / 2**30:.1f} GiB that a job may use"})
    except Exception as error:
        if not _ours(error):
            raise
        write({"error": str(error) or type(error).__name__})


def _limit_memory(most: int) -> None:
    # Where a system knows no such limits, the time limit alone must do.
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _ours(error: Exception) -> bool:
    """Whether an error's text was written to be read by people."""
    from piecework.shapez import ShapezError

    return isinstance(error, ValueError | ShapezError) and not isinstance(error, UnicodeError)


if __name__ == "__main__":
    main()
