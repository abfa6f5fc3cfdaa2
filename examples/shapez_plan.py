"""Can a shape be built, and how? Run it with a shape code, or without one for an example.

python examples/shapez_plan.py "P-P-P-P-:CrCgCrCg:cb------"
"""

import sys

from piecework import shapez


def main(code: str = "P-P-P-P-:CrCgCrCg:cb------") -> None:
    shape = shapez.Shape(code)
    atlas = shapez.Atlas.open_for(shape)  # searched once, then kept in the cache folder
    verdict = atlas.check(shape)
    print(f"{shape}: {verdict.kind}: {verdict.reason}")
    if not verdict.buildable:
        print("nearby:", *verdict.nearest)
        return
    plan = atlas.plan(shape, leaves="game", cost="machines")
    print(plan)
    print(plan.cost())
    assert plan.replay() == shape


if __name__ == "__main__":
    main(*sys.argv[1:2])
