"""What the commands share: how they fail, and how they write JSON."""

import functools
import json
import os
import sys
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import typer

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

DONE, NO, BAD, STOPPED = 0, 1, 2, 130
"""Exit codes: done; the answer is no; bad input or usage; stopped with Ctrl-C, as shells say it."""


def reporting(command: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Turn what bad input, missing extras and Ctrl-C raise into one clear message and an exit code."""

    @functools.wraps(command)
    def run(*arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        try:
            return command(*arguments, **options)
        except BrokenPipeError:
            # The reader (`| head`) has seen enough; what is still in the buffer has nowhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code, message = DONE, ""
        except (ValueError, OSError, ModuleNotFoundError) as error:
            code, message = BAD, str(error) or type(error).__name__
        except KeyboardInterrupt:
            code, message = STOPPED, "stopped"
        # Outside the handlers, so that nothing holds on to the work that was stopped.
        if message:
            print(f"piecework: {message}" if "\n" not in message else message, file=sys.stderr)
        raise typer.Exit(code)

    return run


def print_json(value: Any) -> None:
    """One line of JSON."""
    print(json.dumps(value, ensure_ascii=False), flush=True)
