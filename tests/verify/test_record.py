"""Recording: the user's own command, source untouched, calls replayed afterwards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.finding import Verdict
from jaxopt_lint.observe.recorded import Recorded, recorded
from jaxopt_lint.observe.running import Options
from jaxopt_lint.observe.store import Store
from jaxopt_lint.running.watching import observe
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
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


def record(command: list[str], root: Path, *only: str, **more: Any) -> tuple[int, Recorded]:
    """The exit code of a command, and what was recorded of it."""
    options = Options(record=True, only=only, **{"watch": False, **more})
    header, code = observe(command, root, options)
    return code, recorded(Store(root).path(header.name))


def counts(found: Recorded) -> dict[str, int]:
    return {name: len(calls) for name, calls in found.calls.items()}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, Recorded]:
    root = tmp_path_factory.mktemp("project")
    (root / "pkg").mkdir()
    (root / "pkg" / "__init__.py").touch()
    (root / "pkg" / "model.py").write_text(MODEL)
    (root / "train.py").write_text(SCRIPT)
    return root, *record([sys.executable, str(root / "train.py"), "word"], root)


@pytest.mark.executes
def test_calls_are_kept_by_shape_and_the_exit_status_is_the_commands(
    project: tuple[Path, int, Recorded],
) -> None:
    _, code, found = project
    assert code == 3
    assert found.lost == {}
    assert counts(found) == {
        "pkg.model:Net.apply": 1,
        "pkg.model:_double": 1,
        "pkg.model:double": 1,
        "pkg.model:loss": 2,
        "pkg.model:step": 2,
        "train:batch": 2,
    }
    assert found.never_called == ["pkg.model:never"]


def test_recorded_calls_are_replayed(session: Session, project: tuple[Path, int, Recorded]) -> None:
    root = project[0]
    file = root / "pkg" / "model.py"
    names = ("loss", "step", "never", "Net.apply", "double")
    functions = [f"pkg.model:{name}" for name in names]
    new = MODEL.replace(LOOP, MAPPED)
    settings = VerifySettings(make_up=False, timing=False, optimize=False)
    found = verify_change(root, {file: (MODEL, new)}, functions, settings, session=session)
    assert [found[name].verdict for name in functions] == [
        Verdict.VERIFIED,
        Verdict.VERIFIED,
        Verdict.UNVERIFIED,
        Verdict.PROVED,
        Verdict.PROVED,
    ]
    (name,) = Store(root).names()
    said = f"2 recorded calls of run {name}, which ended with 3: {sys.executable} "
    said += f"{root / 'train.py'} word"
    assert found["pkg.model:loss"].inputs == said
    assert found["pkg.model:never"].reason == Reason.NEVER_CALLED
    wrong = MODEL.replace(
        LOOP, MAPPED.replace(".mean()\n", ".sum()\n").replace("y).mean", "y).sum")
    )
    found = verify_change(root, {file: (MODEL, wrong)}, functions[:1], settings, session=session)
    assert found["pkg.model:loss"].verdict is Verdict.REFUTED


def test_a_scripts_own_functions_and_classes_are_replayed(
    session: Session, project: tuple[Path, int, Recorded]
) -> None:
    root = project[0]
    file = root / "train.py"
    new = SCRIPT.replace("jnp.arange(n * 3.0)", "jnp.arange(3.0 * n)")
    settings = VerifySettings(timing=False, optimize=False)
    changes = {file: (SCRIPT, new)}
    found = verify_change(root, changes, ["train:batch"], settings, session=session)
    assert found["train:batch"].verdict is Verdict.PROVED


@pytest.mark.executes
def test_a_test_run_is_recorded_and_earlier_recordings_stay(
    project: tuple[Path, int, Recorded],
) -> None:
    root = project[0]
    (root / "test_net.py").write_text(
        "import jax.numpy as jnp\nfrom pkg.model import Net\n\n\n"
        "def test_net():\n    assert Net().apply(jnp.ones(3)).shape == (3,)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(root)]
    code, found = record(command, root, "pkg.model:Net.apply")
    assert code == 0
    assert counts(found) == {"pkg.model:Net.apply": 1}
    assert len(Store(root).names()) == 2


WIDE = """import jax.numpy as jnp


def scaled(x):
    return x * 2.0
"""
NARROWED = "    return (x.astype(jnp.float32) * 2.0).astype(x.dtype)"


@pytest.mark.executes
@pytest.mark.parametrize("wide", ["1", "0"])
def test_calls_are_made_again_under_the_variables_of_the_run(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wide: str
) -> None:
    (tmp_path / "model.py").write_text(WIDE)
    call = "import jax.numpy as jnp\nfrom model import scaled\nscaled(jnp.linspace(0.1, 1, 7))\n"
    (tmp_path / "main.py").write_text(call)
    monkeypatch.setenv("JAX_ENABLE_X64", wide)
    monkeypatch.setenv("JAX_LOG_COMPILES", "0")
    record([sys.executable, "main.py"], chdir(monkeypatch, tmp_path))
    new = WIDE.replace("    return x * 2.0", NARROWED)
    settings = VerifySettings(timing=False, timeout=60, optimize=False)
    function = "model:scaled"
    change = {tmp_path / "model.py": (WIDE, new)}
    found = verify_change(tmp_path, change, [function], settings, session=session)[function]
    assert found.sources == ("recorded",)
    assert (found.verdict is Verdict.REFUTED) is (wide == "1"), found
    assert f"under JAX_ENABLE_X64={wide}" in found.inputs
    assert "without its JAX_LOG_COMPILES" in found.inputs


def chdir(monkeypatch: pytest.MonkeyPatch, root: Path) -> Path:
    monkeypatch.chdir(root)
    return root


def test_a_run_keeps_the_variables_that_set_jax_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAX_DEBUG_NANS", "true")
    monkeypatch.setenv("MY_TOKEN", "not to be kept")
    monkeypatch.setenv("JAX_LONG", "x" * 2_000)
    store = Store(tmp_path)
    kept = store.header(store.new(["true"], {}, "0").name).variables
    assert kept["JAX_DEBUG_NANS"] == "true" and not {"MY_TOKEN", "JAX_LONG"} & kept.keys()
