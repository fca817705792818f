"""`scripts/corpus respell`: what each rewriting makes, and that findings stay on small files."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"
STEP = '''\
"""A small training script."""
import functools
import jax
import jax.numpy as jnp
from jax import lax
from functools import (
    partial,
)


@partial(jax.jit, static_argnames=("width",))
def project(x, width):
    return lax.top_k(jnp.tanh(x), width)


@jax.jit
def step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def draw(seed):
    """Two draws
    from one key."""
    key = jax.random.key(seed)
    first = jax.random.normal(key, (3,))
    second = jax.random.normal(key, (3,))
    return first + second


@jax.jit
def unroll(w, xs: jax.Array):
    h = jnp.zeros(3)
    ys = []
    for t in range(xs.shape[0]):
        h = jnp.tanh(w @ h + xs[t])
        ys.append(h)
    return jnp.stack(ys)


def train(params, batches):
    for batch in batches:
        params = step(params, batch)
        print(float(jnp.sum(draw(0))))
    return params
'''


@pytest.fixture
def respelling(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    yield importlib.import_module("_corpus_respell")
    for name in [name for name in sys.modules if name.startswith("_corpus_")]:
        del sys.modules[name]


def written(respelling: ModuleType, kind: str, text: str, variant: int = 0) -> str:
    """What a rewriting makes of a text, all files of it one after the other."""
    other = respelling.KINDS[kind][variant](respelling.Original(text))
    return "\n---\n".join(map(other.text, other.files))


def test_imports(respelling: ModuleType) -> None:
    whole, pieces, aliases = (written(respelling, "imports", STEP, n) for n in range(3))
    assert "jax.lax.top_k(jax.numpy.tanh(x), width)" in whole
    assert "@functools.partial(jax.jit, static" in whole
    assert "from jax import grad, jit, random, tree\n" in pieces.replace("Array, ", "")
    assert "from jax import numpy as jnp" in pieces and "@jit\n" in pieces
    assert "import jax.numpy as jnp_0" in aliases and "@partial_0(jax_0.jit" in aliases


@pytest.mark.parametrize(
    "text",
    [
        "import jax.numpy as jnp\ndef f(jnp): return jnp.x\n",
        "import jax.numpy as jnp\ndef f(x: 'jnp.ndarray'): return x\n",
        "import jax.numpy as jnp\n__all__ = ['jnp']\n",
        "import jax.numpy as jnp\nprint(f'{jnp.x}')\n",
        "def f():\n    import jax.numpy as jnp\n    return jnp.x\n",
        "from jax.experimental import pallas\npallas.x\n",  # nobody else imports it
    ],
)
def test_names_that_may_mean_something_else_stay(respelling: ModuleType, text: str) -> None:
    assert [written(respelling, "imports", text, n) for n in range(3)] == [text] * 3


def test_decorators(respelling: ModuleType) -> None:
    applied, flat = (written(respelling, "decorators", STEP, n) for n in (0, 1))
    assert 'project = partial(jax.jit, static_argnames=("width",))(project)\n' in applied
    assert 'project = jax.jit(project, static_argnames=("width",))\n' in flat
    assert "\ndef step(" in flat and "params, grads)\nstep = jax.jit(step)\n" in flat
    unknown = "@jax.jit\n@known.nowhere\ndef f(x): return x\n"
    assert written(respelling, "decorators", f"import jax\n{unknown}").endswith(unknown)


def test_blocks(respelling: ModuleType) -> None:
    whole = written(respelling, "if-true", STEP)
    assert '    from one key."""\n    if True:\n        key = ' in whole
    text = "def f():\n    a = '''\nb'''\n    return a\n"
    assert written(respelling, "if-true", text) == (
        "def f():\n    if True:\n        a = '''\nb'''\n        return a\n"
    )


def test_bodies_of_loops(respelling: ModuleType) -> None:
    made = written(respelling, "loop-body", STEP)
    assert "    def turn_35(t, h):\n        h = jnp" in made
    assert "    for t in range(xs.shape[0]):\n        h = turn_35(t, h)\n" in made


@pytest.mark.parametrize(
    "body",
    [
        "if x: break",
        "return x",
        "yield x",
        "if x: total = 1",
        "x = x + 1",
        "total = total + x",
        "total = x; kept.append([lambda: total])",
        "import total",
    ],
)
def test_loops_that_are_not_plainly_the_same_stay(respelling: ModuleType, body: str) -> None:
    text = f"def f(xs, kept):\n    for x in xs:\n        {body}\n    return total\n"
    made = written(respelling, "loop-body", text)
    assert made == text


def test_helpers_in_another_module(respelling: ModuleType) -> None:
    here, there = written(respelling, "module", STEP).split("\n---\n")
    assert "from helpers_0 import draw" in here and "def draw" in there
    assert there.startswith("import jax\nimport jax.numpy as jnp\n")
    needs_state = "import jax\nN = 1\ndef f(): return N\ndef g(): return f()\n"
    assert written(respelling, "module", needs_state) == needs_state


def test_findings_stay(respelling: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(STEP)
    kinds = [kind for kind in respelling.KINDS if kind not in respelling.TELLS_LESS]
    outcome = respelling.respell(path, kinds)
    assert outcome.changes == []
    assert all(outcome.findings[kind] >= 4 and outcome.rewritten[kind] for kind in kinds)


def test_a_file_with_the_name_of_a_library_hides_none(
    respelling: ModuleType, tmp_path: Path
) -> None:
    path = tmp_path / "jax.py"
    path.write_text(STEP)
    assert respelling.respell(path, ["imports"]).changes == []


def test_what_is_gone_or_elsewhere_is_told(respelling: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "script.py"
    path.write_text(STEP)
    lines = respelling.Original(STEP).numbered()
    row = next(line.rows[0] for line in lines if "second =" in line.text)
    without = [line for line in lines if line.rows != (row,)]
    respelling.KINDS["wrong"] = (lambda _: respelling.Respelled({"": without}, 1),)
    (change,) = respelling.respell(path, ["wrong"]).changes
    assert (change.what, change.row, change.rule) == ("gone", row, "JOL802 prng-key-reuse")
    assert "| wrong | JOL802 prng-key-reuse | 1 | 0 | 0 |" in respelling.table(
        [respelling.respell(path, ["wrong"])]
    )
