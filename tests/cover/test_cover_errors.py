"""Bad problems get a clear ValueError that names the option and the item."""

from typing import Any

import pytest

from piecework.cover import Cover, Item


@pytest.mark.parametrize(
    ("items", "options", "words"),
    [
        (["a"], [["b"]], "option 0 holds 'b', which is not an item"),
        (["a", "a"], [], "item 'a' is named more than once"),
        (["a"], [["a"], []], "option 1 is empty"),
        (["a"], [["a", "a"]], "option 0 holds item 'a' more than once"),
        ([Item("a", 2, 1)], [], "item 'a' has an empty range: 2 is more than 1"),
        ([Item("a", -1, 1)], [], "item 'a' has a range beyond"),
        ([Item("a", 0, 2**40)], [], "item 'a' has a range beyond"),
        ([Item("a", True, 1)], [], "item 'a' needs whole numbers"),
        ([Item("a", 0.5, 1)], [], "item 'a' needs whole numbers"),  # type: ignore[arg-type]
        (3, [[3]], "option 0 holds 3, which is not an item"),
        (-1, [], "the number of items must be 0 or more"),
        (10**9, [], "more than the engine can hold"),
        (True, [], "the number of items"),
        ([[]], [], "item 0 cannot be named"),
        (["a"], [5], "option 0 must be a collection"),
        (["a"], 5, "options must be a collection"),
        (5.0, [], "items must be a collection"),
        (["a"], [[["a"]]], "option 0 holds \\['a'\\], which cannot be"),
        (["a"], [["a"], [([],)]], "option 1 holds \\(\\[\\],\\), which cannot be"),
        ([([],)], [], "item 0 cannot be named"),
    ],
)
def test_bad_problems(items: Any, options: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Cover(items, options)


@pytest.mark.parametrize("threads", [0, -1, 1.5, True, "2", 5000])
def test_bad_threads(threads: Any) -> None:
    with pytest.raises(ValueError, match="threads must be"):
        Cover(1, [[0]]).count(threads=threads)


@pytest.mark.parametrize("limit", [-1, 1.5, True])
def test_bad_limits(limit: Any) -> None:
    with pytest.raises(ValueError, match="limit must be"):
        Cover(1, [[0]]).solutions(limit=limit)


@pytest.mark.parametrize("memory", [0, -1, 1.5, True, "x", 2**64])
def test_bad_memory(memory: Any) -> None:
    with pytest.raises(ValueError, match="memory must be a number of bytes from 1 to"):
        Cover(1, [[0]]).counting(memory=memory)


@pytest.mark.parametrize("resume", ["x", {}, 1])
def test_a_resume_point_that_is_none_says_how_to_get_one(resume: Any) -> None:
    cover = Cover(1, [[0]])
    for ask in cover.count, cover.counting, cover.solutions:
        with pytest.raises(ValueError, match=r"ResumePoint\.parse"):
            ask(resume=resume)


def test_bad_strategies() -> None:
    cover = Cover([Item("a", 0, 2), Item("b", 0, 2)], [["a", "b"]])
    with pytest.raises(ValueError, match="cannot be swept: an option holds several"):
        cover.count(strategy="sweep")
    with pytest.raises(ValueError, match="strategy must be"):
        cover.count(strategy="magic")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'sweep' cannot"):
        cover.solutions(strategy="sweep")


def test_impossible_problems_say_why() -> None:
    assert Cover("ab", [["a"]]).why_impossible() == "no option covers item 'b'"
    needed_twice = Cover([Item("a", 2, 2)], [["a"]])
    assert needed_twice.why_impossible() == "item 'a' is needed 2 times, but only 1 options hold it"
    assert needed_twice.count() == 0
    assert Cover("a", [["a"]]).why_impossible() is None
