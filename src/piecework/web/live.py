"""Jobs on a page: a page holds the jobs that it shows, and finds them again after a reload.

job = begin(Solve(puzzle="soma"), "soma")       # in an event handler
job = await again("soma")                       # in the page function, after the page is connected
"""

from collections.abc import Callable
from weakref import WeakKeyDictionary

from nicegui import Client, app, context

from piecework.web.jobs import Job
from piecework.web.requests import Request
from piecework.web.state import state


def begin(request: Request, key: str) -> Job:
    """Start a job for this page, in place of the one that it started under this key before.

    Raises `Refused`; its text is made to be shown.
    """
    earlier = state().jobs.get(app.storage.tab.get(key, ""))
    if earlier is not None and not earlier.held_besides(context.client.id):
        earlier.cancel()
    job = state().jobs.start(request, owner=context.client.id)
    app.storage.tab[key] = job.id
    _hold(job)
    return job


async def again(key: str) -> Job | None:
    """The job that this browser tab started under this key before it was reloaded, if it is remembered."""
    await context.client.connected()
    if not context.client.has_socket_connection:  # it went away meanwhile
        return None
    job = state().jobs.get(app.storage.tab.get(key, ""))
    if job is not None:
        _hold(job)
    return job


_shown: WeakKeyDictionary[Client, list[Job]] = WeakKeyDictionary()
"""The jobs that each page shows: one pair of handlers a page, however many it starts."""


def _hold(job: Job) -> None:
    client = context.client
    job.hold(client.id)
    if client not in _shown:
        client.on_disconnect(lambda: _tell(client, Job.release))
        client.on_connect(lambda: _tell(client, Job.hold))
    _shown[client] = [*(shown for shown in _shown.get(client, ()) if not shown.ended), job]


def _tell(client: Client, news: Callable[[Job, str], None]) -> None:
    for job in _shown[client]:
        news(job, client.id)
