"""CP-SAT in a process of its own. It enumerates with one worker, by design."""

from collections.abc import Iterator

from piecework.cover.engines._running import Job, give, serve


def run(job: Job) -> Iterator[list[int]]:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"x{option}") for option in range(len(job.options))]
    if job.task == "core":
        yield from _core(job)
        return
    for (least, most), options in zip(job.ranges, job.rows(), strict=True):
        model.add_linear_constraint(sum(chosen[option] for option in options), least, most)

    class Collector(cp_model.CpSolverSolutionCallback):
        """Solutions are written from inside the search: there may be too many to keep."""

        found = 0

        def on_solution_callback(self) -> None:
            give([option for option, variable in enumerate(chosen) if self.boolean_value(variable)])
            self.found += 1
            if self.found == job.limit:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, Collector())


def _core(job: Job) -> Iterator[list[int]]:
    """Items that cannot be covered together, with none to spare."""
    kept = _impossible(job, list(range(len(job.ranges))))
    if kept is None:
        return
    for item in list(kept):
        if item in kept:
            smaller = _impossible(job, [other for other in kept if other != item])
            if smaller is not None:
                kept = smaller
    yield kept


def _impossible(job: Job, items: list[int]) -> list[int] | None:
    """Those of the items that CP-SAT names as impossible together, or None if they can be covered.

    Leaving an item out drops only its lower bound: the item may then stay uncovered, and is still not covered
    more often than it may be.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var(f"x{option}") for option in range(len(job.options))]
    wanted = {item: model.new_bool_var(f"w{item}") for item in items}
    for item, ((least, most), options) in enumerate(zip(job.ranges, job.rows(), strict=True)):
        covered = sum(chosen[option] for option in options)
        model.add_linear_constraint(covered, 0, most)
        if item in wanted and least:
            model.add_linear_constraint(covered, least, most).only_enforce_if(wanted[item])
    model.add_assumptions(list(wanted.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.INFEASIBLE:
        return None
    named = set(solver.sufficient_assumptions_for_infeasibility())
    return [item for item in items if wanted[item].index in named]


if __name__ == "__main__":
    serve(run, "ortools")
