#!/usr/bin/env python3
"""How long verdicts take: a made-up project with as many fixes as are asked for, judged in one run.

    python benchmarks/verify.py [--fixes 62] [--budget 5m] [--no-forks]

Every fix is of another function, with inputs stated beside it. Told are the time to the first
verdict, the median time of each further one, and what the same run takes once more, with all
verdicts kept. Do not change the tool meanwhile: its own code is a part of what verdicts hold for.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

# Each function has one loop or one name that a codemod mends.
_KINDS = (
    ("f32[B, D], B=5, D=3", "    return jax.tree_map(lambda a: a * {n}.5, x)\n"),
    ("f32[B, D], B=4, D=3", "    out = jnp.zeros(x.shape)\n    for i in range(x.shape[0]):\n"
     "        out = out.at[i].set(jnp.tanh(x[i]) + {n})\n    return out\n"),
    ("f32[B, D], B=6, D=2", "    total = jnp.zeros(x.shape[1])\n    for i in range(x.shape[0]):\n"
     "        total = total * 0.{n} + x[i]\n    return total\n"),
)  # fmt: skip
_HEAD = "import jax\nimport jax.numpy as jnp\n"
_RUN = """
import sys
from jaxopt_lint.verify.session import Session
if {forks}:
    first = Session.__init__
    def start(self, settings):
        first(self, settings)
        self.forks = False
    Session.__init__ = start
from jaxopt_lint.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def main() -> int:
    """Parse the command line, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fixes", type=int, default=62)
    parser.add_argument("--budget", default="30m")
    parser.add_argument("--no-forks", action="store_true", help="a process of its own for each job")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="jaxopt-lint-verify-") as folder:
        _project(Path(folder), options.fixes)
        load = os.getloadavg()[0]
        first = _run(folder, options.budget, not options.no_forks)
        again = _run(folder, options.budget, not options.no_forks)
    print(f"load {load:.0f} on {os.cpu_count()} processors at the start, {os.getloadavg()[0]:.0f} "
          "at the end")  # fmt: skip
    for name, ran in (("first run", first), ("again", again)):
        print(f"{name}: {ran}")
    return 0


def _project(root: Path, count: int) -> None:
    (root / "pyproject.toml").write_text('[project]\nname = "p"\ndependencies = ["jax>=0.7"]\n')
    for start in range(0, count, 5):
        parts = [_HEAD]
        for n in range(start, min(start + 5, count)):
            spec, body = _KINDS[n % len(_KINDS)]
            mark = f"\n\n# jaxopt-lint: verify({spec})\n"
            parts.append(f"{mark}@jax.jit\ndef f{n}(x):\n{body.format(n=n + 1)}")
        (root / f"m{start // 5}.py").write_text("".join(parts))


def _run(folder: str, budget: str, forks: bool) -> str:
    program = _RUN.format(forks=not forks)
    command = [sys.executable, "-c", program, "verify", ".", "--budget", budget]
    began = time.monotonic()
    process = subprocess.Popen(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdout is not None and process.stderr is not None
    lines = ((line, time.monotonic()) for line in process.stdout)
    told = [(line.split("  ")[2], at) for line, at in lines if line.startswith("JOL")]
    said = process.stderr.read().strip().replace("\n", " ")
    process.wait()
    whole = time.monotonic() - began
    decided = [at for word, at in told if word != "UNVERIFIED"]
    return f"{whole:.0f} s, {_each(decided, began)}; {said}"


def _each(decided: Sequence[float], began: float) -> str:
    if not decided:
        return "nothing decided"
    steps = [b - a for a, b in itertools.pairwise(decided)]
    median = f"then one every {statistics.median(steps):.2f} s (median)" if steps else ""
    return f"{len(decided)} decided, the first after {decided[0] - began:.1f} s, {median}"


if __name__ == "__main__":
    sys.exit(main())
