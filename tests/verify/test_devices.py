"""Code that asks for more devices than one: it runs on as many simulated ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.finding import Check, Evidence, Verdict
from jaxopt_lint.verify.devices import wanted
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(timing=False, timeout=90, optimize=False)
MESH = """import os

os.environ["XLA_FLAGS"] = "--xla_gpu_deterministic_ops=true"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()).reshape(1, 2), ("i", "j"))


def spread(x):
    return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P("j")))


@jax.jit
def f(x):
    return jnp.tanh(spread(x)) * 2


if __name__ == "__main__":
    print(f(jnp.arange(8.0)))
"""


def failed(detail: str) -> Evidence:
    """Evidence that decides nothing for a reason."""
    return Evidence(Verdict.UNVERIFIED, reason="X", checks=(Check("run", None, detail),))


@pytest.mark.parametrize(
    ("detail", "count"),
    [("ValueError: cannot reshape array of size 1 into shape (1,2)", 2),
     ("ValueError: Number of devices 1 must be >= the product of mesh_shape (4, 1)", 4),
     ("ValueError: compiling computation that requires 8 logical devices, but only 1 XLA", 8),
     ("IndexError: list index out of range", 8),
     ("ValueError: cannot reshape array of size 1 into shape (200,200)", 0),
     ("FileNotFoundError: no such file", 0)],
)  # fmt: skip
def test_how_many_are_asked_for(detail: str, count: int) -> None:
    assert wanted(failed(detail), MESH) == count


def test_others_ask_for_none() -> None:
    assert wanted(failed("IndexError: list index out of range"), "x = [][0]\n") == 0
    assert wanted(failed("cannot reshape array of size 1 into shape (1,2)"), "x = 1\n") == 0
    assert wanted(Evidence(Verdict.REFUTED), MESH) == 0


@pytest.mark.executes
@pytest.mark.parametrize("new", ["2 * jnp.tanh(spread(x))", "jnp.tanh(spread(x) * 2)"])
def test_devices_are_simulated(session: Session, tmp_path: Path, new: str) -> None:
    path = tmp_path / "model.py"
    path.write_text(MESH)
    (tmp_path / "README.md").touch()
    changes = {path: (MESH, MESH.replace("jnp.tanh(spread(x)) * 2", new))}
    found = verify_change(tmp_path, changes, ["model:f"], QUICK, session=session)["model:f"]
    right = new.startswith("2")
    assert found.verdict in ((Verdict.PROVED, Verdict.VERIFIED) if right else (Verdict.REFUTED,))
    assert found.inputs.endswith("on 2 devices, simulated on the CPU")
    assert found.environment["devices"] == "2, simulated on the CPU"


HANDED = """import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P


def f(x, mesh):
    return jax.device_put(jnp.tanh(x), NamedSharding(mesh, P("i"))) * 2


if __name__ == "__main__":
    print(f(jnp.arange(8.0), jax.make_mesh((4,), ("i",))))
"""


@pytest.mark.executes
@pytest.mark.parametrize("new", ["2 * jax", "3 * jax"])
def test_a_mesh_is_handed_over(session: Session, tmp_path: Path, new: str) -> None:
    path = tmp_path / "model.py"
    path.write_text(HANDED)
    (tmp_path / "README.md").touch()
    text = HANDED.replace(" * 2", "").replace("return jax", f"return {new}")
    changes = {path: (HANDED, text)}
    settings = VerifySettings(timing=False, timeout=90, optimize=False, make_up=False)
    found = verify_change(tmp_path, changes, ["model:f"], settings, session=session)["model:f"]
    right = new.startswith("2")
    assert found.verdict in ((Verdict.PROVED, Verdict.VERIFIED) if right else (Verdict.REFUTED,))
    assert "call in model.py" in found.inputs
    assert found.environment["devices"] == "4, simulated on the CPU"


@pytest.mark.executes
def test_what_fails_there_as_well_stays_undecided(session: Session, tmp_path: Path) -> None:
    text = MESH.replace('("i", "j"))', '("i", "j"))\nassert len(jax.devices()) == 3')
    path = tmp_path / "model.py"
    path.write_text(text)
    (tmp_path / "README.md").touch()
    changes = {path: (text, text.replace(" * 2", " * 2.0"))}
    found = verify_change(tmp_path, changes, ["model:f"], QUICK, session=session)["model:f"]
    assert found.verdict is Verdict.UNVERIFIED
    assert any("on 2 simulated devices" in check.detail for check in found.checks)


ROWS = """import jax
import jax.numpy as jnp


def f(xs):
    return jax.pmap(lambda x: jnp.tanh(x) * 2)(xs)


if __name__ == "__main__":
    print(f(jnp.ones((jax.local_device_count(), 3))))
"""


@pytest.mark.executes
@pytest.mark.parametrize("number", ["2", "2 + jax.lax.axis_index('i')"])
def test_a_row_for_each_device_is_one_more_on_two(
    session: Session, tmp_path: Path, number: str
) -> None:
    path = tmp_path / "model.py"
    path.write_text(ROWS)
    (tmp_path / "README.md").touch()
    mapped = f"""jax.jit(jax.shard_map(
        lambda x: jnp.tanh(x) * ({number}), mesh=jax.make_mesh(
            (jax.device_count(),), ("i",), axis_types=(jax.sharding.AxisType.Auto,)
        ), in_specs=jax.P("i"), out_specs=jax.P("i"), check_vma=False,
    ))(xs)"""
    new = ROWS.replace("jax.pmap(lambda x: jnp.tanh(x) * 2)(xs)", mapped)
    settings = VerifySettings(timing=False, timeout=90, optimize=False, make_up=False)
    changes = {path: (ROWS, new)}
    found = verify_change(tmp_path, changes, ["model:f"], settings, session=session)["model:f"]
    failed = [check.name for check in found.checks if check.passed is False]
    if number == "2":  # other processes have devices of their own, of which no program here tells
        assert found.verdict is Verdict.VERIFIED, found
    else:
        assert (found.verdict, failed) == (Verdict.REFUTED, ["devices"])
