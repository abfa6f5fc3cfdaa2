"""What can be asked of the server: the same models for the page and for the HTTP API, strict and bounded."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

UpTo = Literal["labelled", "distinct", "rotations", "symmetries"]
Classes = Literal["distinct", "rotations", "symmetries"]
Engine = Literal["piecework", "cpsat", "highs", "gurobi"]
Strategy = Literal["auto", "search", "sweep"]

LONGEST_TEXT = 256 * 1024
"""Characters of a puzzle file."""
LONGEST_CODE = 400
"""Characters of a shape code: five layers of ten parts need 104."""

Name = Annotated[str, Field(min_length=1, max_length=100)]
PuzzleText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_TEXT,
        description="The name of a puzzle in the catalogue, or the text of a puzzle file.",
        examples=["galacube"],
    ),
]
Scenario = Annotated[
    str | None,
    Field(max_length=40, description="How to play it, where there are several ways: flat, cube, tray …"),
]
Fix = Annotated[
    list[Annotated[str, Field(max_length=2000)]],
    Field(max_length=100, description="Hints that must hold: PIECE=#7, or PIECE=0,0 1,0 …"),
]
Cube = Annotated[list[Annotated[int, Field(ge=-1000, le=1000)]], Field(min_length=3, max_length=3)]
Cubes = Annotated[list[Cube], Field(min_length=1, max_length=500)]
Code = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_CODE,
        description="A shape code of Shapez 2.",
        examples=["CuCu----:RrRr----"],
    ),
]
Layers = Annotated[
    int | None, Field(ge=1, le=5, description="The layer limit; that of the game if not given.")
]


class Request(BaseModel):
    """Anything that is worked on outside the server's own process."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Check(Request):
    """What a puzzle is, and the plain reasons why it cannot be solved."""

    kind: Literal["check"] = "check"
    puzzle: PuzzleText
    scenario: Scenario = None


class Solve(Request):
    """Solutions of a puzzle, as they are found."""

    kind: Literal["solve"] = "solve"
    puzzle: PuzzleText
    scenario: Scenario = None
    up_to: Classes = "distinct"
    limit: Annotated[int | None, Field(ge=1, le=1_000_000, description="So many solutions at most.")] = None
    engine: Engine = "piecework"
    fix: Fix = []


class Count(Request):
    """How many solutions a puzzle has, told apart in up to four ways."""

    kind: Literal["count"] = "count"
    puzzle: PuzzleText
    scenario: Scenario = None
    up_to: Annotated[list[UpTo], Field(min_length=1, max_length=4)] = [
        "labelled",
        "distinct",
        "rotations",
        "symmetries",
    ]
    strategy: Strategy = "auto"
    fix: Fix = []


class Pool(Request):
    """Pieces: sets and families by name, and pieces of one's own."""

    sets: Annotated[list[Name], Field(max_length=50, examples=[["original/blue"]])] = []
    pieces: Annotated[
        dict[Name, Annotated[str, Field(min_length=16, max_length=16, pattern="^[01]{16}$")]],
        Field(max_length=300, description="Further pieces: 16 border cubits clockwise from the north west."),
    ] = {}


class SurfaceSolve(Request):
    """Ways to cover a body with pieces of a pool."""

    kind: Literal["surface-solve"] = "surface-solve"
    body: Annotated[str | None, Field(max_length=40, description="cube, 1x2x3, cross, L …")] = None
    cubes: Annotated[Cubes | None, Field(description="A body of unit cubes, instead of a name.")] = None
    surface: Annotated[
        str | None, Field(max_length=LONGEST_TEXT, description="A surface file, instead of a name.")
    ] = None
    pool: Pool = Pool(sets=["original/blue"])
    flip: bool = True
    up_to: Classes = "distinct"
    limit: Annotated[int, Field(ge=1, le=100_000)] = 1


class SurfaceBodies(Request):
    """Which bodies of up to so many cubes can be covered with pieces of a pool."""

    kind: Literal["surface-bodies"] = "surface-bodies"
    pool: Pool = Pool(sets=["original/blue"])
    most: Annotated[int, Field(ge=1, le=6, description="Cubes of the largest bodies.")] = 3
    flip: bool = True
    patience: Annotated[float, Field(gt=0, le=60, description="Seconds for each body.")] = 5.0


class ShapezCheck(Request):
    """Whether a shape can be built, and why not."""

    kind: Literal["shapez-check"] = "shapez-check"
    code: Code
    layers: Layers = None
    extended: bool = False


class ShapezPlan(Request):
    """How to build a shape."""

    kind: Literal["shapez-plan"] = "shapez-plan"
    code: Code
    layers: Layers = None
    leaves: Literal["halves", "game"] = "game"
    cost: Literal["machines", "depth", "belts"] | None = "machines"
    extended: bool = False


class ShapezRandom(Request):
    """Random shapes that can be built."""

    kind: Literal["shapez-random"] = "shapez-random"
    parts: Literal[4, 6] = 4
    layers: Annotated[int, Field(ge=1, le=5, description="The layer limit.")] = 4
    count: Annotated[int, Field(ge=1, le=100)] = 1
    of: Literal["any", "swappable", "stackable", "pin_essential"] = "any"
    coloured: bool = True
    seed: Annotated[int | None, Field(ge=0, le=2**53)] = None


AnyRequest = Annotated[
    Check | Solve | Count | SurfaceSolve | SurfaceBodies | ShapezCheck | ShapezPlan | ShapezRandom,
    Field(discriminator="kind"),
]

QUICK = ("check",)
"""Kinds that are answered in a moment: they do not wait behind searches."""
