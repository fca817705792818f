"""Programs that code would start while its calls are collected: packages that are installed may, as
far as a sandbox holds them, and the project may not."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.child import sandbox
from jaxopt_lint.verify.child.confining import Confined, NotStarted
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

pytestmark = pytest.mark.executes
QUICK = VerifySettings(timing=False, timeout=90, optimize=False, make_up=False)
ASKS = """import subprocess
import sys

SAID = subprocess.run([sys.executable, "-c", "print(3)"], capture_output=True, text=True).stdout
"""
PREPARED = (
    ASKS.replace("SAID =", "try:\n    SAID =") + "except FileNotFoundError:\n    SAID = '3'\n"
)
LATER = "import subprocess\n\n\ndef ask():\n    return subprocess.run(['true']).returncode\n"
MODEL = """import sys

import jax.numpy as jnp

sys.path.append({folder!r})
import asking_package

TIMES = int({times})


def f(w, x):
    return jnp.tanh(x @ w) * TIMES * 2


if __name__ == "__main__":
    f(jnp.ones((3, 2)), jnp.ones((5, 3)))
"""


def seen(
    tmp_path: Path, session: Session, package: str, times: str, *, confined: bool = True
) -> tuple[Verdict, Reason | None, str]:
    """What is said of a module that imports a package which is installed beside the project."""
    project, installed = tmp_path / "project", tmp_path / "installed"
    for folder in (project, installed):
        folder.mkdir()
    (installed / "asking_package.py").write_text(package)
    (project / "pyproject.toml").touch()
    text = MODEL.format(folder=str(installed), times=times)
    path = project / "model.py"
    path.write_text(text)
    settings = dataclasses.replace(QUICK, sandbox=confined)
    changes = {path: (text, text.replace("* 2", "* 2.0"))}
    found = verify_change(project, changes, ["model:f"], settings, session=session)["model:f"]
    return found.verdict, found.reason, " ".join(check.detail for check in found.checks)


def test_an_import_may_start_a_program(session: Session, tmp_path: Path) -> None:
    if sandbox_missing(session):
        pytest.skip("there is no sandbox here")
    verdict, _, said = seen(tmp_path, session, ASKS, "asking_package.SAID")
    assert verdict in (Verdict.PROVED, Verdict.VERIFIED), said


def test_outside_of_a_sandbox_there_is_no_such_program(session: Session, tmp_path: Path) -> None:
    verdict, _, said = seen(
        tmp_path, session, PREPARED, "asking_package.SAID", confined=False
    )  # fmt: skip
    assert verdict in (Verdict.PROVED, Verdict.VERIFIED), said


def test_a_package_that_is_not_prepared_fails(session: Session, tmp_path: Path) -> None:
    verdict, reason, said = seen(tmp_path, session, ASKS, "asking_package.SAID", confined=False)
    assert (verdict, reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)
    assert "not allowed outside of a sandbox" in said


@pytest.mark.parametrize("times", ["asking_package.ask() + 3", "__import__('os').system('') + 3"])
def test_the_project_itself_starts_nothing(session: Session, tmp_path: Path, times: str) -> None:
    verdict, reason, said = seen(tmp_path, session, LATER, times)
    assert (verdict, reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)
    assert "not allowed where calls are collected" in said


def test_what_is_not_started_is_missing_and_forbidden() -> None:
    assert issubclass(NotStarted, (FileNotFoundError, Confined)) and NotStarted(2, "x").errno == 2
    assert issubclass(NotStarted, PermissionError) and sandbox.unconfined


def sandbox_missing(session: Session) -> bool:
    """Whether code runs unconfined here."""
    return bool(session.probe("cpu")["unconfined"])
