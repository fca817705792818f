"""What libraries around JAX removed is told for the releases of them that a project allows."""

import json
from pathlib import Path

import pytest

from jaxopt_lint.__main__ import main
from jaxopt_lint.semantics.jax.api.companions import libraries, library, parsed
from jaxopt_lint.settings.beside import beside
from jaxopt_lint.settings.requirements import AROUND

USE = """
import jax
import numpy as np
import optax
from flax import nnx


def run(loss, v, params, keys):
    size = np.product(v.shape)
    return jax.jit(optax.hvp)(loss, v, params), size, nnx.fork(keys, 2)
"""
SYMBOLS = ["numpy.product", "optax.hvp", "flax.nnx.fork"]


def told(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, tuple[str, str]]:
    """By the name that is gone the code and the severity of its finding."""
    main(
        ["check", "--no-cache", "--select", "JOL702,JOL703", "--output-format", "json",
         "--severity", "info", str(folder)]
    )  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    return {row["message"].split("`")[1]: (row["code"], row["severity"]) for row in rows}


GONE, LATER, DATED = ("JOL702", "error"), ("JOL703", "info"), ("JOL702", "warning")


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("README.md", "", (GONE, GONE, GONE)),
        ("requirements.txt", "flax==0.10.6\noptax==0.1.7\n", (DATED, LATER, LATER)),
        ("requirements.txt", "flax>=0.10\noptax<0.2\nnumpy~=1.26.0\njax\n", (LATER, GONE, GONE)),
        ("requirements.txt", "numpy>=1.24,<3\noptax==0.1.5\njax>=0.4\n", (GONE, LATER, GONE)),
        ("requirements.txt", "jax==0.4.30\n", (GONE, GONE, LATER)),
        ("requirements.txt", "jax==0.4.20\n", (LATER, GONE, LATER)),
        ("environment.yml", "dependencies:\n  - flax=0.8.5\n  - jax\n", (GONE, GONE, LATER)),
        ("pyproject.toml", '[tool.poetry.dependencies]\nflax = "~0.8.5"\n', (GONE, GONE, LATER)),
        ("uv.lock", '[[package]]\nname = "optax"\nversion = "0.1.5"\n', (GONE, LATER, GONE)),
        ("uv.lock", '[[package]]\nname = "flax"\nversion = "0.12.0"\n', (GONE, GONE, GONE)),
    ],
)
def test_what_a_project_allows_decides(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    text: str,
    wanted: tuple[tuple[str, str], ...],
) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "train.py").write_text(USE)
    assert told(tmp_path, capsys) == dict(zip(SYMBOLS, wanted, strict=True))


def test_a_lock_does_not_hold_those_who_install_a_package(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "uv.lock").write_text('[[package]]\nname = "optax"\nversion = "0.1.5"\n')
    (tmp_path / "setup.py").write_text("from setuptools import setup\nsetup()\n")
    (tmp_path / "train.py").write_text(USE)
    assert told(tmp_path, capsys)["optax.hvp"] == DATED


IMPORTING = """
import jax
import distrax
from tensorflow_probability.substrates import jax as tfp
"""


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("README.md", "", [("TensorFlow Probability", "error")]),
        ("requirements.txt", "jax\ntensorflow-probability==0.23.0\n",
         [("TensorFlow Probability", "error")]),
        ("requirements.txt", "jax>=0.4\ndistrax==0.1.5\n", [("Distrax", "error")]),
        ("requirements.txt", "jax>=0.4\ndistrax==0.1.9\n", []),
        ("requirements.txt", "jax>=0.4\ndistrax\n", []),
        ("requirements.txt", "jax>=0.4\nrlax==0.1.6\n", []),
        ("requirements.txt", "rlax>=0.1.2\ngym\n", []),
        ("requirements.txt", "jax>=0.4\nrlax==0.0.4\n", [("TensorFlow Probability", "error")]),
        ("requirements.txt", "jax>=0.4,<0.7\n", []),
        ("requirements.txt", "optax==0.1.5\ntensorflow_probability==0.19.0\n",
         [("TensorFlow Probability", "warning")]),
        ("pyproject.toml", '[project]\nname = "a"\ndependencies = ["jax"]\n'
         '[project.optional-dependencies]\nrl = ["tfp-nightly"]\n', []),
        ("uv.lock", '[[package]]\nname = "tfp-nightly"\nversion = "0.26.0.dev20260101"\n', []),
        ("uv.lock", '[[package]]\nname = "jax"\nversion = "0.6.2"\n',
         [("TensorFlow Probability", "warning")]),
    ],
)  # fmt: skip
def test_imports_fail_where_nothing_brings_what_can_be_imported(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    text: str,
    wanted: list[tuple[str, str]],
) -> None:
    (tmp_path / name).write_text(text)
    (tmp_path / "setup.py").write_text("from setuptools import setup\nsetup()\n")
    (tmp_path / "train.py").write_text(IMPORTING)
    main(
        ["check", "--no-cache", "--select", "JOL702", "--output-format", "json", str(tmp_path)]
    )  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    found = [(row["message"].split(" up to ")[0], row["severity"]) for row in rows]
    assert found == [(f"no release of {title}", severity) for title, severity in wanted]


