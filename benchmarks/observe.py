"""What `observe` costs the program that it watches: time per iteration with and without it.

    python benchmarks/observe.py [PROGRAM ...] [--repeat N] [--python FILE] [--json FILE]
        [--markdown FILE]

One program with five loops runs plainly and observed in turn, `--repeat` times over. Of each loop
it times many rounds by itself and tells the least, so that neither the start of Python nor a noisy
minute counts; a ratio is that of the least of all runs. *Wall* is what a user waits for, *CPU* that
of all threads of the process, which is steadier where others use the machine. It exits with 1
where a ratio of CPU is above its bound: 1.3 on a step of a millisecond, 2 on a loop of tiny eager
operations.

Programs that are named, such as examples/observed/*.py, run instead of these loops, whole, alone
and observed in turn, with start, compilations and, observed, the report; the bound is 1.3.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from _measure import Contender, interleaved, machine

Row = dict[str, float | str]  # of a table: what it is about, seconds, ratios, the bound of CPU
WATCH = [sys.executable, "-P", "-m", "jaxopt_lint", "observe", "--isolated", "--"]
WHOLE = 1.3
BOUNDS = {"step of 1 ms": 1.3, "tiny eager operations": 2.0}

PROGRAM = """\
import json
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np


def eager(n):
    x = jnp.ones(3)
    for i in range(n):
        x = x + 1.0
        x = jnp.sin(x)
        x = x * 0.5
    return x.block_until_ready()


@jax.jit
def tiny(state, batch):
    return jax.tree.map(lambda a: a * 0.9 + batch.sum(), state), (state["w0"] * 2).sum()


def tiny_steps(n):
    state = {f"w{i}": jnp.ones((4, 4)) for i in range(6)}
    batch = jnp.ones((8, 4))
    for i in range(n):
        state, value = tiny(state, batch)
        if i % 10 == 0:
            float(value)
    jax.block_until_ready(state)


@jax.jit
def long(state, turns):
    return jax.lax.fori_loop(0, turns, lambda _, a: jnp.tanh(a @ a.T), state), state.sum()


def long_steps(n):
    state = jnp.ones((48, 48)) * 0.01
    turns = jnp.asarray(TURNS)
    losses = []
    for i in range(n):
        state, value = long(state, turns)
        losses.append(float(value))
    return np.mean(losses)


class Env:
    def __init__(self):
        self.x, self.v, self.k = 0.0, 1.0, 0

    def force(self, a):
        return -self.x * 2.0 + a * 0.1 if abs(self.x) < 10 else 0.0

    def step(self, a):
        self.v += self.force(a) * 0.01
        self.x += self.v * 0.01
        self.k += 1
        done = self.k % 200 == 0 or abs(self.x) > 100
        return np.array([self.x, self.v]), -self.x ** 2, done


@jax.jit
def policy(params, seen):
    return jnp.tanh(params @ seen).sum()


def agent(n):
    env, seen, params, total = Env(), np.zeros(2), jnp.ones((8, 2)), 0.0
    for i in range(n):
        action = float(policy(params, seen))
        seen, reward, done = env.step(action)
        total += reward
        if done:
            env = Env()
    return total


def pure(n):
    env, total = Env(), 0.0
    for i in range(n):
        seen, reward, done = env.step(0.1)
        total += reward
    return total


def best(loop, n, rounds=9):
    loop(n)
    times = []
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        loop(n)
        times.append((time.perf_counter() - wall, time.process_time() - cpu))
    return [min(column) / n * 1e6 for column in zip(*times)]


TURNS = int(sys.argv[1])
if not TURNS:  # how many make a millisecond here
    TURNS = 8
    while best(long_steps, 20, 3)[1] < 1_000:
        TURNS = TURNS * 5 // 4 + 1
    print(TURNS)
    sys.exit()
print(json.dumps({
    "step of 1 ms": best(long_steps, 200),
    "tiny step": best(tiny_steps, 1_000),
    "tiny eager operations": best(eager, 1_000),
    "Python environment and a policy": best(agent, 1_000),
    "Python alone": best(pure, 5_000),
}))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="*", type=Path, help="run these, and not the loops")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has JAX")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=Path)
    args = parser.parse_args()
    rows, table = (whole if args.program else loops)(args)
    print(table)
    if args.markdown:
        args.markdown.write_text(table + "\n")
    if args.json:
        args.json.write_text(json.dumps({"machine": machine(), "rows": rows}, indent=1))
    return int(any(float(one["cpu"]) > float(one.get("bound", math.inf)) for one in rows))


