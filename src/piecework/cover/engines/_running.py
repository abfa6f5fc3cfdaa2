"""The child's side: read a program, write solutions, say how it ended."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from piecework.cover.engines._program import Program


@dataclass(frozen=True)
class Job(Program):
    """What the parent asks for: a program, and what to do with it."""

    task: str
    limit: int | None

    def cut(self, chosen: list[int]) -> tuple[dict[int, int], int]:
        """Coefficients and upper bound of a row that forbids one solution, and nothing else.

        Where every option covers an item that must be covered an exact number of times, no solution contains
        another one, and it is enough to forbid these options together. Otherwise all others count against it.
        """
        exact = {item for item, (least, most) in enumerate(self.ranges) if least == most}
        ones = set(chosen)
        if all(exact.intersection(items) for items in self.options):
            return dict.fromkeys(chosen, 1), len(chosen) - 1
        return {option: 1 if option in ones else -1 for option in range(len(self.options))}, len(chosen) - 1


def give(value: Any) -> None:
    print(json.dumps(value), flush=True)


def serve(run: Callable[[Job], Iterator[list[int]]], package: str) -> None:
    """Answer one request; a missing package and an engine's refusal are answers, too."""
    request = json.load(sys.stdin)
    job = Job(request["ranges"], request["options"], request["task"], request.get("limit"))
    try:
        for number, solution in enumerate(run(job), start=1):
            give(sorted(solution))
            if number == job.limit:
                break
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
        give({"error": f"not installed: pip install 'piecework[solvers]' brings {package}"})
    except Exception as error:  # whatever an engine raises, the parent wants a line and not a traceback
        give({"error": " ".join(str(error).split()) or type(error).__name__})
    else:
        give({"done": True})
