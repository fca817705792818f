"""Recording: the user's own command, source untouched, calls replayed afterwards."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.record import RecordSummary, record
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

MODEL = '''"""A small model."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Params(NamedTuple):
    w: jax.Array
    b: jax.Array


def loss(params, x, y):
    total = 0.0
    for i in range(x.shape[0]):
        total = total + ((x[i] @ params.w + params.b - y[i]) ** 2).mean()
    return total / x.shape[0]


@jax.jit
def step(params, x, y, key):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    noise = jax.random.normal(key)
    return jax.tree.map(lambda p, g: p - 0.1 * g * noise, params, grads), value


def never(x):
    return x


def _double(x):
    return 2 * x


double = jax.jit(_double)


class Net:
    def __init__(self):
        self.scale = jnp.ones(3)

    def apply(self, x):
        return self.scale * x
'''
SCRIPT = """import sys

import jax
import jax.numpy as jnp

from pkg.model import Net, Params, double, step


class Box:
    def __init__(self, value):
        self.value = value


def batch(box, n):
    return jnp.arange(n * 3.0).reshape(n, 3) + box.value


if __name__ == "__main__":
    params = Params(jnp.ones((3, 2)), jnp.zeros(2))
    assert step.lower is not None
    for n in (4, 5, 4):
        x = batch(Box(jnp.ones(3)), n)
        params, value = step(params, x, jnp.ones((n, 2)), jax.random.key(n))
    print(Net().apply(double(jnp.ones(3))).shape, sys.argv[1])
    sys.exit(3)
"""
LOOP = MODEL[MODEL.index("    total = 0.0") : MODEL.index("\n\n\n@jax.jit")]
MAPPED = (
    "    return jax.vmap(lambda a, b: ((a @ params.w + params.b - b) ** 2).mean())(x, y).mean()"
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, RecordSummary]:
    root = tmp_path_factory.mktemp("project")
    (root / "pkg").mkdir()
    (root / "pkg" / "__init__.py").touch()
    (root / "pkg" / "model.py").write_text(MODEL)
    (root / "train.py").write_text(SCRIPT)
    store = root / ".jaxopt_lint_cache" / "records"
    return root, record([sys.executable, str(root / "train.py"), "word"], root, store)


@pytest.mark.executes
def test_calls_are_kept_by_shape_and_the_exit_status_is_the_commands(
    project: tuple[Path, RecordSummary],
) -> None:
    _, summary = project
    assert summary.returncode == 3
    assert summary.problems == {}
    assert summary.recorded == {
        "pkg.model:Net.apply": 1,
        "pkg.model:_double": 1,
        "pkg.model:double": 1,
        "pkg.model:loss": 2,
        "pkg.model:step": 2,
        "train:batch": 2,
    }
    assert summary.never_called == ["pkg.model:never"]


def test_recorded_calls_are_replayed(session: Session, project: tuple[Path, RecordSummary]) -> None:
    root, _ = project
    file = root / "pkg" / "model.py"
    names = ("loss", "step", "never", "Net.apply", "double")
    functions = [f"pkg.model:{name}" for name in names]
    new = MODEL.replace(LOOP, MAPPED)
    settings = VerifySettings(timing=False, optimize=False)
    found = verify_change(root, {file: (MODEL, new)}, functions, settings, session=session)
    assert [found[name].verdict for name in functions] == [
        Verdict.VERIFIED,
        Verdict.VERIFIED,
        Verdict.UNVERIFIED,
        Verdict.PROVED,
        Verdict.PROVED,
    ]
    assert found["pkg.model:loss"].inputs == "2 recorded calls"
    assert found["pkg.model:never"].reason == Reason.NEVER_CALLED
    wrong = MODEL.replace(
        LOOP, MAPPED.replace(".mean()\n", ".sum()\n").replace("y).mean", "y).sum")
    )
    found = verify_change(root, {file: (MODEL, wrong)}, functions[:1], settings, session=session)
    assert found["pkg.model:loss"].verdict is Verdict.REFUTED


def test_a_scripts_own_functions_and_classes_are_replayed(
    session: Session, project: tuple[Path, RecordSummary]
) -> None:
    root, _ = project
    file = root / "train.py"
    new = SCRIPT.replace("jnp.arange(n * 3.0)", "jnp.arange(3.0 * n)")
    settings = VerifySettings(timing=False, optimize=False)
    changes = {file: (SCRIPT, new)}
    found = verify_change(root, changes, ["train:batch"], settings, session=session)
    assert found["train:batch"].verdict is Verdict.PROVED


@pytest.mark.executes
def test_a_test_run_is_recorded(project: tuple[Path, RecordSummary]) -> None:
    root, _ = project
    (root / "test_net.py").write_text(
        "import jax.numpy as jnp\nfrom pkg.model import Net\n\n\n"
        "def test_net():\n    assert Net().apply(jnp.ones(3)).shape == (3,)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(root)]
    summary = record(command, root, root / "store", ["pkg.model:Net.apply"])
    assert summary.returncode == 0
    assert summary.recorded == {"pkg.model:Net.apply": 1}
