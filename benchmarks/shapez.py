"""Time, processor time and peak memory of the shapez searches, one process a row.

    python benchmarks/shapez.py [--threads N] [--json FILE] ROW...

A row is a configuration and what to search, such as `quad5:halves`, `quad5:pins` or `quad5:full`; without
rows a short set runs. Each search writes its atlas to a temporary folder; times of the phases come from the
atlas, memory from the operating system. Counts are printed beside them.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

QUICK = [
    "quad3:full",
    "quad4:full",
    "quad5:halves",
    "quad6:halves",
    "hex3:pins",
    "hex4:halves",
    "oct3:halves",
]
FLAGS = {"halves": [], "pins": ["--pp-parents"], "full": ["--pp-parents", "--full-set"]}


def measure(row: str, threads: int, folder: Path) -> dict[str, object]:
    config, what = row.split(":")
    path = folder / f"{config}-{what}.atlas"
    command = [sys.executable, "-c", "from piecework.cli import main; main()", "shapez", "search", config]
    command += ["-o", str(path), "--threads", str(threads), "--json", *FLAGS[what]]
    probe = (
        "import resource, subprocess, sys; "
        "status = subprocess.call(sys.argv[1:]); "
        "usage = resource.getrusage(resource.RUSAGE_CHILDREN); "
        "print(usage.ru_maxrss, usage.ru_utime + usage.ru_stime, file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe, *command], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return {"row": row, "error": done.stderr.strip().splitlines()[0]}
    peak, cpu = done.stderr.split()[-2:]
    result = json.loads(done.stdout)
    keys = ("halves", "canonical_halves", "total", "swappable", "non_swappable", "pp_essential")
    summary: dict[str, object] = {"row": row, "threads": threads, "peak_mib": int(peak) // 1024}
    summary |= {"cpu_seconds": round(float(cpu), 2), "times": result["times"], "file_bytes": result["bytes"]}
    summary |= {key: result[key] for key in keys}
    path.unlink()
    return summary


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", default=QUICK)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for row in options.rows:
            result = measure(row, options.threads, Path(folder))
            print(json.dumps(result), flush=True)
            if options.json:
                with options.json.open("a") as file:
                    file.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
