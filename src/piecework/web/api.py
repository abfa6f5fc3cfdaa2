"""The HTTP API under `/api`: puzzles, jobs, and shapes; its description is at `/api/openapi.json`.

Whatever takes longer than a moment is a job: start it, look how far it is, read its solutions while it goes
on, stop it. The page's own buttons use the same models and the same jobs.
"""

import json
from collections.abc import AsyncIterator
from importlib.metadata import version
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Path, Query, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from piecework.web import requests
from piecework.web.catalogue import Entry, entries, entry_svg, source_text
from piecework.web.jobs import Job, Refused
from piecework.web.sources import is_text
from piecework.web.state import state

VERSION = version("piecework")
MOST_AT_ONCE = 1000
"""Solutions in one answer."""
LONGEST_WAIT = 30.0

JobId = Annotated[str, Path(max_length=64, description="The id that a started job has.")]
Wait = Annotated[
    float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for the job to end before answering.")
]
PuzzleName = Annotated[str, Path(max_length=100)]

NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"description": "There is no such thing."}}
BUSY: dict[int | str, dict[str, Any]] = {429: {"description": "Too much is waiting already."}}


class JobStatus(BaseModel):
    """How a job stands; solutions are asked for separately."""

    id: str
    kind: str
    state: str = Field(description="queued, running, done, stopped or failed")
    position: int = Field(description="Place in the queue, 1 for the next; 0 when it does not wait.")
    fraction: float = Field(description="How much of the work is done, from 0 to 1.")
    nodes: int = Field(description="Steps of the search.")
    found: int = Field(description="Solutions found.")
    kept: int = Field(description="Solutions that can be asked for.")
    complete: bool = Field(description="Whether these are all the solutions there are.")
    seconds: float
    seconds_left: float | None
    counts: dict[str, int] = Field(description="What was counted, by the four names; exact.")
    result: Any = Field(description="What else was asked for.")
    message: str = Field(description="Why it failed or stopped, or what to know about the result.")
    version: int = Field(description="Goes up with every change.")


class ServerStatus(BaseModel):
    """How busy the server is."""

    version: str
    running: int
    queued: int
    at_once: int = Field(description="Searches that may run at the same time.")


class Solutions(BaseModel):
    """Some of a job's solutions, each a list of placements."""

    start: int
    kept: int
    solutions: list[list[dict[str, Any]]]


class PuzzleFile(BaseModel):
    """The text of a puzzle file."""

    model_config = ConfigDict(extra="forbid", strict=True)
    text: Annotated[str, Field(min_length=1, max_length=requests.LONGEST_TEXT)]


class Opened(BaseModel):
    """A puzzle that was opened: its name, by which its page is found, and what is known of it."""

    name: str
    facts: dict[str, Any]


def create_api() -> FastAPI:
    """The API as an application of its own."""
    api = FastAPI(
        title="piecework",
        version=VERSION,
        description="Which shapes can be built from these parts, in how many ways, and how?",
        docs_url=None,  # the usual documentation pages load their scripts from elsewhere
        redoc_url=None,
    )
    _puzzles(api)
    _jobs(api)
    _shapes(api)
    return api


def _puzzles(api: FastAPI) -> None:
    @api.get("/puzzles", tags=["puzzles"])
    def puzzles() -> list[Entry]:
        """The catalogue."""
        return list(entries().values())

    @api.post("/puzzles", tags=["puzzles"], status_code=201, responses=BUSY)
    async def open_puzzle(file: PuzzleFile) -> Opened:
        """Open a puzzle file of one's own; the page `/puzzle/{name}` shows it."""
        facts = await _checked(requests.Check(puzzle=_as_text(file.text)))
        return Opened(name=state().opened.keep(file.text), facts=facts)

    @api.get("/puzzles/{name}", tags=["puzzles"], responses=NOT_FOUND)
    def puzzle(name: PuzzleName) -> Entry:
        """One puzzle of the catalogue."""
        return _entry(name)

    @api.get("/puzzles/{name}/file", tags=["puzzles"], responses=NOT_FOUND, response_class=PlainTextResponse)
    def puzzle_file(name: PuzzleName) -> PlainTextResponse:
        """The puzzle as a YAML file."""
        text = state().opened.get(name) or source_text(_entry(name).name)
        return PlainTextResponse(text, media_type="application/yaml; charset=utf-8")

    @api.get("/puzzles/{name}/picture", tags=["puzzles"], responses=NOT_FOUND, response_class=Response)
    def puzzle_picture(name: PuzzleName) -> Response:
        """A picture of the puzzle, solved, as SVG."""
        return _svg(entry_svg(_entry(name).name), keep=3600)

    @api.post("/check", tags=["puzzles"], responses=BUSY)
    async def check(request: requests.Check) -> dict[str, Any]:
        """What is known about a puzzle before any search, and the plain reasons why it has no solution."""
        return await _checked(request)


def _svg(picture: str, *, keep: int = 0) -> Response:
    """A picture; opened on its own it is a document, and must not do anything."""
    headers = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
    if keep:
        headers["cache-control"] = f"max-age={keep}"
    return Response(picture, media_type="image/svg+xml", headers=headers)


def _entry(name: str) -> Entry:
    if name not in entries():
        raise HTTPException(404, f"There is no puzzle {name!r}.")
    return entries()[name]


def _as_text(text: str) -> str:
    """A text that cannot be taken for the name of a puzzle."""
    return text if is_text(text) else text + "\n"


async def _checked(request: requests.Check) -> dict[str, Any]:
    job = _started(request)
    await job.wait()
    if job.state != "done":
        raise HTTPException(422, job.message)
    facts: dict[str, Any] = job.result
    return facts


