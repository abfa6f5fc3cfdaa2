"""The engine against the slow reference, on problems that hypothesis makes up."""

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up import Problem, as_cover, boards, dominoes, packings, problems, queens
from reference import all_covers

from piecework.cover import Cover, Item, _native


@settings(max_examples=300, deadline=None)
@given(problems() | packings() | boards(bound=False), st.integers(1, 3))
def test_search_agrees_with_the_reference(problem: Problem, threads: int) -> None:
    expected = sorted(all_covers(*problem))
    cover = as_cover(problem)
    assert sorted(cover.solutions(threads=threads)) == expected
    assert cover.count(strategy="search", threads=threads) == len(expected)
    assert (cover.first() is None) == (not expected)
    if cover.why_impossible() is not None:
        assert not expected


@pytest.mark.parametrize("kernel", ["sparse", "dense", "bitset"])
@settings(max_examples=300, deadline=None)
@given(data=st.data(), threads=st.integers(1, 2))
def test_every_kernel_agrees_with_the_reference(kernel: str, data: st.DataObject, threads: int) -> None:
    problem = data.draw(problems() if kernel == "sparse" else packings() | boards(bound=True))
    expected = sorted(all_covers(*problem))
    engine = _native.Engine(*problem, kernel=kernel)
    assert engine.kernel == kernel
    search = _native.Search(engine, listing=True, threads=threads)
    found: list[tuple[int, ...]] = []
    while not search.ended or len(found) < search.solutions:
        search.take(found, 100, 0.1)
    assert sorted(found) == expected


@settings(max_examples=400, deadline=None)
@given(problems() | packings(), st.integers(1, 3))
def test_sweep_agrees_with_the_reference(problem: Problem, threads: int) -> None:
    sweep = _native.Sweep(_native.Engine(*problem), threads=threads, memory=2**24)
    sweep.start()
    assert sweep.wait(60)
    if sweep.end == "impossible":
        assert sweep.obstacle
        assert any(hi > 1 for _, hi in problem[0])
        return
    assert sweep.end == "complete"
    assert sweep.count == len(list(all_covers(*problem)))


DOMINO_TILINGS = {(2, 3): 3, (4, 4): 36, (6, 6): 6728, (8, 8): 12988816}  # OEIS A004003 and its neighbours


@pytest.mark.parametrize(("board", "tilings"), DOMINO_TILINGS.items())
@pytest.mark.parametrize("threads", [1, 2])
def test_domino_tilings(board: tuple[int, int], tilings: int, threads: int) -> None:
    cover = dominoes(*board)
    assert cover.count(strategy="sweep", threads=threads) == tilings
    assert cover.count(threads=threads) == tilings
    if tilings < 10_000:
        assert cover.count(strategy="search", threads=threads) == tilings


def test_counts_beyond_64_bits() -> None:
    assert dominoes(16, 16).count() == 2444888770250892795802079170816


def test_counts_beyond_128_bits() -> None:
    # 45 separate items with 8 options each: 8^45 ways.
    assert Cover(45, [[item] for item in range(45) for _ in range(8)]).count(strategy="sweep") == 8**45


def test_options_that_look_alike_multiply_the_count_and_are_all_listed() -> None:
    cover = Cover("ab", [["a"], ["a"], ["b"], ["b"], ["b"]])
    assert cover.count(strategy="search") == cover.count(strategy="sweep") == 6
    assert sorted(cover.solutions()) == [(a, b) for a in (0, 1) for b in (2, 3, 4)]
    many = Cover(30, [[item] for item in range(30) for _ in range(10)])
    assert many.count(strategy="search") == 10**30
    assert len(set(many.solutions(limit=1000))) == 1000


@pytest.mark.parametrize(("size", "ways"), [(1, 1), (4, 2), (6, 4), (8, 92), (10, 724)])  # OEIS A000170
def test_queens(size: int, ways: int) -> None:
    assert queens(size).count() == ways


