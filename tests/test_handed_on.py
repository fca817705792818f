"""Steps that another file hands on: who gets them may compile them."""

import json
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

STEPS = """
import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


def loss(params, batch):
    return jnp.mean((batch @ params) ** 2)


def one(params, opt, batch):
    grads = jax.grad(loss)(params, batch)
    updates, opt = tx.update(grads, opt, params)
    return optax.apply_updates(params, updates), opt


def step(carry, batch):
    params, opt = carry
    for _ in range(32):
        params, opt = one(params, opt, batch)
    return (params, opt), params
"""
LOOP = """
import jax


def run(step, carry, batches):
    return jax.lax.scan(step, carry, batches)
"""


@pytest.mark.parametrize(
    ("train", "found"),
    [
        ("from pkg.steps import step\ndef fit(c, xs): return jax.lax.scan(step, c, xs)", False),
        ("from pkg.steps import *\ndef fit(c, xs): return jax.lax.scan(step, c, xs)", False),
        ("from pkg import steps\nfrom pkg.loop import run\ndef fit(c, xs): run(steps.step, c, xs)",
         False),
        ("from pkg.steps import step\nfrom pkg.loop import run\nSTEPS = {'adam': step}\n"
         "def fit(c, xs, name): return run(STEPS[name], c, xs)", False),
        ("from pkg import steps\ndef fit(c, xs):\n"
         "    return jax.lax.scan(lambda c, x: steps.step(c, x), c, xs)", False),
        ("from pkg.steps import step\ndef fit(c, xs, fast):\n    turn = step\n"
         "    if fast:\n        turn = jax.jit(turn)\n    for x in xs:\n        c, _ = turn(c, x)",
         False),
        ("from pkg.steps import step\ndef fit(c, xs):\n    for x in xs:\n        c, _ = step(c, x)",
         True),
        ("import threading\nfrom pkg.steps import step\n"
         "def fit(c, x): threading.Thread(target=step, args=(c, x)).start()", True),
    ],
)  # fmt: skip
def test_a_step_that_another_file_hands_on_may_be_compiled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], train: str, found: bool
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "pkg").mkdir()
    for name, text in (("__init__", ""), ("steps", STEPS), ("loop", LOOP)):
        (tmp_path / "pkg" / f"{name}.py").write_text(text)
    (tmp_path / "train.py").write_text(f"import jax\n{train}\n")
    command = ["check", "--no-cache", "--preview", "--severity", "info", "--select", "JOL109"]
    main([*command, "--output-format", "json", str(tmp_path)])
    assert bool(json.loads(capsys.readouterr().out)) is found
