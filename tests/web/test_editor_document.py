"""The editor without a browser: drafts, their text, undo and redo."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piecework.formats import FileError, catalogue, load, parse
from piecework.geometry import Cell
from piecework.happy import Pad, PieceSet, SurfacePuzzle
from piecework.puzzle import Assembly, Moves, Puzzle
from piecework.web.editor.document import Document, new_lattice, understood
from piecework.web.editor.foam import (
    CONTESTED,
    NOBODY,
    Foam,
    foam_of_pad,
    laid_out,
    owners_at,
    random_foam,
)
from piecework.web.editor.frame import Frame, random_frame
from piecework.web.editor.history import MOST_STEPS, History
from piecework.web.editor.lattice import BLOCKED, OPTIONAL, OUTSIDE, REQUIRED, Drawn, Lattice
from piecework.web.editor.text import read, write


def test_history_goes_back_and_forth() -> None:
    history = History("a")
    history.do("b")
    history.do("bc", joined=True)
    assert history.undo()
    assert history.present == "a"
    assert not history.undo()
    assert history.redo()
    assert history.present == "bc"
    assert not history.redo()
    history.undo()
    history.do("d")
    assert not history.can_redo
    for number in range(2 * MOST_STEPS):
        history.do(str(number))
    while history.undo():
        pass
    assert history.present == str(MOST_STEPS - 1)


@pytest.mark.parametrize("solid", [False, True])
def test_a_new_puzzle_can_be_solved(solid: bool) -> None:
    puzzle = parse(write(new_lattice(solid=solid)))
    assert puzzle.check() == ()
    assert puzzle.count() > 0
    assert isinstance(puzzle, Puzzle)
    assert puzzle.target.dimension == (3 if solid else 2)


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_every_puzzle_of_the_catalogue_survives_the_editor(name: str) -> None:
    text = catalogue()[name].read_text("utf-8")
    draft = read(text)
    again = read(write(draft))
    assert again == draft
    ways: dict[type, list[str | None]] = {Lattice: [None], Frame: ["flat", "cube"], Foam: ["cube-no-flip"]}
    for scenario in ways[type(draft)]:
        known, written = load(name, scenario=scenario), parse(write(draft), scenario=scenario)
        if isinstance(known, Puzzle):
            assert isinstance(written, Puzzle)
            assert (written.pieces, written.target) == (known.pieces, known.target)
        else:
            assert written.instance.options == known.instance.options
        assert written.title == known.title


def test_painting_the_board() -> None:
    draft = Lattice(size=(3, 2, 1)).filled(REQUIRED)
    draft = draft.painted([(0, 0, 0), (1, 0, 0)], OPTIONAL).painted([(2, 1, 0), (9, 9, 9)], BLOCKED)
    draft = draft.painted([(2, 0, 0)], OUTSIDE).added(Drawn("dot", frozenset([(2, 2, 0)]), 0, 5))
    assert "    ++.\n    ##x" in write(draft)
    puzzle = parse(write(draft))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.target.optional == ((0, 0), (1, 0))
    assert puzzle.target.blocked == ((2, 1),)
    assert puzzle.pieces[0].copies == (0, 5)
    assert read(write(draft), before=draft) == draft


def test_a_full_board_stays_full_when_it_grows() -> None:
    draft = Lattice(size=(3, 2, 1)).filled(REQUIRED)
    assert "box: 5x4" in write(draft.resized((5, 4, 1)))
    holed = draft.painted([(0, 0, 0)], OUTSIDE).resized((4, 2, 1))
    assert (3, 0, 0) not in holed.marks
    assert draft.resized((10_000, 10_000, 10_000)).size == (40, 40, 1)
    assert draft.made_solid(True).resized((10_000, 10_000, 10_000)).size == (40, 40, 2)


def test_a_board_keeps_its_size_when_its_edge_is_empty() -> None:
    draft = Lattice(size=(4, 3, 1)).painted([(0, 0, 0)], REQUIRED)
    assert "    #...\n    ....\n    ...." in write(draft)


def test_pieces_are_drawn_turned_and_flipped() -> None:
    draft = Lattice().added().drawn(0, [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (99, 0, 0)], there=True)
    assert draft.pieces[0].name == "A"
    assert 'A: "###/#.."' in write(draft)
    assert 'A: "##/.#/.#"' in write(draft.turned(0))
    assert draft.turned(0).turned(0).turned(0).turned(0) == draft
    assert 'A: "###/..#"' in write(draft.flipped(0))
    assert 'A: "##/#."' in write(draft.drawn(0, [(2, 0, 0)], there=False))
    assert [piece.name for piece in draft.copied(0).added().pieces] == ["A", "A2", "B"]
    assert draft.removed(0).pieces == ()
    solid = draft.made_solid(True)
    assert solid.tipped(0).pieces[0].cells == {(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 0, 1)}
    assert solid.made_solid(False).pieces == draft.pieces


def test_sets_of_pieces_are_added() -> None:
    flat = Lattice().with_set("pentominoes")
    assert len(flat.pieces) == 12
    assert not flat.solid
    solid = Lattice().with_set("tetracubes")
    assert len(solid.pieces) == 8
    assert solid.solid
    assert isinstance(parse(write(solid.filled(REQUIRED))), Puzzle)
    assert all(piece.moves is Moves.FLIP for piece in flat.all_moves(Moves.FLIP).pieces)
    many = Lattice().with_set("heptominoes")
    assert len(many.pieces) == 108
    assert flat.drawable
    assert not many.drawable


def test_an_unfinished_draft_says_what_is_missing_and_where() -> None:
    document = Document(Lattice(size=(2, 2, 1)))
    document.change(Lattice(size=(2, 2, 1)).added().filled(REQUIRED))
    with pytest.raises(FileError, match="4:6: the drawing has no cells"):
        parse(document.text)


def test_typing_is_followed_by_the_draft_once_it_can_be_read() -> None:
    document = Document(new_lattice())
    start = document.draft
    text = document.text
    document.type(text.replace("box: 4x3", "box: 4x"))
    assert document.draft is start
    assert "a box is written as" in document.faults[0].text
    assert document.faults[0].line == 9
    document.type(text.replace("box: 4x3", "box: 4x4"))
    assert isinstance(document.draft, Lattice)
    assert document.draft.size == (4, 4, 1)
    assert not document.faults
    # Letters typed in a row are one step.
    assert document.undo()
    assert document.text == text
    assert not document.can_undo
    assert document.redo()
    assert "4x4" in document.text
    # What is clicked afterwards is another step, and writes the text anew.
    assert isinstance(document.draft, Lattice)
    document.change(document.draft.resized((5, 5, 1)))
    assert "box: 5x5" in document.text
    document.undo()
    assert "box: 4x4" in document.text


def test_typing_keeps_pieces_where_they_stood() -> None:
    draft = Lattice(size=(2, 1, 1)).added(Drawn("A", frozenset([(3, 3, 0), (4, 3, 0)]))).filled(REQUIRED)
    document = Document(draft)
    document.type(document.text + "title: moved\n")
    assert isinstance(document.draft, Lattice)
    assert document.draft.pieces[0].cells == {(3, 3, 0), (4, 3, 0)}
    assert document.draft.title == "moved"


def test_a_file_is_opened_in_one_step_and_a_bad_one_leaves_the_drawing() -> None:
    document = Document(new_lattice())
    start = document.draft
    for bad in (
        "",
        "- 1",
        "version: 1\npieces: {A: '#'}\n",
        "x" * 300_000,
        "000\n111",
        "!!python/object:os.system {}",
    ):
        document.open(understood(bad, document.draft))
        assert document.faults
        assert document.draft is start
        assert document.undo()
    document.open(understood(catalogue()["voxel-frame-1"].read_text("utf-8"), document.draft))
    assert isinstance(document.draft, Frame)
    document.undo()
    assert document.draft is start


names = st.text(min_size=1, max_size=8).filter(lambda name: name.isprintable() and name.strip() == name)
cells = st.frozensets(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 1)), min_size=1, max_size=6
)


@given(
    pieces=st.lists(
        st.tuples(names, cells, st.integers(0, 2), st.integers(1, 3), st.sampled_from(Moves)),
        min_size=1,
        max_size=4,
        unique_by=lambda one: one[0],
    ),
    marks=st.dictionaries(
        st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 1)), st.sampled_from("#+x"), min_size=1
    ),
    title=st.text(max_size=20).filter(
        lambda text: all(not "\ud800" <= letter <= "\udfff" for letter in text)
    ),
)
@settings(max_examples=60, deadline=None)
def test_whatever_is_drawn_can_be_read_back(
    pieces: list[tuple[str, frozenset[tuple[int, int, int]], int, int, Moves]],
    marks: dict[Cell, str],
    title: str,
) -> None:
    drawn = tuple(
        Drawn(name, frozenset(shape), min(least, most), most, moves)
        for name, shape, least, most, moves in pieces
    )
    draft = Lattice(drawn, marks, size=(4, 3, 2), canvas=(4, 4, 3), solid=True, title=title)
    again = read(write(draft), before=draft)
    assert isinstance(again, Lattice)
    assert (again.pieces, again.marks, again.title) == (draft.pieces, draft.marks, draft.title)


# -- voxel frames


def parsed(frame: Frame) -> Assembly:
    return parse(write(frame))


@pytest.mark.parametrize("seed", range(4))
def test_random_frames_can_be_solved_flat_and_as_a_cube(seed: int) -> None:
    frame = random_frame(Random(seed))
    assert frame == random_frame(Random(seed))
    for scenario in ("flat", "cube"):
        puzzle = parse(write(frame), scenario=scenario)
        assert puzzle.check() == ()
        assert puzzle.count() > 0


def test_turning_plates_does_not_change_the_puzzle_and_flipping_all_mirrors_it() -> None:
    frame = random_frame(Random(5))
    turned = frame.all_turned()
    assert turned != frame
    assert turned.all_turned().all_turned().all_turned() == frame
    assert set(parsed(turned).instance.options) == set(parsed(frame).instance.options)
    assert frame.turned(2).plates[2] == turned.plates[2]
    assert frame.turned(2).plates[1] == frame.plates[1]
    mirrored = frame.all_flipped().board_flipped()
    assert mirrored.all_flipped().board_flipped() == frame
    assert frame.flipped(0).plates[0] == frame.all_flipped().plates[0]
    assert parsed(mirrored).count() == parsed(frame).count()
    assert parsed(frame.board_turned()).count() == parsed(frame).count()


def test_outline_cells_are_toggles() -> None:
    frame = random_frame(Random(1))
    full = frame.board_painted([(x, y, 0) for x in range(10) for y in range(7)], "1")
    assert full.border == "1" * 30
    assert (
        full.board_painted([(0, 0, 0), (9, 6, 0), (4, 3, 0)], "0").border == "0" + "1" * 14 + "0" + "1" * 14
    )
    assert frame.plate_painted(3, [(3, 0, 0)], "1").plates[3][1][3] == "1"
    assert frame.renamed(0, "first").plates[0][0] == "first"


# -- foam


def test_foam_pieces_and_their_sheet() -> None:
    foam = read(catalogue()["happy-original-blue"].read_text("utf-8"))
    assert isinstance(foam, Foam)
    assert foam.is_sheet
    sheet = laid_out(foam)
    assert sheet is not None
    marks = sheet.sheet()
    assert NOBODY not in marks.values()
    assert CONTESTED not in marks.values()
    rows = ["0" * 15, *("0" + "".join(marks[x, y] for x in range(13)) + "0" for y in range(9)), "0" * 15]
    pad = Pad.parse(rows)
    assert foam_of_pad(pad).pieces == sheet.pieces
    assert pad.tray.outline == foam.tray
    assert isinstance(read("\n".join(rows)), Foam)
    kinds = sorted(piece.kind() for piece in pad.pieces)
    assert kinds == sorted(PieceSet(pad.pieces).puzzle().pool[name].kind() for name in "123456")


def test_cells_of_a_sheet_change_hands() -> None:
    foam = Foam(("0" * 16,) * 6).with_tray()
    assert foam.tray == "1" * 40
    assert owners_at((0, 0)) == ["0", "1"]
    assert owners_at((4, 4)) == ["1", "2", "4", "5"]
    assert owners_at((2, 2)) == []
    assert owners_at((4, 0)) == ["0", "1", "2"]
    assert foam.sheet()[4, 4] == NOBODY
    assert foam.sheet()[2, 2] == "1"
    assert foam.sheet()[0, 0] == "0"
    taken = foam.passed_on((4, 4))
    assert taken.sheet()[4, 4] == "1"
    assert taken.passed_on((4, 4)).sheet()[4, 4] == "2"
    corner = foam.given((0, 0), "1")
    assert corner.tray == "0" + "1" * 39
    assert corner.pieces[0] == "1" + "0" * 15
    assert foam.given((0, 0), "6") == foam
    assert foam.given((2, 2), "0") == foam
    full = Foam(("1" * 16,) * 6, "1" * 40)
    assert full.sheet()[0, 0] == CONTESTED
    assert full.given((4, 4), "5").sheet()[4, 4] == "5"


def test_foam_pieces_are_toggled_turned_and_flipped() -> None:
    foam = random_foam(Random(2))
    puzzle = parse(write(foam))
    assert isinstance(puzzle, SurfacePuzzle)
    assert puzzle.first(patience=20)
    assert foam.painted(0, [(0, 0, 0), (2, 2, 0)], "1").pieces[0] == "1" + foam.pieces[0][1:]
    assert foam.turned(1).turned(1).turned(1).turned(1) == foam.flipped(1).flipped(1) == foam
    assert foam.all_turned().pieces[4] == foam.turned(4).pieces[4]
    assert foam.all_flipped().pieces[4] == foam.flipped(4).pieces[4]
    assert len(foam.added().pieces) == 7
    assert foam.added().removed(6) == foam
    assert foam.with_tray().without_tray() == foam
