"""Gurobi in a process of its own. Its solution pool holds all solutions; the wheel's own licence is for
small models.
"""

from collections.abc import Iterator

from piecework.cover.engines._running import Job, serve

SIZE_LIMIT_EXCEEDED = 10010
MOST_SOLUTIONS = 2_000_000_000


def run(job: Job) -> Iterator[list[int]]:
    import gurobipy

    try:
        with gurobipy.Env(empty=True) as environment:
            environment.setParam("OutputFlag", 0)
            environment.start()
            yield from _solutions(gurobipy, environment, job)
    except gurobipy.GurobiError as error:
        if error.errno == SIZE_LIMIT_EXCEEDED:
            raise RuntimeError(f"model too large for this licence ({len(job.options)} variables)") from None
        raise


def _solutions(gurobipy, environment, job: Job) -> Iterator[list[int]]:  # type: ignore[no-untyped-def]
    with gurobipy.Model(env=environment) as model:
        model.Params.Threads = 1
        model.Params.PoolSearchMode = 2
        model.Params.PoolSolutions = min(job.limit or MOST_SOLUTIONS, MOST_SOLUTIONS)
        chosen = [model.addVar(vtype=gurobipy.GRB.BINARY) for _ in job.options]
        for (least, most), options in zip(job.ranges, job.rows(), strict=True):
            covered = gurobipy.quicksum(chosen[option] for option in options)
            if least == most:
                model.addConstr(covered == least)
            else:
                model.addConstr(covered >= least)
                model.addConstr(covered <= most)
        model.optimize()
        for number in range(model.SolCount):
            model.Params.SolutionNumber = number
            yield [option for option, variable in enumerate(chosen) if variable.Xn > 0.5]


if __name__ == "__main__":
    serve(run, "gurobipy")
