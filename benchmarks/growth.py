"""How time grows with the number of findings in one file: linted, as JSON, and fixed.

    python benchmarks/growth.py [--sizes N,N,N] [--repeat N] [--json FILE] [--markdown FILE]

A file is made of functions that each hold one finding with a fix, of many rules by turns. Each
size is four times the one before, so that work which is proportional to the findings takes four
times as long, and work that compares each with each other sixteen times.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from _measure import Contender, interleaved, machine

SIZES = (1_000, 4_000, 16_000)
BOUND = 5.0  # how much longer four times as many findings may take
OURS = (sys.executable, "-P", "-m", "jaxopt_lint", "check", "--no-cache")

COMMANDS = {
    "text": (),
    "json": ("--output-format", "json"),
    "fix": ("--fix", "--unsafe-fixes"),
}

HEAD = '''\
"""Many small functions, each with one thing to mend."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental.shard_map import shard_map
from jax.sharding import PartitionSpec as P

'''

# Each holds one finding that a fix removes; NN is the running number.
KINDS = (
    """
@jax.jit
def train_step_NN(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads


def train_NN(batches):
    params = jnp.ones((8, 4))
    for batch in batches:
        params = train_step_NN(params, batch)
    return params
""",
    """
def doubled_NN(tree):
    # Twice of everything.
    return jax.tree_map(lambda leaf: 2 * leaf, tree)
""",
    """
def batch_loss_NN(params, xs, ys):
    losses = []
    for i in range(xs.shape[0]):
        # One row at a time.
        predicted = jnp.tanh(xs[i] @ params)
        losses.append(jnp.mean((predicted - ys[i]) ** 2))
    return jnp.mean(jnp.stack(losses))
""",
    """
@jax.jit
def rnn_NN(w, u, h, xs):
    ys = []
    for t in range(xs.shape[0]):
        h = jnp.tanh(w @ h + u @ xs[t])
        ys.append(h)
    return jnp.stack(ys)
""",
    """
def loss_NN(params, batch):
    return jnp.mean((batch @ params) ** 2)


def step_NN(params, batch):
    loss = loss_NN(params, batch)
    grads = jax.grad(loss_NN)(params, batch)
    return params - 0.1 * grads, loss
""",
    """
def total_NN(mesh):
    body = lambda x: jax.lax.psum(x, "data")
    return shard_map(body, mesh, in_specs=P("data"), out_specs=P(), check_rep=False)
""",
    """
@jax.jit
def leading_NN(matrix, v):
    for _ in range(50):
        v = matrix @ v
        v = v / jnp.linalg.norm(v)
    return v
""",
    """
def spread_NN(rows):
    return jax.jit(lambda r: jnp.max(r) - jnp.min(r))(rows)


def report_NN(batches):
    return [spread_NN(batch) for batch in batches]
""",
    """
def noisy_NN(key, x):
    slope = jax.random.uniform(key)
    noise = jax.random.normal(key, x.shape)
    return slope * x + noise
""",
    """
def bounded_NN(x):
    return jnp.clip(x, a_min=0.0).sum()
""",
    """
@jax.jit
def pad_NN(x, n):
    return jnp.concatenate([x, jnp.zeros(n)])
""",
    """
@jax.jit
def length_NN(x):
    return np.sqrt((x**2).sum())
""",
    """
def first_NN():
    return jax.host_id() == 0
""",
)


def source(findings: int) -> str:
    """A file with so many findings, the kinds by turns."""
    return HEAD + "\n".join(KINDS[n % len(KINDS)].replace("NN", str(n)) for n in range(findings))


def complaint() -> str:
    """Why the kinds do not do what they are there for; empty if all is well."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "many.py").write_text(source(len(KINDS)), encoding="utf-8")
        command = (*OURS, "--output-format", "json", folder)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        return done.stderr.strip()
    found = json.loads(done.stdout)
    if len(found) == len(KINDS) and all(finding["fix"] for finding in found):
        return ""
    return f"{len(KINDS)} kinds give {len(found)} findings, or some have no fix"


def contenders(folder: Path, sizes: Sequence[int], limit: float) -> dict[str, list[Contender]]:
    """What is timed, by what is done, in the order of the sizes."""
    out: dict[str, list[Contender]] = {what: [] for what in COMMANDS}
    for size in sizes:
        text = source(size)
        for what, arguments in COMMANDS.items():
            home = folder / f"{size}-{what}"
            home.mkdir()

            def write(path: Path = home / "many.py", text: str = text) -> None:
                path.write_text(text, encoding="utf-8")

            out[what].append(
                Contender(
                    f"{size} findings",
                    (*OURS, *arguments, str(home)),
                    what,
                    lines=text.count("\n"),
                    before=write,
                    accept=(0, 1),
                    limit=limit,
                )
            )
    return out


def markdown(sizes: Sequence[int], timed: dict[str, list[Contender]]) -> str:
    """CPU seconds for each size, and how many times those of the size before."""
    head = [f"{what} | times" for what in timed]
    out = [f"| findings | lines | {' | '.join(head)} |", "|---:|---:|" + "---:|---:|" * len(timed)]
    for i, size in enumerate(sizes):
        cells = [f"{size:,}", f"{timed['text'][i].lines:,}"]
        for row in timed.values():
            now, before = row[i].cpu, row[i - 1].cpu if i else None
            cells.append(f"{now:.1f} s" if now is not None else row[i].absent)
            cells.append(f"{now / before:.1f}" if now and before else "")
        out.append(f"| {' | '.join(cells)} |")
    return "\n".join(out)


def steep(sizes: Sequence[int], timed: dict[str, list[Contender]]) -> list[str]:
    """The steps that take more than they may."""
    out = []
    for what, row in timed.items():
        for i in range(1, len(sizes)):
            now, before = row[i].cpu, row[i - 1].cpu
            most = BOUND * sizes[i] / sizes[i - 1] / 4
            if now is None or before is None or now > most * before:
                out.append(f"{what}: from {sizes[i - 1]} to {sizes[i]} findings")
    return out


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="default: %(default)s")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--limit", type=float, default=900.0, help="seconds for one run")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=Path)
    return parser.parse_args()


def main() -> int:
    """Time each size; exit with 1 where a step takes more than it may."""
    chosen = options()
    sizes = [int(size) for size in chosen.sizes.split(",")]
    wrong = complaint()
    if wrong:
        print(wrong, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        timed = contenders(Path(folder), sizes, chosen.limit)
        flat = [row[i] for i in range(len(sizes)) for row in timed.values()]
        interleaved(flat, chosen.repeat, lambda line: print(line, file=sys.stderr))
    table = markdown(sizes, timed)
    about = machine()
    print(f"CPU seconds; {about['cpu']}, Python {about['python']}.\n\n{table}")
    if chosen.markdown:
        chosen.markdown.write_text(table + "\n", encoding="utf-8")
    if chosen.json:
        data = {
            "machine": about,
            "sizes": sizes,
            "samples": {w: [[asdict(s) for s in c.samples] for c in r] for w, r in timed.items()},
        }
        chosen.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    too_much = steep(sizes, timed)
    for line in too_much:
        print(f"more than {BOUND:g} times as long for four times as many: {line}", file=sys.stderr)
    return 1 if too_much else 0


if __name__ == "__main__":
    sys.exit(main())
