"""Names that JAX has removed, put back for the code of a project."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.child.legacy import put_back
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.removed import mentioned
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(timing=False, timeout=60, optimize=False)
MODEL = """import jax.numpy as jnp
from tools import halved


def f(w, x):
    return jnp.tanh(x @ halved(w) * 2)
"""
TOOLS = """import jax
from jax.config import config
from jax.experimental import optimizers

config.update("jax_numpy_rank_promotion", "allow")
start, step, params_of = optimizers.sgd(0.1)


def halved(tree):
    return jax.tree_map(lambda one: one / 2, tree)
"""


def test_what_may_be_one_of_them_is_found() -> None:
    text = "import jax\njax.tree_map\nfrom jax.config import (\n    config)\nitertools.product(a)\n"
    assert mentioned(text) == ["jax.config.config", "jax.tree_map"]
    text = "from jax.sharding import PartitionSpec\nself.config.up()\njax.config.update('a')\n"
    assert mentioned(text) == []
    text = "from jax.experimental.pjit import (\n    PartitionSpec as P,\n    pjit)\n"
    assert mentioned(text) == ["jax.experimental.pjit.PartitionSpec"]
    assert mentioned("x = product(tree_map)\n") == []
    assert mentioned("from jax import (\n    tree_leaves as leaves,\n)\n") == ["jax.tree_leaves"]


def test_settings_stay_where_a_module_of_their_name_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "oldlib").mkdir()
    (tmp_path / "oldlib" / "__init__.py").write_text("config = {'x64': False}\n")
    (tmp_path / "oldlib" / "config.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    oldlib = importlib.import_module("oldlib")
    assert put_back({"oldlib.config.config": "oldlib.config"}) == ["oldlib.config.config"]
    assert oldlib.config == {"x64": False}
    assert importlib.import_module("oldlib.config").config is oldlib.config


@pytest.mark.executes
def test_other_files_of_the_project_use_them(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    (tmp_path / "tools.py").write_text(TOOLS)
    changes = {path: (MODEL, MODEL.replace("x @ halved(w) * 2", "2 * (x @ halved(w))"))}
    found = verify_change(tmp_path, changes, ["model:f"], QUICK, session=session)["model:f"]
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "jax.tree_map" in found.environment["put back for the original"]


@pytest.mark.executes
def test_of_many_of_them_a_few_are_told(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    names = ("tree_map", "tree_leaves", "tree_flatten", "tree_unflatten", "tree_structure",
             "tree_reduce", "tree_transpose", "tree_all")  # fmt: skip
    uses = "\n".join(f"def g{i}(x):\n    return jax.{name}(x)\n" for i, name in enumerate(names))
    (tmp_path / "tools.py").write_text(f"{TOOLS}\n{uses}")
    changes = {path: (MODEL, MODEL.replace("x @ halved(w) * 2", "2 * (x @ halved(w))"))}
    found = verify_change(tmp_path, changes, ["model:f"], QUICK, session=session)["model:f"]
    told = found.environment["put back for the original"]
    assert len(told.split(", ")) == 7, told
    assert told.endswith("more"), told


CLIPPED = """import jax
import jax.numpy as jnp


def f(x):
    return jnp.clip(jnp.reshape(x, newshape=(-1,)), a_min=-1.0, a_max=2) * 2
"""


def test_keywords_are_found_with_their_functions() -> None:
    found = ["jax.numpy.clip(a_max)", "jax.numpy.clip(a_min)", "jax.numpy.reshape(newshape)"]
    assert mentioned(CLIPPED) == found
    assert mentioned("a_min = 3\njnp.clip(x, a_min, a_min == 2)\ncut(x, a_min=2)\n") == []
    assert mentioned("partial(jnp.clip, a_min=f(x)[0])\n") == ["jax.numpy.clip(a_min)"]


@pytest.mark.executes
def test_keywords_of_old_are_taken(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(CLIPPED)
    new = CLIPPED.replace("a_min=-1.0, a_max=2", "-1.0, 2")
    found = verify_change(tmp_path, {path: (CLIPPED, new)}, ["model:f"], QUICK, session=session)
    assert found["model:f"].verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "jax.numpy.clip(a_min)" in found["model:f"].environment["put back for the original"]
    other = CLIPPED.replace("a_min=-1.0, a_max=2", "-1.0, 3")
    found = verify_change(tmp_path, {path: (CLIPPED, other)}, ["model:f"], QUICK, session=session)
    assert found["model:f"].verdict is Verdict.REFUTED, found


@pytest.mark.executes
def test_arrays_that_were_put_on_devices_at_once(session: Session, tmp_path: Path) -> None:
    text = (
        "import jax\nimport jax.numpy as jnp\n\n\ndef f(x, devices=None):\n"
        "    devices = devices or jax.devices()\n"
        "    return jax.device_put_sharded([x for _ in devices], devices)\n"
    )
    new = (
        "jax.device_put(\n        jnp.stack([x for _ in devices]),\n        jax.NamedSharding(\n"
        "            jax.sharding.Mesh(devices, ('d',)), jax.sharding.PartitionSpec('d')),\n    )\n"
    )
    path = tmp_path / "model.py"
    path.write_text(text)
    old = "jax.device_put_sharded([x for _ in devices], devices)\n"
    settings = VerifySettings(timing=False, timeout=90, optimize=False)
    changes = {path: (text, text.replace(old, new))}
    found = verify_change(tmp_path, changes, ["model:f"], settings, session=session)["model:f"]
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    changes = {path: (text, text.replace(old, new.replace("stack([x for", "stack([x + 1 for")))}
    found = verify_change(tmp_path, changes, ["model:f"], settings, session=session)["model:f"]
    assert found.verdict is Verdict.REFUTED, found