def _started(request: requests.Request) -> Job:
    try:
        return state().jobs.start(request, owner="api")
    except Refused as reason:
        raise HTTPException(429, str(reason)) from None


def _jobs(api: FastAPI) -> None:
    async def begun(request: requests.Request, wait: float) -> JobStatus:
        job = _started(request)
        await job.wait(wait)
        return _status(job)

    @api.get("/status", tags=["jobs"])
    async def server_status() -> ServerStatus:
        """How busy the server is."""
        running, queued = state().jobs.load()
        most = state().settings.at_once
        return ServerStatus(version=VERSION, running=running, queued=queued, at_once=most)

    @api.post("/jobs", tags=["jobs"], status_code=201, responses=BUSY)
    async def start(request: requests.AnyRequest, wait: Wait = 0) -> JobStatus:
        """Start any kind of job."""
        return await begun(request, wait)

    @api.post("/solve", tags=["puzzles"], status_code=201, responses=BUSY)
    async def solve(request: requests.Solve, wait: Wait = 0) -> JobStatus:
        """Start to look for solutions."""
        return await begun(request, wait)

    @api.post("/count", tags=["puzzles"], status_code=201, responses=BUSY)
    async def count(request: requests.Count, wait: Wait = 0) -> JobStatus:
        """Start to count solutions, exactly."""
        return await begun(request, wait)

    @api.post("/surfaces/solve", tags=["surfaces"], status_code=201, responses=BUSY)
    async def surface_solve(request: requests.SurfaceSolve, wait: Wait = 0) -> JobStatus:
        """Start to cover a body with pieces of a pool."""
        return await begun(request, wait)

    @api.post("/surfaces/bodies", tags=["surfaces"], status_code=201, responses=BUSY)
    async def surface_bodies(request: requests.SurfaceBodies, wait: Wait = 0) -> JobStatus:
        """Start to look which bodies a pool can make."""
        return await begun(request, wait)

    @api.post("/shapez/check", tags=["shapez"], status_code=201, responses=BUSY)
    async def shapez_check(request: requests.ShapezCheck, wait: Wait = 0) -> JobStatus:
        """Start to find out whether a shape can be built."""
        return await begun(request, wait)

    @api.post("/shapez/plan", tags=["shapez"], status_code=201, responses=BUSY)
    async def shapez_plan(request: requests.ShapezPlan, wait: Wait = 0) -> JobStatus:
        """Start to plan how a shape is built."""
        return await begun(request, wait)

    @api.post("/shapez/random", tags=["shapez"], status_code=201, responses=BUSY)
    async def shapez_random(request: requests.ShapezRandom, wait: Wait = 0) -> JobStatus:
        """Start to draw random shapes that can be built."""
        return await begun(request, wait)

    @api.get("/jobs/{id}", tags=["jobs"], responses=NOT_FOUND)
    async def status(id: JobId, wait: Wait = 0) -> JobStatus:  # noqa: A002
        """How a job stands."""
        job = _job(id)
        await job.wait(wait)
        return _status(job)

    @api.delete("/jobs/{id}", tags=["jobs"], responses=NOT_FOUND)
    async def cancel(id: JobId) -> JobStatus:  # noqa: A002
        """Stop a job; what it has found can still be asked for."""
        job = _job(id)
        job.cancel()
        return _status(job)

    @api.get("/jobs/{id}/solutions", tags=["jobs"], responses=NOT_FOUND)
    async def solutions(
        id: JobId,  # noqa: A002
        start: Annotated[int, Query(ge=0, le=10**9)] = 0,
        most: Annotated[int, Query(ge=1, le=MOST_AT_ONCE)] = 100,
    ) -> Solutions:
        """Some of the solutions that are kept."""
        job = _job(id)
        return Solutions(start=start, kept=len(job.solutions), solutions=job.solutions[start : start + most])

    @api.get("/jobs/{id}/stream", tags=["jobs"], responses=NOT_FOUND, response_class=StreamingResponse)
    async def stream(id: JobId) -> StreamingResponse:  # noqa: A002
        """The solutions as they are found: a line of JSON each, and the job's status as the last line."""
        return StreamingResponse(_lines(_job(id)), media_type="application/x-ndjson")


def _job(id: str) -> Job:  # noqa: A002
    job = state().jobs.get(id)
    if job is None:
        raise HTTPException(404, "There is no such job, or it is no longer remembered.")
    return job


def _status(job: Job) -> JobStatus:
    return JobStatus.model_validate(job.status())


async def _lines(job: Job) -> AsyncIterator[str]:
    sent = version = 0
    while True:
        ended = job.ended
        while sent < len(job.solutions):
            sent += 1
            yield json.dumps({"solution": sent, "placements": job.solutions[sent - 1]}) + "\n"
        if ended:
            break
        version = await job.changed(version)
    yield json.dumps({"status": job.status()}) + "\n"


def _shapes(api: FastAPI) -> None:
    from piecework.draw.shapez import SKINS, shape_svg
    from piecework.shapez import Shape, ShapezError

    @api.get("/shapez/draw", tags=["shapez"], response_class=Response)
    def shapez_draw(
        code: Annotated[str, Query(min_length=1, max_length=requests.LONGEST_CODE)],
        skin: Annotated[str, Query(max_length=20, description=", ".join(SKINS))] = "rgb",
        exploded: bool = False,
        patterns: bool = False,
        extended: bool = False,
    ) -> Response:
        """A shape as SVG."""
        if skin not in SKINS:
            raise HTTPException(422, f"There is no skin {skin!r}: there are {', '.join(SKINS)}.")
        try:
            shape = Shape(code, extended=extended)
        except ShapezError as error:
            raise HTTPException(422, str(error)) from None
        return _svg(shape_svg(shape, exploded=exploded, skin=skin, patterns=patterns))
