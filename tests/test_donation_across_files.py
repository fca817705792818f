"""Steps that could donate, where several files show it."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

_STEP = """\
import jax
import optax

tx = optax.adam(1e-3)


def step(state, batch, distributed=False):
    grads = jax.grad(lambda p: ((batch @ p) ** 2).mean())(state.params)
    if distributed:
        grads = jax.lax.pmean(grads, "data")
    updates, opt_state = tx.update(grads, state.opt_state)
    params = optax.apply_updates(state.params, updates)
    return state.replace(params=params, opt_state=opt_state), {"grads": grads}


def evaluate(state, batch):
    return (batch @ state.params).mean()
"""
_AGENT = """\
import jax
import optax
from flax import struct


class Agent(struct.PyTreeNode):
    params: jax.Array
    opt_state: tuple
    tx: optax.GradientTransformation = struct.field(pytree_node=False)

    @jax.jit
    def update(self, batch):
        grads = jax.grad(lambda p: ((batch @ p) ** 2).mean())(self.params)
        updates, opt_state = self.tx.update(grads, self.opt_state)
        params = optax.apply_updates(self.params, updates)
        return self.replace(params=params, opt_state=opt_state), {}

    @jax.jit
    def update_often(self, batches):
        def body(agent, batch):
            return agent.update(batch)

        return jax.lax.scan(body, self, batches)
"""
_LOOP = """\
def train(agent, batches):
    for batch in batches:
        agent, info = agent.update(batch)
    return agent
"""


def found(
    files: Mapping[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> set[tuple[str, int]]:
    """Where JOL301 is told of some files, with the row."""
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    main(["check", "--select", "JOL301", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    return {(row["filename"], row["location"]["row"]) for row in rows}


def test_a_step_of_another_file_is_compiled_and_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = (
        "from functools import partial\n\nimport jax\n\nfrom steps import evaluate, step\n"
        "from trainer import Trainer\n\n\n"
        "def main(state):\n"
        "    train = jax.pmap(partial(step, distributed=True), axis_name='data')\n"
        "    test = jax.pmap(evaluate, axis_name='data')\n"
        "    return Trainer(state, train, test)\n"
    )
    trainer = (
        "class Trainer:\n    def __init__(self, state, train, test):\n        self.train = train\n"
    )
    files = {"pyproject.toml": "", "steps.py": _STEP, "trainer.py": trainer, "run.py": run}
    assert found(files, tmp_path, monkeypatch, capsys) == {("run.py", 10)}


@pytest.mark.parametrize("looped", [True, False])
def test_a_method_that_traced_code_calls_is_called_by_a_host_as_well(
    looped: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = {"pyproject.toml": "", "agent.py": _AGENT, "other.py": "import jax\n"}
    assert found(files, tmp_path, monkeypatch, capsys) == {("agent.py", 19)}
    if looped:  # the second time with what the cache holds of the first
        (tmp_path / "main.py").write_text(f"import jax\n\nfrom agent import Agent\n\n\n{_LOOP}")
        assert ("agent.py", 12) in found({}, tmp_path, monkeypatch, capsys)


def test_the_folder_around_modules_is_named_with_a_name_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = (
        "import jax\n\nfrom proj.common.steps import gone, step\nfrom proj.common.more import x\n\n"
        "train = jax.jit(step)\n\n\n"
        "def main(state, batches):\n"
        "    for batch in batches:\n        state, _ = train(state, batch)\n    return state\n"
    )
    files = {
        "pyproject.toml": "",
        "common/steps.py": _STEP,
        "common/more.py": "import jax\n\nx = 1\n",
        "run/main.py": run,
    }
    assert found(files, tmp_path, monkeypatch, capsys) == {("run/main.py", 6)}
