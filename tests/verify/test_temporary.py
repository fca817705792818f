"""Temporary files that code makes where everybody does: each run in a sandbox has a folder for
these of its own, what is in them is compared, and nothing is left."""

from __future__ import annotations

import dataclasses
import tempfile
from pathlib import Path

import pytest

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.evidence import Evidence, Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

pytestmark = pytest.mark.executes
QUICK = VerifySettings(timing=False, timeout=90, optimize=False, make_up=False)
SCRIPT = """import os

import jax.numpy as jnp
import numpy as np


def step(w, x):
    return jnp.tanh(x @ w) * 2


if __name__ == "__main__":
    os.makedirs({folder!r}, exist_ok={again})
    np.save(os.path.join({folder!r}, "weights.npy"), np.ones((3, 2)))
    step(jnp.asarray(np.load(os.path.join({folder!r}, "weights.npy"))), jnp.ones((5, 3)))
"""
SAVES = """import os

import jax.numpy as jnp
import numpy as np


def keep(x):
    os.mkdir({folder!r}) if not os.path.isdir({folder!r}) else None
    np.save({folder!r} + "/kept.npy", np.asarray(jnp.square(x)))
    return x * 2


keep(jnp.arange(3.0))
"""


def has_temporary(session: Session) -> bool:
    return session.has_temporary()


def found(
    tmp_path: Path, session: Session, text: str, name: str, change: tuple[str, str], **more: object
) -> Evidence:
    project = tmp_path / "project"
    project.mkdir()
    (project / "pyproject.toml").touch()
    path = project / "train.py"
    path.write_text(text)
    settings = dataclasses.replace(QUICK, **more)  # type: ignore[arg-type]
    changes = {path: (text, text.replace(*change))}
    return verify_change(project, changes, [f"train:{name}"], settings, session=session)[
        f"train:{name}"
    ]


def folder(tmp_path: Path) -> Path:
    """A name that nobody has taken in the folder of temporary files."""
    return Path("/tmp", f"jaxopt-lint-test-{tmp_path.name}-{abs(hash(str(tmp_path)))}")


@pytest.mark.parametrize("there", [False, True])
def test_a_script_makes_a_temporary_folder(session: Session, tmp_path: Path, there: bool) -> None:
    if not has_temporary(session):
        pytest.skip("nobody can lay one folder over another here")
    place = folder(tmp_path)
    if there:  # as an earlier run of the user has left it
        place.mkdir()
        (place / "weights.npy").write_text("of the user")
    try:
        text = SCRIPT.format(folder=str(place), again=there)
        one = found(tmp_path, session, text, "step", ("* 2", "* 2.0"))
        assert one.verdict in (Verdict.PROVED, Verdict.VERIFIED), one
        assert place.is_dir() is there
        if there:
            assert (place / "weights.npy").read_text() == "of the user"
    finally:
        if there:
            (place / "weights.npy").unlink()
            place.rmdir()


def test_other_folders_are_refused(session: Session, tmp_path: Path) -> None:
    text = SCRIPT.format(folder="/var/tmp/jaxopt-lint-test", again=False)
    one = found(tmp_path, session, text, "step", ("* 2", "* 2.0"))
    assert (one.verdict, one.reason) == (Verdict.UNVERIFIED, Reason.NO_INPUT_SPEC)
    assert "os.mkdir of '/var/tmp/jaxopt-lint-test' is not allowed" in one.checks[0].detail


def test_without_a_sandbox_it_is_refused_but_for_what_asks(
    session: Session, tmp_path: Path
) -> None:
    place = folder(tmp_path)
    text = SCRIPT.format(folder=str(place), again=False)
    one = found(tmp_path, session, text, "step", ("* 2", "* 2.0"), sandbox=False)
    assert (one.verdict, one.reason) == (Verdict.UNVERIFIED, Reason.NO_INPUT_SPEC)
    assert "is not allowed where calls are collected" in one.checks[0].detail
    assert not place.exists()


def test_without_a_sandbox_a_folder_of_tempfile_is_of_the_run(
    session: Session, tmp_path: Path
) -> None:
    text = SCRIPT.replace("os.makedirs", "place = tempfile.mkdtemp()\n    os.makedirs")
    text = text.replace("import os\n", "import os\nimport tempfile\n", 1)
    text = text.replace("{folder!r}", "place").format(again=True)
    before = set(Path(tempfile.gettempdir()).glob("tmp*"))
    one = found(tmp_path, session, text, "step", ("* 2", "* 2.0"), sandbox=False)
    assert one.verdict in (Verdict.PROVED, Verdict.VERIFIED), one
    after = set(Path(tempfile.gettempdir()).glob("tmp*"))
    assert not any((one / "weights.npy").exists() for one in after - before)


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (("jnp.square(x)", "(x * x)"), Verdict.VERIFIED),
        (("jnp.square(x)", "jnp.exp(x)"), Verdict.REFUTED),
    ],
)
def test_what_is_written_there_is_compared(
    session: Session, tmp_path: Path, change: tuple[str, str], verdict: Verdict
) -> None:
    if not has_temporary(session):
        pytest.skip("nobody can lay one folder over another here")
    text = SAVES.format(folder=str(folder(tmp_path)))
    one = found(tmp_path, session, text, "keep", change)
    assert one.verdict is verdict, one
    assert ("contents" in {c.name for c in one.checks if c.passed is False}) is (
        verdict is Verdict.REFUTED
    )
    assert not folder(tmp_path).exists()
