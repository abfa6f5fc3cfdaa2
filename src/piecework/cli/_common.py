"""What the commands share: how they fail, and how they write JSON."""

import functools
import json
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec, TypeVar

import typer

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

DONE, NO, BAD = 0, 1, 2
"""Exit codes: done; the answer is no; bad input or usage."""


def fail(message: str) -> NoReturn:
    """Say what is wrong and stop."""
    print(f"piecework: {message}" if "\n" not in message else message, file=sys.stderr)
    raise typer.Exit(BAD)


def reporting(command: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Turn what bad input and missing extras raise into one clear message and exit code 2."""

    @functools.wraps(command)
    def run(*arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        try:
            return command(*arguments, **options)
        except BrokenPipeError:
            # The reader (`| head`) has seen enough; what is still in the buffer has nowhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(DONE) from None
        except (ValueError, OSError, ModuleNotFoundError) as error:
            fail(str(error) or type(error).__name__)
        except KeyboardInterrupt:
            print("piecework: stopped", file=sys.stderr)
            raise typer.Exit(130) from None

    return run


def print_json(value: Any) -> None:
    """One line of JSON."""
    print(json.dumps(value, ensure_ascii=False), flush=True)
