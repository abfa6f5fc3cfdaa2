"""What the commands share: how they fail, and how they write numbers and JSON."""

import functools
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
        except MemoryError:
            code, message = BAD, "there is not enough memory for this"
        except KeyboardInterrupt:
            code, message = STOPPED, "stopped"
        # Outside the handlers, so that nothing holds on to the work that was stopped.
        if message:
            print(f"piecework: {message}" if "\n" not in message else message, file=sys.stderr)
        raise typer.Exit(code)

    return run


@contextmanager
def _numbers_of_any_size() -> Iterator[None]:
    """Python refuses to write more than some thousand digits, and to read them, which is right for files."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def grouped(count: int) -> str:
    """A count, of any size, as people read it."""
    with _numbers_of_any_size():
        return f"{count:,}"


def print_json(value: Any) -> None:
    """One line of JSON."""
    with _numbers_of_any_size():
        line = json.dumps(value, ensure_ascii=False)
    print(line, flush=True)