def test_the_library_itself_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "optax").mkdir()
    (tmp_path / "optax" / "__init__.py").write_text("import jax\n\n\ndef hvp(loss): return loss\n")
    (tmp_path / "train.py").write_text(USE)
    assert told(tmp_path, capsys).keys() == {"numpy.product", "flax.nnx.fork"}


def test_what_later_releases_of_jax_lack_is_told_for_information(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "requirements.txt").write_text("jax==0.3.16\n")
    (tmp_path / "old.py").write_text(
        "import jax\nimport jax.numpy as jnp\nfrom jax.lib import xla_bridge\n\n\n"
        "def f(x, key: jax.random.KeyArray):\n"
        "    jax.tree_map(jnp.sin, x)\n    jnp.reshape(x, newshape=(2, 2))\n"
        "    return jnp.sum(x), xla_bridge\n"
    )
    main(["check", "--no-cache", "--select", "JOL7", "--output-format", "json", str(tmp_path),
          "--severity", "info"])  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    assert [(r["code"], r["severity"]) for r in rows] == [
        ("JOL703", "info"), ("JOL703", "info"), ("JOL701", "info"), ("JOL704", "info"),
    ]  # fmt: skip
    assert all("later than the JAX of this project" in row["message"] for row in rows)


KEPT = """
import orbax.checkpoint as ocp
from flax import nnx
from flax.training import checkpoints


def keep(path, params):
    ocp.StandardCheckpointer().save(path, params)
    checkpoints.save_checkpoint("out", params, 0)


def adapters(model):
    return nnx.split(model, nnx.Param, nnx.LoRAParam, ...)
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("flax\norbax-checkpoint\n", {8, 9, 13}),
        ("flax==0.8.5\norbax-checkpoint==0.5.20\n", {9}),
        ("flax==0.6.11\norbax-checkpoint==0.6.4\n", {8}),
    ],
)
def test_how_libraries_behaved_is_told_for_the_releases_that_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, wanted: set[int]
) -> None:
    (tmp_path / "requirements.txt").write_text(text)
    (tmp_path / "train.py").write_text(KEPT)
    main(
        ["check", "--no-cache", "--select", "JOL834,JOL870", "--output-format", "json",
         str(tmp_path)]
    )  # fmt: skip
    rows = json.loads(capsys.readouterr().out)
    assert {row["location"]["row"] for row in rows} == wanted


def test_the_nearest_bound_of_each_library_counts(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "requirements.txt").write_text("flax==0.6.3\noptax==0.1.4\n")
    (inner / "requirements.txt").write_text("flax\noptax>=0.2  # newer\n")
    found = dict(beside(iter((inner, tmp_path)), {}))
    assert found["flax"].alternatives == ("==0.6.3",)
    assert found["optax"].alternatives == (">=0.2",)
    assert "jax" not in found


def test_the_table_is_in_order() -> None:
    for package, of in libraries().items():
        assert of.name in AROUND or of.name == "jaxlib"
        assert list(of.releases) == sorted(of.releases)
        for name in of.names:
            change = of.change(name)
            assert library(name) is of and change is not None
            assert (change.removed is None) != (change.deprecated is None)
            assert f"{name}.".startswith(f"{package}.")
            assert not change.same or change.replacement
        for name in of.parameters:
            assert all(parsed("0") < r.since for r in of.refusals(name))
