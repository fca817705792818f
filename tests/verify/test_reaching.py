"""A call that does not get to what changed says nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.changing import changed_lines, lines_to_reach
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(timing=False, timeout=90, optimize=False)
HEAD = "import jax\nimport jax.numpy as jnp\n\n\n"


def lines(body: str, *new: tuple[str, str]) -> list[int]:
    changed = body
    for one in new:
        assert one[0] in changed
        changed = changed.replace(*one)
    return changed_lines(body, changed)


BRANCHES = """def f(x, scale=None):
    y = x + 1
    if scale is not None:
        y = y * scale
    return y


@wrapped
def g(x):
    return x
"""


def test_lines_that_changed() -> None:
    assert lines(BRANCHES, ("y * scale", "scale * y")) == [4]
    assert lines(BRANCHES, ("if scale is not None", "if scale")) == [3]
    assert lines(BRANCHES, ("        y = y * scale", "        y = y * scale\n        z = 1")) == [4]
    assert lines(BRANCHES, ("x + 1", "1 + x"), ("y * scale", "scale * y")) == [2, 4]
    assert lines(BRANCHES, ("@wrapped\ndef g", "def g")) == []
    assert lines("TOP = 2\n" + BRANCHES, ("TOP = 2", "TOP = 3")) == []
    added = ("@wrapped", "h = made(f)\n\n\n@wrapped")
    assert lines(BRANCHES, ("    return x\n", "    return h(x)\n"), added) == [10]
    assert lines("def f():\n    io_callback(g)\n", ("g)", "h)")) == []


def verified(session: Session, folder: Path, body: str, new: tuple[str, str]) -> Evidence:
    old = HEAD + body
    path = folder / "model.py"
    path.write_text(old)
    changes = {path: (old, old.replace(*new))}
    return verify_change(folder, changes, ["model:f"], QUICK, session=session)["model:f"]


@pytest.mark.executes
def test_what_has_a_default_is_made_up_where_the_change_hangs_on_it(
    session: Session, tmp_path: Path
) -> None:
    text = (
        "def f(x, scale=None):\n    y = jnp.tanh(x @ x)\n    if scale is not None:\n"
        "        y = y * scale\n    return y\n"
    )
    found = verified(session, tmp_path, text, ("y * scale", "scale * y"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "scale f32" in found.inputs
    found = verified(session, tmp_path, text, ("y * scale", "y + scale"))
    assert found.verdict is Verdict.REFUTED, found


@pytest.mark.executes
def test_nothing_is_said_of_what_no_call_gets_to(session: Session, tmp_path: Path) -> None:
    text = (
        "SLOW = False\n\n\ndef f(x):\n    y = jnp.tanh(x @ x)\n    if SLOW:\n"
        "        y = y + 1\n    return y\n"
    )
    found = verified(session, tmp_path, text, ("y + 1", "y + 2"))
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.NEVER_CALLED), found
    assert any("line 11" in check.detail for check in found.checks)


TWO = """def f(x):
    return x + 1


def _g(x):
    return x + 2


g = jax.jit(_g)
"""


@pytest.mark.parametrize(
    ("function", "wanted"), [("f", []), ("_g", [6]), ("g", [6]), ("unknown", [6])]
)
def test_only_the_lines_of_the_function_itself_have_to_run(
    function: str, wanted: list[int]
) -> None:
    assert lines_to_reach(TWO, TWO.replace("+ 2", "+ 3"), function) == wanted
