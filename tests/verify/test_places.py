"""What scripts find where they lie, and the clock that they read."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

pytestmark = pytest.mark.executes
QUICK = VerifySettings(timing=False, timeout=90, optimize=False)
STEP = "def f(w, x):\n    return jnp.tanh(x @ w) * 2\n"
TWICE = ("* 2", "* 2.0")


def verified(
    session: Session, root: Path, path: str, text: str, new: tuple[str, str] = TWICE
) -> Evidence:
    """The evidence on `f` of a file, in which a text is replaced by another."""
    old = "import jax\nimport jax.numpy as jnp\n" + text
    assert new[0] in old
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(old)
    (root / "README.md").touch()
    name = ".".join(Path(path).with_suffix("").parts)
    changes = {file: (old, old.replace(*new))}
    (found,) = verify_change(root, changes, [f"{name}:f"], QUICK, session=session).values()
    return found


def test_a_script_reads_files_beside_it(session: Session, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "some.settings").write_text("2")
    text = "\nSCALE = float(open('some.settings').read())\n\n\n" + STEP.replace("* 2", "* SCALE")
    found = verified(session, tmp_path, "runs/train.py", text, ("* SCALE", "* SCALE * 1.0"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found


def test_a_script_that_is_run_from_the_root(session: Session, tmp_path: Path) -> None:
    for folder, number in (("", "2"), ("runs", "hm")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "some.settings").write_text(number)
    text = "\nSCALE = float(open('some.settings').read())\n\n\n" + STEP.replace("* 2", "* SCALE")
    found = verified(session, tmp_path, "runs/train.py", text, ("* SCALE", "* SCALE * 1.0"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found


def test_a_script_in_a_package_finds_modules_beside_it(session: Session, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").touch()
    (tmp_path / "pack" / "beside.py").write_text("SCALE = 2\n")
    text = "from beside import SCALE\n\n\n" + STEP.replace("* 2", "* SCALE * 2")
    found = verified(session, tmp_path, "pack/train.py", text)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found


def test_a_module_beside_takes_no_folders_place(session: Session, tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "pack.py").write_text("SCALE = 2\n")
    (tmp_path / "pack" / "sizes.py").write_text("SCALE = 2\n")
    text = "from pack.sizes import SCALE\n\n\n" + STEP.replace("* 2", "* SCALE * 2")
    found = verified(session, tmp_path, "pack/train.py", text)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found


def test_a_script_in_a_folder_with_a_dot_in_its_name(session: Session, tmp_path: Path) -> None:
    (tmp_path / "v1.0").mkdir()
    (tmp_path / "v1.0" / "beside.py").write_text("SCALE = 2\n")
    text = "from beside import SCALE\n\n\n" + STEP.replace("* 2", "* SCALE * 2")
    found = verified(session, tmp_path, "v1.0/train.py", text)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found


TIMED = """import time
from time import perf_counter


def f(w, x):
    start, begun = time.time(), perf_counter()
    result = jnp.tanh(x @ w) * 2
    while time.monotonic() < 5:
        pass
    print("seconds:", time.time() - start, perf_counter() - begun, time.time_ns())
    return result
"""


def test_what_times_itself_says_the_same_each_time(session: Session, tmp_path: Path) -> None:
    found = verified(session, tmp_path, "train.py", TIMED)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert found.environment["clock"] == "made up, and the same for both versions"


def test_what_is_said_of_a_clock_counts(session: Session, tmp_path: Path) -> None:
    new = ("time.time() - start", "time.time() + start")
    found = verified(session, tmp_path, "train.py", TIMED, new)
    assert found.verdict is Verdict.REFUTED, found


RANDOM = "import random\n\n\ndef f(w, x):\n    return x @ w * 2 * random.SystemRandom().random()\n"


def test_what_differs_each_time_for_no_clock(session: Session, tmp_path: Path) -> None:
    found = verified(session, tmp_path, "train.py", RANDOM)
    assert found.reason == Reason.NONDETERMINISTIC, found