def whole(args: argparse.Namespace) -> tuple[list[Row], str]:
    """CPU and wall seconds of whole programs, alone and observed, and what a run keeps."""
    contenders: list[Contender] = []
    with tempfile.TemporaryDirectory() as folder:
        places = [Path(folder) / str(number) for number in range(len(args.program))]
        for program, place in zip(args.program, places, strict=True):
            place.mkdir()
            shutil.copy(program, place)
            alone = [args.python, program.name]
            for name, command in (("alone", alone), ("observed", [*WATCH, *alone])):
                contenders.append(
                    Contender(
                        name, command, program.stem, cwd=place, env={"JAX_PLATFORMS": "cpu"}
                    )
                )
        interleaved(contenders, args.repeat, lambda text: print(text, file=sys.stderr))
        kept = [size(place / ".jaxopt-lint") / args.repeat for place in places]
    if missing := [one for one in contenders if one.absent]:
        sys.exit(f"{missing[0].scope} {missing[0].name}: {missing[0].absent}")
    rows: list[Row] = []
    for alone, seen, store in zip(contenders[::2], contenders[1::2], kept, strict=True):
        (wall, cpu), (wall_seen, cpu_seen) = (
            (min(s.wall for s in one.samples), min(s.cpu for s in one.samples))
            for one in (alone, seen)
        )
        rows.append({
            "program": alone.scope, "alone": cpu, "observed": cpu_seen, "wall": wall_seen / wall,
            "cpu": cpu_seen / cpu, "store": store, "bound": WHOLE,
        })  # fmt: skip
    return rows, "\n".join(
        [
            "| program | alone, s of CPU | observed | CPU | wall | kept, KiB |",
            "|---|---:|---:|---:|---:|---:|",
            *(
                f"| {one['program']} | {one['alone']:.1f} | {one['observed']:.1f} "
                f"| {one['cpu']:.2f} | {one['wall']:.2f} | {float(one['store']) / 1024:.0f} |"
                for one in rows
            ),
        ]
    )


def size(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def loops(args: argparse.Namespace) -> tuple[list[Row], str]:
    """Microseconds of one iteration of each loop, alone and observed."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "program.py").write_text(PROGRAM)
        command = [args.python, "program.py"]
        turns = run([*command, "0"], root).strip()
        plain, observed = [], []
        for turn in range(args.repeat):
            plain.append(json.loads(run([*command, turns], root)))
            observed.append(json.loads(run([*WATCH, *command, turns], root)))
            print(f"run {turn + 1}/{args.repeat}", file=sys.stderr)
        sizes = [log.stat().st_size for log in root.glob(".jaxopt-lint/runs/*/*.jsonl")]
    rows = [row(name, plain, observed) for name in plain[0]]
    table = "\n".join(
        [
            "| loop | alone, us | observed, us | wall | CPU | bound |",
            "|---|---:|---:|---:|---:|---:|",
            *(
                f"| {one['loop']} | {one['alone']:.1f} | {one['observed']:.1f} "
                f"| {one['wall']:.2f} | {one['cpu']:.2f} | {one.get('bound', '')} |"
                for one in rows
            ),
            "",
            f"A run keeps {max(sizes) / 1024:.0f} KiB.",
        ]
    )
    return rows, table


def run(command: list[str], cwd: Path) -> str:
    """What a command prints.

    Raises:
        CalledProcessError: it failed.
    """
    environment = os.environ | {"JAX_PLATFORMS": "cpu"}
    return subprocess.run(
        command, cwd=cwd, env=environment, check=True, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    ).stdout  # fmt: skip


def row(
    name: str, plain: list[dict[str, list[float]]], observed: list[dict[str, list[float]]]
) -> Row:
    """Microseconds and ratios of one loop, of the least of all runs."""
    (wall, cpu), (wall_seen, cpu_seen) = (
        [min(one[name][i] for one in runs) for i in (0, 1)] for runs in (plain, observed)
    )
    out: Row = {
        "loop": name,
        "alone": wall,
        "observed": wall_seen,
        "wall": wall_seen / wall,
        "cpu": cpu_seen / cpu,
    }
    return out | ({"bound": BOUNDS[name]} if name in BOUNDS else {})


if __name__ == "__main__":
    sys.exit(main())
