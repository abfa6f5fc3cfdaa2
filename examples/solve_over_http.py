"""Solve a puzzle over HTTP: start a job, read its solutions as they are found, stop when enough is enough.

piecework serve --no-open &
python examples/solve_over_http.py http://127.0.0.1:8580/
"""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen


def ask(address: str, *, method: str = "GET", body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = Request(address, data=data, method=method, headers={"content-type": "application/json"})
    with urlopen(request) as answer:
        return json.load(answer)


def main(server: str, *, enough: int = 5) -> None:
    api = server.rstrip("/") + "/api"
    job = ask(f"{api}/solve", method="POST", body={"puzzle": "pentominoes-6x10", "up_to": "symmetries"})
    with urlopen(f"{api}/jobs/{job['id']}/stream") as lines:
        for line in lines:
            found = json.loads(line)
            print(found["solution"], " ".join(sorted(one["piece"] for one in found["placements"])))
            if found["solution"] == enough:
                break
    job = ask(f"{api}/jobs/{job['id']}", method="DELETE")
    print(f"{job['state']} after {job['seconds']} s")


if __name__ == "__main__":
    main(sys.argv[1])
