"""Pieces, targets, placements, symmetries and the four counts, against brute force."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework.geometry import box, normalised, symmetries
from piecework.puzzle import Moves, Piece, Placement, Puzzle, Reason, Solution, Target

PENTOMINOES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "...#/####",
    "N": "..##/###.",
    "P": "##./###",
    "T": "###/.#./.#.",
    "U": "###/#.#",
    "V": "###/#../#..",
    "W": ".##/##./#..",
    "X": ".#./###/.#.",
    "Y": "..#./####",
    "Z": "..#/###/#..",
}


def galacube(moves: str = "turn") -> Puzzle:
    return Puzzle(
        [
            Piece("Z", "#../#../...//#../###/.##", copies=3, moves=moves),
            Piece("J", "###/#..//###/#..", copies=3, moves=moves),
            Piece("Q", "##/##//##/##", copies=2, moves=moves),
        ],
        Target.box(4, 4, 4),
    )


def brute_placements(piece: Piece, target: Target) -> set[frozenset[tuple[int, ...]]]:
    """Every motion and every shift, tried one by one."""
    cells = set(target.cells)
    found = set()
    for motion in piece.moves.motions(piece.dimension):
        shape = normalised(map(motion, piece.cells))
        for shift in product(range(-1, 9), repeat=piece.dimension):
            moved = frozenset(tuple(a + b for a, b in zip(cell, shift, strict=True)) for cell in shape)
            if moved <= cells:
                found.add(moved)
    return found


def brute_solutions(puzzle: Puzzle) -> Iterator[frozenset[Placement]]:
    """Every set of placements that covers what it must, one piece after the other."""
    choices: list[list[tuple[Placement, ...]]] = []
    for piece in puzzle.pieces:
        own = puzzle.placements(piece.name)
        sets: list[tuple[Placement, ...]] = [()]
        grown = list(sets)
        for _ in range(piece.most):
            grown = [
                (*chosen, extra)
                for chosen in grown
                for extra in own
                if (not chosen or own.index(extra) > own.index(chosen[-1]))
                and all(set(extra.cells).isdisjoint(other.cells) for other in chosen)
            ]
            sets += grown
        choices.append([chosen for chosen in sets if len(chosen) >= piece.least])
    for combination in product(*choices):
        placed = [placement for chosen in combination for placement in chosen]
        covered = [cell for placement in placed for cell in placement.cells]
        if len(set(covered)) == len(covered) and set(puzzle.target.required) <= set(covered):
            yield frozenset(placed)


def brute_classes(puzzle: Puzzle, *, mirrored: bool) -> int:
    """Orbits of the solutions under the symmetries, by joining images."""
    instance = puzzle.instance
    number = {cell: index for index, cell in enumerate(instance.cells)}
    classes = set()
    for solution in brute_solutions(puzzle):
        options = [
            (instance.pieces.index(p.piece), tuple(sorted(number[cell] for cell in p.cells)))
            for p in solution
        ]
        images = [frozenset(s.option(o) for o in options) for s in puzzle.symmetries(mirrored=mirrored)]
        classes.add(frozenset(images))
    return len(classes)


def test_galacube_has_the_counts_of_the_record() -> None:
    puzzle = galacube()
    assert puzzle.placement_counts() == {"Z": 288, "J": 432, "Q": 27}
    assert [puzzle.count(up_to) for up_to in ("labelled", "distinct", "rotations", "symmetries")] == [
        576,
        8,
        1,
        1,
    ]
    assert len(puzzle.symmetries()) == 24
    assert len(list(puzzle.solutions())) == 8
    assert len(list(puzzle.solutions("rotations"))) == 1


def test_pentominoes_on_the_chess_board_have_2308_placements() -> None:
    order = ["X", "I", "U", "V", "W", "T", "Z", "Y", "L", "F", "N", "P"]
    puzzle = Puzzle([Piece(name, PENTOMINOES[name], moves="flip") for name in order], Target.box(8, 8))
    counts = puzzle.placement_counts()
    assert list(counts.values()) == [36, 64, 168, 144, 144, 144, 144, 280, 280, 288, 280, 336]
    assert sum(len(piece.orientations()) for piece in puzzle.pieces) == 63


PIECES = [
    Piece("i", "##"),
    Piece("l", "##/#."),
    Piece("s", ".##/##."),
    Piece("z", "##./.##"),
    Piece("j", "###/#.."),
    Piece("o", "#"),
]


@st.composite
def small_puzzles(draw: st.DrawFn) -> Puzzle:
    names = draw(st.lists(st.sampled_from(range(len(PIECES))), min_size=1, max_size=3, unique=True))
    pieces = []
    for name in names:
        most = draw(st.integers(1, 3))
        least = draw(st.integers(0, most))
        moves = draw(st.sampled_from(list(Moves)))
        pieces.append(Piece(PIECES[name].name, PIECES[name].cells, copies=(least, most), moves=moves))
    if draw(st.booleans()):
        cells = box(*draw(st.sampled_from([(2, 2), (3, 2), (3, 3), (4, 2), (5, 1)])))
    else:
        cells = box(*draw(st.sampled_from([(2, 2, 2), (2, 2, 1), (1, 3, 2)])))
    blocked = draw(st.sets(st.sampled_from(cells), max_size=3))
    optional = draw(st.sets(st.sampled_from(cells), max_size=3)) - blocked
    if draw(st.booleans()):
        optional = set(cells) - blocked
    return Puzzle(pieces, Target(cells, optional=optional, blocked=blocked))


@settings(max_examples=40, deadline=None)
@given(small_puzzles())
def test_counts_and_listings_agree_with_brute_force(puzzle: Puzzle) -> None:
    for piece in puzzle.pieces:
        listed = puzzle.placements(piece.name)
        assert len(set(listed)) == len(listed)
        assert {frozenset(p.cells) for p in listed} == brute_placements(piece, puzzle.target)
    solutions = set(brute_solutions(puzzle))
    assert puzzle.count() == len(solutions)
    assert {frozenset(found.placements) for found in puzzle.solutions()} == solutions
    labelled = 0
    for solution in solutions:
        ways = 1
        for piece in puzzle.pieces:
            for used in range(sum(p.piece == piece.name for p in solution)):
                ways *= piece.most - used
        labelled += ways
    assert puzzle.count("labelled") == labelled
    assert puzzle.count("rotations") == brute_classes(puzzle, mirrored=False)
    assert puzzle.count("symmetries") == brute_classes(puzzle, mirrored=True)
    assert len(list(puzzle.solutions("rotations"))) == puzzle.count("rotations")
    assert len(list(puzzle.solutions("symmetries"))) == puzzle.count("symmetries")
    if puzzle.check():
        assert not solutions
    for found in puzzle.solutions(limit=5):
        assert Solution.from_text(puzzle, str(found)) == found


@settings(max_examples=30, deadline=None)
@given(small_puzzles(), st.data())
def test_hints_keep_exactly_the_solutions_that_contain_them(puzzle: Puzzle, data: st.DataObject) -> None:
    placements = puzzle.placements()
    if not placements:
        return
    hint = data.draw(st.sampled_from(placements))
    wanted = {solution for solution in brute_solutions(puzzle) if hint in solution}
    assert {frozenset(found.placements) for found in puzzle.solutions(fix=[hint])} == wanted
    assert puzzle.count(fix=[hint]) == len(wanted)
    assert puzzle.count("symmetries", fix=[hint]) == len(list(puzzle.solutions("symmetries", fix=[hint])))


@settings(max_examples=60, deadline=None)
@given(small_puzzles())
def test_symmetries_are_a_group_of_target_motions_that_keep_the_placements(puzzle: Puzzle) -> None:
    group = puzzle.symmetries()
    elements = {(s.cells, s.pieces) for s in group}
    options = set(puzzle.instance.options)
    for a in group:
        assert {a.option(option) for option in options} == options
        for b in group:
            both = tuple(a.cells[c] for c in b.cells), tuple(a.pieces[p] for p in b.pieces)
            assert both in elements
    assert len(group) <= len(symmetries(puzzle.target.cells))


def test_a_chiral_piece_rules_mirror_images_out_and_its_twin_brings_them_back() -> None:
    s, z = Piece("s", ".##/##."), Piece("z", "##./.##")
    assert len(Puzzle([s], Target.box(4, 4)).symmetries()) == 4
    assert len(Puzzle([s, z], Target.box(4, 4)).symmetries()) == 8
    assert len(Puzzle([Piece("s", s.cells, moves="flip")], Target.box(4, 4)).symmetries()) == 8


def test_values_are_equal_by_content_and_their_repr_is_a_constructor() -> None:
    for piece in (
        Piece("U", "###/#.#"),
        Piece("Z", "#.//##", copies=(0, 3), moves="mirror"),
        Piece("d", "##").solid(),
    ):
        assert eval(repr(piece)) == piece
        assert hash(eval(repr(piece))) == hash(piece)
    target = Target("##+/#x.")
    assert eval(repr(target)) == target
    puzzle = galacube()
    assert eval(repr(puzzle)) == puzzle == galacube()
    assert puzzle != galacube("mirror")
    placement = puzzle.placements()[5]
    assert Placement.from_text(str(placement)) == placement
    assert eval(repr(placement)) == placement


def test_a_solution_is_drawn_with_layers_side_by_side() -> None:
    puzzle = Puzzle([Piece("A", "##/##"), Piece("B", "##/##")], Target.box(2, 2, 2))
    pictures = {str(solution) for solution in puzzle.solutions()}
    assert "AA  BB\nAA  BB" in pictures
    assert len(pictures) == 6


def test_pictures_of_solutions_are_read_back() -> None:
    dominoes = Puzzle([Piece("domino", "##", copies=72)], Target.box(12, 12))
    solution = next(dominoes.solutions())
    assert Solution.from_text(dominoes, str(solution)) == solution
    for found in galacube().solutions():
        assert Solution.from_text(galacube(), str(found)) == found


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        ("001", "has 1 lines, and must have 2"),
        ("001\n01.", r"cell \(2, 1\) is not covered"),
        ("000\n111", r"drawn '0' from \(0, 0\) are no piece that is left"),
        ("001\n122", "are no piece"),
    ],
)
def test_pictures_that_are_no_solution_are_refused(picture: str, reason: str) -> None:
    puzzle = Puzzle([Piece("L", "##/#.", copies=2)], Target.box(3, 2))
    with pytest.raises(ValueError, match=reason):
        Solution.from_text(puzzle, picture)


@pytest.mark.parametrize(
    ("pieces", "target", "reason"),
    [
        ([], Target.box(2, 2), Reason.NO_PIECES),
        ([Piece("a", "##")], Target(), Reason.NO_CELLS),
        ([Piece("a", "##", copies=3)], Target.box(2, 2), Reason.TOO_MANY_CELLS),
        ([Piece("a", "##")], Target.box(2, 2), Reason.TOO_FEW_CELLS),
        ([Piece("a", "##", copies=(0, 2))], Target.box(3, 1), Reason.NO_FITTING_NUMBERS),
        ([Piece("a", "###")], Target("##/##"), Reason.NO_PLACEMENT),
        ([Piece("a", "##", copies=2)], Target("#.#/..#/#.."), Reason.UNREACHED_CELL),
        ([Piece("a", "##", copies=31)], Target.box(8, 8, blocked=[(0, 0), (7, 7)]), Reason.PARITY),
        ([Piece("a", "####", copies=25)], Target.box(10, 10), None),
    ],
)
def test_check_names_what_is_wrong(pieces: list[Piece], target: Target, reason: Reason | None) -> None:
    faults = Puzzle(pieces, target).check()
    assert [fault.reason for fault in faults][:1] == ([reason] if reason else [])
    assert all(str(fault) for fault in faults)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Piece("", "#"), "needs a name"),
        (lambda: Piece("a", "..."), "has no cells"),
        (lambda: Piece("a", [(0, 0), (0, 0)]), "names a cell twice"),
        (lambda: Piece("a", [(0, 0), (0, 0, 0)]), "2 or all have 3"),
        (lambda: Piece("a", "##/#"), "ragged rows"),
        (lambda: Piece("a", "#▒"), "medium shade"),
        (lambda: Piece("a", "#", copies=(3, 2)), "3 to 2 copies"),
        (lambda: Piece("a", "#", moves="jump"), "jump"),
        (lambda: Target([(-1, 0)]), "count from 0"),
        (lambda: Target([(0, 0), (999_999, 999_999)]), "must not hold more than"),
        (lambda: Target("#", optional=[(1, 1)], blocked=[(1, 1)]), "both optional and blocked"),
        (lambda: Puzzle([Piece("a", "#"), Piece("a", "##")], Target("###")), "two pieces have the name 'a'"),
        (lambda: galacube().count("unique"), "no count 'unique'"),  # type: ignore[arg-type]
        (lambda: galacube().placements("X"), "no piece 'X'"),
        (lambda: galacube().count(fix=[9999]), "no placement 9999"),
        (lambda: galacube().count(fix=[Placement("Q", ((0, 0, 0),))]), "cannot lie there"),
        (lambda: galacube().count(fix=[Placement("Q", ((9, 0, 0),))]), "no cell of the target"),
        (lambda: galacube().count(fix=[0, 1]), "both cover cell"),
        (lambda: Placement.from_text("Q"), "is written NAME=x,y"),
    ],
)
def test_bad_values_are_refused_with_a_reason(make: object, text: str) -> None:
    assert callable(make)
    with pytest.raises(ValueError, match=text):
        make()


def test_ten_thousand_cells_are_no_trouble() -> None:
    puzzle = Puzzle([Piece("X", PENTOMINOES["X"])], Target.box(100, 100))
    assert puzzle.placement_counts() == {"X": 98 * 98}
    assert puzzle.check()[0].reason is Reason.UNREACHED_CELL