@pytest.mark.parametrize("threads", [1, 2])
def test_many_small_pieces_are_searched_with_bitsets(threads: int) -> None:
    # T-tetrominoes cover a 4x4 board in 2 ways, so five boards in 32.
    t = [(0, 0), (0, 1), (0, 2), (1, 1)]
    turns = {
        tuple(sorted((y * a, x * b) if swap else (x * a, y * b) for x, y in t))
        for swap in (0, 1)
        for a in (1, -1)
        for b in (1, -1)
    }
    placed = {
        tuple(sorted((x + dx, y + dy) for x, y in turn))
        for turn in turns
        for dx in range(-4, 8)
        for dy in range(-4, 8)
    }
    inside = [shape for shape in placed if all(0 <= x < 4 and 0 <= y < 4 for x, y in shape)]
    options = [[16 * board + 4 * x + y for x, y in shape] + [80] for board in range(5) for shape in inside]
    engine = _native.Engine([(1, 1)] * 80 + [(20, 20)], options)
    assert engine.kernel == "bitset"
    search = _native.Search(engine, listing=False, threads=threads)
    assert search.wait(60)
    assert search.solutions == 32


@pytest.mark.parametrize("kernel", ["sparse", "dense", "bitset"])
def test_no_option_can_be_used(kernel: str) -> None:
    # Each leaves two or three cells that no other covers alone.
    options = [[0, 1, 4], [0, 1, 2, 4], [0, 1, 2, 5], [0, 1, 3, 4], [0, 1, 3, 5]]
    search = _native.Search(_native.Engine([(1, 1)] * 6, options, kernel=kernel), listing=False, threads=1)
    assert search.wait(60)
    assert search.solutions == 0


def test_a_problem_too_large_for_the_dense_kernel() -> None:
    cover = dominoes(2, 400)  # 800 items; a Fibonacci number of tilings
    a, b = 1, 1
    for _ in range(400):
        a, b = b, a + b
    assert cover.count() == a
    assert len(cover.first() or ()) == 400


def test_one_thread_lists_in_the_same_order_every_time() -> None:
    cover = queens(8)
    assert list(cover.solutions(threads=1)) == list(cover.solutions(threads=1))
    assert set(cover.solutions(threads=3)) == set(cover.solutions(threads=1))


def test_limits() -> None:
    cover = queens(8)
    assert list(cover.solutions(limit=0)) == []
    assert len(list(cover.solutions(limit=10))) == 10
    assert len(list(cover.solutions(limit=1000))) == 92


def test_solutions_wait_for_a_slow_reader() -> None:
    cover = Cover(60, [[item] for item in range(60) for _ in range(2)])  # 2^60 solutions
    solutions = cover.solutions(threads=2)
    first = [next(solutions) for _ in range(5000)]
    assert len(set(first)) == 5000
    solutions.close()
    assert list(solutions) == []
    assert threading.active_count() < 20


def test_the_empty_problem_has_one_solution() -> None:
    assert Cover(0, []).count() == 1
    assert list(Cover(0, [])) == [()]
    assert Cover([Item("a", 0, 1)], [["a"]]).count() == 2


def test_a_group_whose_options_fill_the_list() -> None:
    ranges = [(2, 2)] + [(0, 1)] * 33
    engine = _native.Engine(ranges, [[0, item] for item in range(1, 34)], kernel="dense")
    search = _native.Search(engine, listing=False, threads=1)
    assert search.wait(60)
    assert search.solutions == 33 * 32 // 2


@pytest.mark.parametrize("squares", [63, 64, 128, 1023, 1024, 5000])
def test_counts_have_no_largest(squares: int) -> None:
    # Each square is covered by two dominoes, lying or standing.
    dominoes = [[4 * i + a, 4 * i + b] for i in range(squares) for a, b in ((0, 1), (2, 3), (0, 2), (1, 3))]
    run = Cover(4 * squares, dominoes).counting()
    assert run.result() == 2**squares
    assert run.note is None


def test_options_of_a_single_item_can_be_swept() -> None:
    assert Cover(5, [[0]]).count(strategy="sweep") == 0
    assert Cover(5, [[item] for item in range(5)]).count(strategy="sweep") == 1


@pytest.mark.parametrize("kilobytes", [1, 100, 500, 100_000])
def test_a_sweep_keeps_to_its_memory(kilobytes: int) -> None:
    sweep = _native.Sweep(dominoes(16, 16)._engine, threads=2, memory=1000 * kilobytes)
    sweep.start()
    assert sweep.wait(60)
    assert sweep.end == ("complete" if kilobytes > 500 else "out of memory")
    assert sweep.peak_memory <= 1000 * kilobytes


def test_a_sweep_that_does_not_fit_falls_back_and_says_so() -> None:
    run = queens(8).counting(strategy="sweep", memory=10_000)
    assert run.result() == 92
    assert run.strategy == "search"
    assert run.note is not None
    assert "GiB" in run.note
