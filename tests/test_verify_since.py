"""`verify --since`: the functions that a change touched; what is asked of the harness, and told."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.finding import Check, Evidence, Verdict

STEPS = """\
import jax

RATE = 0.1


def loss(w, x):
    return ((x @ w) ** 2).sum()


def step(w, x):
    return w - RATE * jax.grad(loss)(w, x)


class Model:
    def apply(self, x):
        return x + 1
"""
OTHER = "import jax\nimport steps\n\nstep = jax.jit(steps.step)\n"


def git(*args: str) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *args], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "steps.py").write_text(STEPS)
    (tmp_path / "other.py").write_text(OTHER)
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the harness was asked last; it answers as `verdicts` says, else that all is proved."""
    from jaxopt_lint.verify import harness

    seen: dict[str, Any] = {"verdicts": {}}

    def answer(root: Path, changes: Any, functions: list[str], settings: Any, **more: Any) -> Any:
        seen.update(changes=changes, functions=functions, **more)
        verdicts = seen["verdicts"]
        return {name: Evidence(verdicts.get(name, Verdict.PROVED)) for name in functions}

    monkeypatch.setattr(harness, "verify_change", answer)
    return seen


def told(capsys: pytest.CaptureFixture[str], *args: str) -> list[tuple[str, str | None, str]]:
    capsys.readouterr()
    main(["verify", "--since", "HEAD", *args, "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    return [(row["path"], row["function"], row["verdict"]) for row in rows]


def test_only_functions_that_changed(
    repository: Path, asked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    new = STEPS.replace("** 2", "**  2").replace("x + 1", "1 + x")
    (repository / "steps.py").write_text(new + "\n\ndef more(x):\n    return x\n")
    (repository / "new.py").write_text(STEPS)
    assert told(capsys) == [("steps.py", "Model.apply", "proved")]
    assert asked["changes"] == {
        repository / "steps.py": (STEPS, new + "\n\ndef more(x):\n    return x\n")
    }


def test_both_versions_hold_all_files_that_changed(
    repository: Path, asked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "steps.py").write_text(STEPS.replace("x + 1", "1 + x"))
    (repository / "other.py").write_text(OTHER.replace("jax.jit", "jax.jit  "))
    assert told(capsys, "steps.py") == [("steps.py", "Model.apply", "proved")]
    assert asked["changes"].keys() == {repository / "steps.py"}
    assert told(capsys) == [("steps.py", "Model.apply", "proved")]
    assert asked["changes"].keys() == {repository / "steps.py", repository / "other.py"}


def test_what_the_new_version_lends_and_what_another_file_compiles(
    repository: Path, asked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    lending = STEPS.replace("def step", "@jax.jit(donate_argnums=0)\ndef step")
    (repository / "steps.py").write_text(lending.replace("** 2", "** 4"))
    assert len(told(capsys)) == 2
    assert asked["donated"] == {"steps:loss": set(), "steps:step": {0}}
    assert asked["jitted"] == ["steps:loss", "steps:step"]


def test_a_change_outside_of_functions_is_lifted_into_one(
    repository: Path, asked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "steps.py").write_text(STEPS.replace("0.1", "0.2"))
    assert told(capsys) == [("steps.py", None, "proved")]
    assert asked["functions"] == ["steps:lifted_code"] and len(asked["pieces"]) == 1


def test_a_change_outside_of_functions_that_cannot_be_lifted_is_not_decided(
    repository: Path, asked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "steps.py").write_text(STEPS.replace("0.1", "0.2").replace("x + 1", "1 + x"))
    assert told(capsys) == [
        ("steps.py", None, "unverified"),
        ("steps.py", "Model.apply", "proved"),
    ]
    assert main(["verify", "--since", "HEAD"]) == 0
    assert "the change is in several places" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("loses", "gains", "codes"),
    [(False, True, (0, 0)), (False, False, (0, 1)), (True, True, (1, 1)), (True, False, (1, 1))],
)
def test_end_by_what_was_gained(
    repository: Path,
    monkeypatch: pytest.MonkeyPatch,
    loses: bool,
    gains: bool,
    codes: tuple[int, int],
) -> None:
    from jaxopt_lint.verify import harness

    evidence = Evidence(Verdict.VERIFIED, loses=loses, gains=gains)
    monkeypatch.setattr(harness, "verify_change", lambda *a, **k: {a[2][0]: evidence})
    (repository / "steps.py").write_text(STEPS.replace("x + 1", "1 + x"))
    assert main(["verify", "--since", "HEAD"]) == codes[0]
    assert main(["verify", "--since", "HEAD", "--require-gain"]) == codes[1]


@pytest.mark.parametrize(
    ("verdict", "code"), [(Verdict.VERIFIED, 0), (Verdict.UNVERIFIED, 0), (Verdict.REFUTED, 1)]
)
def test_end_and_summary(
    repository: Path,
    asked: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    verdict: Verdict,
    code: int,
) -> None:
    asked["verdicts"]["steps:Model.apply"] = verdict
    (repository / "steps.py").write_text(STEPS.replace("x + 1", "1 + x"))
    assert main(["verify", "--since", "HEAD"]) == code
    out, err = capsys.readouterr()
    assert out.startswith(f"steps.py Model.apply  {verdict.value.upper()}")
    assert err == f"Tried 1 changed function: 1 {verdict.value}.\n"


def test_nothing_changed(
    repository: Path, asked: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys) == []
    assert "functions" not in asked


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--since", "gone"], "gone: no such commit here"),
        (["--since", "HEAD", "steps.py:step", "steps.py:step"], "not a pair"),
        (["--since", "HEAD", "--args", "f32[3]"], "belong to a pair"),
    ],
)
def test_what_cannot_be_asked(
    repository: Path, capsys: pytest.CaptureFixture[str], args: list[str], words: str
) -> None:
    assert main(["verify", *args]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.executes
def test_a_change_by_hand_is_judged_by_running_it(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = "# jaxopt-lint: verify(f32[B, D], B=3, D=2)\n"
    text = f"{spec}def right(x):\n    return x + x\n\n\n{spec}def wrong(x):\n    return x * x\n"
    (repository / "two.py").write_text(text)
    git("add", "-A")
    git("commit", "-qm", "two")
    (repository / "two.py").write_text(text.replace("x + x", "2 * x").replace("x * x", "x * 2"))
    assert main(["verify", "--since", "HEAD"]) == 1
    out = capsys.readouterr().out
    assert "two.py right  VERIFIED" in out
    assert "two.py wrong  REFUTED" in out


def test_a_file_that_cannot_be_imported_is_asked_for_what_its_functions_need(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from jaxopt_lint.verify import harness

    text = f"import not_there\n{STEPS}\nDATA = not_there.load()\n"
    (repository / "steps.py").write_text(text)
    git("commit", "-qam", "two")

    def answer(root: Path, changes: Any, functions: list[str], *_: Any, **__: Any) -> Any:
        (texts,) = changes.values()
        if any("not_there" in one for one in texts):
            evidence = Evidence(Verdict.UNVERIFIED, reason="IMPORT_FAILED")
        else:
            evidence = Evidence(Verdict.REFUTED, inputs="f32[2]")
        return dict.fromkeys(functions, evidence)

    monkeypatch.setattr(harness, "verify_change", answer)
    (repository / "steps.py").write_text(text.replace("w - RATE", "-RATE"))
    assert told(capsys) == [("steps.py", "step", "refuted")]
    # What needs the module itself stays as it is.
    (repository / "steps.py").write_text(text.replace("w - RATE", "DATA - RATE"))
    assert told(capsys) == [("steps.py", "step", "unverified")]


def test_checks_are_shown(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from jaxopt_lint.verify import harness

    evidence = Evidence(Verdict.REFUTED, checks=(Check("value", False, "off by 1"),))
    monkeypatch.setattr(harness, "verify_change", lambda *a, **k: {a[2][0]: evidence})
    (repository / "steps.py").write_text(STEPS.replace("x + 1", "1 + x"))
    assert main(["verify", "--since", "HEAD"]) == 1
    assert "off by 1" in capsys.readouterr().out
