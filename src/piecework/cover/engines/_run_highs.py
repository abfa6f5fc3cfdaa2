"""HiGHS in a process of its own. It has no enumeration: every solution found is cut off, and it is asked
again.
"""

from collections.abc import Iterator

from piecework.cover.engines._running import Job, serve


def run(job: Job) -> Iterator[list[int]]:
    import highspy

    highs = highspy.Highs()  # type: ignore[no-untyped-call, unused-ignore]
    highs.silent()
    highs.setOptionValue("threads", 1)
    for _ in job.options:
        highs.addVar(0, 1)
    for option in range(len(job.options)):
        highs.changeColIntegrality(option, highspy.HighsVarType.kInteger)
    for (least, most), options in zip(job.ranges, job.rows(), strict=True):
        if not options and least:
            return  # HiGHS takes an empty row for a mistake, and nothing can cover this item
        highs.addRow(least, most, len(options), options, [1.0] * len(options))
    while True:
        highs.run()
        status = highs.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return
        if status not in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kModelEmpty):
            raise RuntimeError(f"stopped with status {highs.modelStatusToString(status)}")
        values = highs.getSolution().col_value
        solution = [option for option, value in enumerate(values) if value > 0.5]
        yield solution
        if not job.options:
            return
        coefficients, bound = job.cut(solution)
        if not coefficients:
            return
        highs.addRow(
            -highspy.kHighsInf,
            bound,
            len(coefficients),
            list(coefficients),
            [float(value) for value in coefficients.values()],
        )


if __name__ == "__main__":
    serve(run, "highspy")
