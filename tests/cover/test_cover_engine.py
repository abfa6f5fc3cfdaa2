"""The engine against the slow reference, on problems that hypothesis makes up."""

from hypothesis import given, settings
from hypothesis import strategies as st
from reference import all_covers

from piecework.cover import Cover, Item, _native

Problem = tuple[list[tuple[int, int]], list[list[int]]]


@st.composite
def problems(draw: st.DrawFn, *, most_items: int = 8, most_options: int = 11) -> Problem:
    """Items needed once, optional ones, ranges, and options that may be alike."""
    count = draw(st.integers(1, most_items))
    kind = st.sampled_from([(1, 1), (1, 1), (1, 1), (0, 1), (0, 2), (1, 2), (2, 2), (0, 3), (0, 0)])
    ranges = [draw(kind) for _ in range(count)]
    option = st.lists(st.integers(0, count - 1), min_size=1, max_size=4, unique=True)
    options = draw(st.lists(option, max_size=most_options))
    return ranges, options


def as_cover(problem: Problem) -> Cover:
    ranges, options = problem
    return Cover([Item(number, lo, hi) for number, (lo, hi) in enumerate(ranges)], options)


@settings(max_examples=400, deadline=None)
@given(problems(), st.integers(1, 3))
def test_search_agrees_with_the_reference(problem: Problem, threads: int) -> None:
    expected = sorted(all_covers(*problem))
    cover = as_cover(problem)
    assert sorted(cover.solutions(threads=threads)) == expected
    assert cover.count(strategy="search", threads=threads) == len(expected)
    assert (cover.first() is None) == (not expected)


@settings(max_examples=400, deadline=None)
@given(problems(), st.integers(1, 2))
def test_sparse_kernel_agrees_with_the_reference(problem: Problem, threads: int) -> None:
    expected = sorted(all_covers(*problem))
    engine = _native.Engine(*problem, dense=False)
    assert engine.kernel == "sparse"
    search = _native.Search(engine, listing=True, threads=threads)
    found: list[tuple[int, ...]] = []
    while not search.ended or len(found) < search.solutions:
        found += search.take(100, 0.1)
    assert sorted(found) == expected


@settings(max_examples=600, deadline=None)
@given(problems(), st.integers(1, 3))
def test_sweep_agrees_with_the_reference(problem: Problem, threads: int) -> None:
    engine = _native.Engine(*problem)
    if engine.sweep_obstacle is not None:
        assert any(hi > 1 for _, hi in problem[0])
        return
    sweep = _native.Sweep(engine, threads=threads, memory=2**24)
    assert sweep.run() == "complete"
    assert sweep.count == len(list(all_covers(*problem)))
