"""What fails on releases newer than those that a project only speaks of is for information."""

import json
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

CODE = """import jax
import jax.numpy as jnp
from flax import linen as nn
from jax.experimental import PartitionSpec
from jax.experimental.pjit import pjit
from jax.sharding import PositionalSharding

Key = jax.random.KeyArray


def split(model: nn.Module, x, key: Key):
    variables = nn.Dense(3).init(key, x)
    params = variables["params"].unfreeze()
    spread = PositionalSharding(jax.devices())
    tree = jax.tree_map(jnp.abs, x)
    many = jax.tree_multimap(jnp.add, x, x)
    clipped = jnp.clip(x, a_min=0)
    step = pjit(jnp.sin, in_axis_resources=PartitionSpec("x"), out_axis_resources=None)
    return params, spread, tree, many, clipped, step


print(split(None, jnp.ones(3), jax.random.PRNGKey(0)))
"""


def test_later_releases_are_for_information(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("model.py").write_text(CODE)

    def lint() -> dict[str, tuple[str, str]]:
        rules = "JOL601,JOL606,JOL701,JOL702,JOL704,JOL713"
        main(["check", "--no-cache", "--output-format", "json", "--select", rules, "model.py"])
        found = json.loads(capsys.readouterr().out)
        lines = CODE.splitlines()
        return {
            lines[row["location"]["row"] - 1].strip().partition(" ")[0]: (
                row["severity"],
                row["message"] + " ".join(row["evidence"] or []),
            )
            for row in found
            if "deprecated" not in row["message"]
        }

    Path("README.md").write_text("Install jax.")
    unbound = {name: severity for name, (severity, _) in lint().items()}
    assert set(unbound.values()) == {"error"}, unbound
    Path("README.md").write_text("Install jax. Tested with Python 3.8.")
    told = lint()
    assert {name: severity for name, (severity, _) in told.items()} == {
        "from": "error",  # no JAX for Python 3.8 has it
        "Key": "info",
        "params": "info",
        "spread": "info",
        "tree": "info",
        "many": "error",
        "clipped": "info",
        "step": "info",
    }
    said = "README.md speaks of Python 3.8, for which JAX 0.4.13 is the newest"
    for name, (severity, message) in told.items():
        assert said in message or severity == "error" or name == "params", name
