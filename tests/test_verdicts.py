"""Verdicts are kept by all that they depend on, and by nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.fixing import verdicts as keeping
from jaxopt_lint.fixing.verdicts import Change, Verdicts
from jaxopt_lint.verify.budget import Budget
from jaxopt_lint.verify.settings import VerifySettings

SETTINGS = VerifySettings()
OLD, NEW = "def f(x):\n    return x\n", "def f(x):\n    return +x\n"
CALLED = Evidence(Verdict.VERIFIED, sources=("calls",), environment={"jax": "0.10.2"})


class Asked:
    """A project whose one function is judged, and how often it was."""

    def __init__(self, root: Path) -> None:
        self.root, self.count = root, 0
        self.read = {"model.py", "helper.py"}
        (root / "model.py").write_text(OLD)
        (root / "helper.py").write_text("Y = 1\n")
        (root / "other.py").write_text("Z = 1\n")
        (root / "notes.txt").write_text("1\n")

    def __call__(
        self, evidence: Evidence = CALLED, settings: VerifySettings = SETTINGS, new: str = NEW,
        lost: bool = False, **more: Any,
    ) -> Evidence:  # fmt: skip
        texts = {self.root / "model.py": (OLD, new)}
        change = Change(self.root, texts, ["model:f"], **{"donated": {"model:f": set()}, **more})
        session: Any = SimpleNamespace(read=set(), lost=False)

        def decide() -> dict[str, Evidence]:
            self.count += 1
            session.read, session.lost = self.read, lost
            return {"model:f": evidence}

        kept = Verdicts(self.root / ".jaxopt_lint_cache" / "verdicts", settings)
        return kept.found(change, session, decide)["model:f"]


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(tmp_path)


def test_a_verdict_of_an_earlier_run_says_so(asked: Asked) -> None:
    assert asked() == CALLED
    again = asked()
    assert again.environment == {"jax": "0.10.2", "decided": "by an earlier run"}
    assert replace(again, environment=CALLED.environment) == CALLED
    assert asked.count == 1


def test_what_a_verdict_does_not_depend_on(asked: Asked) -> None:
    asked()
    (asked.root / "other.py").write_text("Z = 2\n")
    (asked.root / "notes.txt").write_text("another text\n")
    asked(settings=replace(SETTINGS, budget=Budget(5), timeout=7))
    assert asked.count == 1


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("helper.py", "Y = 2\n"),  # it was read
        ("new.py", ""),  # it may take the place of a module
        ("other.py", "from model import f\nf(3)\n"),  # it calls the function
        ("data.npy", "1"),  # libraries may read it
        (".jaxopt-lint/runs/1/calls", "1"),  # recorded calls
    ],
)
def test_what_a_verdict_depends_on(asked: Asked, file: str, text: str) -> None:
    asked()
    place = asked.root / file
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    asked()
    assert asked.count == 2


@pytest.mark.parametrize(
    "more",
    [
        {"new": "def f(x):\n    return x * 1\n"},
        {"settings": replace(SETTINGS, seed=1)},
        {"settings": replace(SETTINGS, backend="cuda")},
        {"settings": replace(SETTINGS, mode="full")},
        {"donated": {"model:f": {0}}},
        {"jitted": ["model:f"]},
    ],
)
def test_another_question_is_another_verdict(asked: Asked, more: dict[str, Any]) -> None:
    asked()
    asked(**more)
    assert asked.count == 2


def test_another_environment_is_another_verdict(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked()
    monkeypatch.setattr(keeping, "_installed", lambda python: "with another JAX")
    asked()
    assert asked.count == 2


def test_callers_do_not_matter_where_the_inputs_are_stated(asked: Asked) -> None:
    asked(replace(CALLED, sources=("stated",)))
    (asked.root / "other.py").write_text("from model import f\nf(3)\n")
    asked()
    assert asked.count == 1


@pytest.mark.parametrize("reason", ["TIMEOUT", "NOT_REACHED", "NEEDS_BACKEND", "NO_JAX"])
def test_what_another_run_may_decide_is_not_kept(asked: Asked, reason: str) -> None:
    asked(Evidence(Verdict.UNVERIFIED, reason=reason))
    assert asked().verdict is Verdict.VERIFIED
    assert asked.count == 2


def test_what_nobody_knows_the_reads_of_is_not_kept(asked: Asked) -> None:
    asked(lost=True)
    asked()
    assert asked.count == 2


def test_a_verdict_that_somebody_else_wrote_is_not_believed(asked: Asked) -> None:
    asked()
    (file,) = (asked.root / ".jaxopt_lint_cache" / "verdicts").glob("*.msgpack")
    file.write_bytes(bytes(32) + file.read_bytes()[32:])
    asked()
    assert asked.count == 2


def test_there_is_an_end_to_what_is_kept(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST", 3)
    for number in range(6):
        asked(new=f"{NEW}# {number}\n")
    folder = asked.root / ".jaxopt_lint_cache" / "verdicts"
    (folder / ".jaxopt-lint-999999999-0123456789abcdef.tmp").touch()  # of a run that was killed
    asked(new=f"{NEW}# 5\n")
    assert len(list(folder.iterdir())) == 3
    assert asked.count == 6


@pytest.mark.executes
def test_a_run_goes_on_where_another_one_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from jaxopt_lint.verify.session import Session

    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "scale.py").write_text("SCALE = 2.0\n")
    (tmp_path / "m.py").write_text(
        "import jax\n\nfrom scale import SCALE\n\n\n# jaxopt-lint: verify(f32[3], fixed=())\n"
        "def f(t):\n    return jax.tree_map(lambda x: x * SCALE, t)\n"
    )
    monkeypatch.chdir(tmp_path)
    command = ["verify", "m.py", "--target-jax", "0.10.2"]
    monkeypatch.setattr("jaxopt_lint.fixing.judging.alike", lambda *_: None)
    assert main(command) == 0
    first = capsys.readouterr().out
    assert "decided by an earlier run" not in first
    launch = Session._launch
    monkeypatch.setattr(Session, "_launch", lambda *a: pytest.fail("nothing has to run"))
    assert main(command) == 0
    again = capsys.readouterr().out
    assert again.splitlines()[0] == first.splitlines()[0] and "decided by an earlier run" in again
    monkeypatch.setattr(Session, "_launch", launch)
    (tmp_path / "scale.py").write_text("SCALE = 3.0\n")
    assert main(command) == 0
    assert "decided by an earlier run" not in capsys.readouterr().out


@pytest.mark.executes
def test_what_is_one_program_is_kept_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from jaxopt_lint.verify.session import Session

    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "m.py").write_text("import jax\n\n\ndef f(t):\n    return jax.tree_map(abs, t)\n")
    monkeypatch.chdir(tmp_path)
    command = ["verify", "m.py", "--target-jax", "0.10.2"]
    assert main(command) == 0
    first = capsys.readouterr().out
    assert "PROVED" in first and "decided by an earlier run" not in first
    monkeypatch.setattr(Session, "_launch", lambda *a: pytest.fail("nothing has to run"))
    assert main(command) == 0
    assert "decided by an earlier run" in capsys.readouterr().out
