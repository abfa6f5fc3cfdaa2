"""Write a puzzle down, see whether it can work, count it, and look at its solutions."""

import piecework as pw

puzzle = pw.Puzzle(
    [
        pw.Piece("P", "##/##/#.", moves="flip"),
        pw.Piece("L", "#./#./##", moves="flip"),
        pw.Piece("I", "###"),
    ],
    pw.Target.box(4, 3),
    title="Three pieces in a tray",
)

for fault in puzzle.check():
    print(fault)

print(puzzle.counts())
for solution in puzzle.solutions("symmetries"):
    print(solution, end="\n\n")

# A puzzle is a file, too, and a file is a puzzle.
assert pw.parse(pw.dump(puzzle)) == puzzle
