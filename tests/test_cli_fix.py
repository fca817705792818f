"""`--fix`, `--diff`, `rewrite` and `verify` from the command line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.finding import Check, Evidence, Verdict

OLD = "import jax\n\n\ndef f(g, x):\n    return jax.tree_map(g, x)\n"
NEW = OLD.replace("tree_map", "tree_util.tree_map")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "old.py").write_text(OLD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_fix_writes_and_exits_with_0(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--fix", "--show-fixes"]) == 0
    assert (project / "old.py").read_text() == NEW
    err = capsys.readouterr().err
    assert "Fixed 1 finding." in err
    assert "- old.py:\n    1 x JOL701 (deprecated-tree-api)" in err
    assert main(["--fix"]) == 0
    assert (project / "old.py").read_text() == NEW


def test_exit_non_zero_on_fix(project: Path) -> None:
    assert main(["--fix", "--exit-non-zero-on-fix"]) == 1
    assert main(["--fix", "--exit-non-zero-on-fix"]) == 0


def test_fix_reports_what_remains(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "bad.py").write_text("import jax\nx = (\n")
    assert main(["--fix", "--output-format", "concise"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("bad.py:2:5: JOL000")
    assert "Fixed 1 finding. 1 remaining." in err
    assert (project / "old.py").read_text() == NEW


def test_fix_only(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "bad.py").write_text("import jax\nx = (\n")
    assert main(["--fix-only"]) == 0
    assert capsys.readouterr().out == ""
    assert (project / "old.py").read_text() == NEW


def test_unfixable(project: Path) -> None:
    assert main(["--fix", "--unfixable", "JOL701"]) == 1
    assert main(["--fix", "--fixable", "JOL000"]) == 1
    assert (project / "old.py").read_text() == OLD


def test_fix_from_the_configuration_and_no_fix(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.jaxopt-lint]\nfix = true\n")
    assert main(["--no-fix"]) == 1
    assert (project / "old.py").read_text() == OLD
    assert main([]) == 0
    assert (project / "old.py").read_text() == NEW


def test_diff_changes_nothing_and_applies(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--diff"]) == 1
    out, err = capsys.readouterr()
    assert (project / "old.py").read_text() == OLD
    assert "Would fix 1 finding." in err
    subprocess.run(["git", "apply", "-"], input=out.encode(), cwd=project, check=True)
    assert (project / "old.py").read_text() == NEW
    assert main(["--diff"]) == 0
    assert capsys.readouterr().out == ""


def test_file_that_changes_meanwhile_is_left_alone(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxopt_lint.fixing import run as fixing

    real = fixing.fix_paths

    def slow(*args: object, **more: object) -> object:
        result = real(*args, **more)  # type: ignore[arg-type]
        (project / "old.py").write_text("# edited\n" + OLD)
        return result

    monkeypatch.setattr(fixing, "fix_paths", slow)
    assert main(["--fix"]) == 2
    assert "error: old.py: not fixed: the file changed" in capsys.readouterr().err
    assert (project / "old.py").read_text() == "# edited\n" + OLD


@pytest.mark.parametrize(
    ("codemod", "words"),
    [
        ("tree", "`tree` rewrites what `deprecated-tree-api` reports, and there is none of it in"),
        ("no-suppression", "`jaxopt-lint check --select unused-suppression --diff` shows"),
    ],
)
def test_rewrite_of_nothing_says_why(
    project: Path, capsys: pytest.CaptureFixture[str], codemod: str, words: str
) -> None:
    (project / "none.py").write_text("def f(x):\n    return x\n")
    assert main(["rewrite", codemod, "none.py:f"]) == 1
    assert words in capsys.readouterr().err


def test_rewrite_list(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rewrite", "--list"]) == 0
    out = capsys.readouterr().out
    assert "tree" in out
    assert "rests on name-is-jax, no-other-way-around" in out


# -- verification, with the harness's answer given ----------------------------------------


@pytest.fixture
def verdict(monkeypatch: pytest.MonkeyPatch) -> list[Evidence]:
    """The answers of the harness: put one in."""
    from jaxopt_lint.verify import harness

    answers: list[Evidence] = []
    monkeypatch.setattr(harness, "verify_pair", lambda *a, **k: answers[0])
    return answers


@pytest.mark.parametrize(
    ("word", "code"),
    [(Verdict.PROVED, 0), (Verdict.VERIFIED, 0), (Verdict.REFUTED, 1), (Verdict.UNVERIFIED, 2)],
)
def test_verify_a_pair(
    project: Path,
    capsys: pytest.CaptureFixture[str],
    verdict: list[Evidence],
    word: Verdict,
    code: int,
) -> None:
    verdict.append(Evidence(word, checks=(Check("value", True, "error 0"),)))
    assert main(["verify", "old.py:f", "old.py:f", "--args", "f32[B]", "--dims", "B=5"]) == code
    out = capsys.readouterr().out
    assert out.startswith(f"old.py:f -> old.py:f  {word.value.upper()}")
    assert main(["verify", "old.py:f", "old.py:f", "--output-format", "json"]) == code
    assert json.loads(capsys.readouterr().out)["verdict"] == word.value


def test_verify_options_reach_the_harness(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jaxopt_lint.verify import harness

    seen = []

    def answer(old: str, new: str, settings: object) -> Evidence:
        seen.append(settings)
        return Evidence(Verdict.PROVED)

    monkeypatch.setattr(harness, "verify_pair", answer)
    (project / "pyproject.toml").write_text(
        "[tool.jaxopt-lint.verify]\ntimeout = 7\nmin-speedup = 2\ndevices = 4\n"
        '[[tool.jaxopt-lint.verify.target]]\nfunction = "m:f"\nargs = ["f32[B]"]\ndims = {B = 3}\n'
    )
    args = ["--args", "f32[B, D]", "--dims", "B=5,D=3", "--devices", "2", "--full"]
    assert main(["verify", "old.py:f", "old.py:f", *args]) == 0
    (settings,) = seen
    assert (settings.timeout, settings.min_speedup, settings.devices) == (7, 2, 2)  # type: ignore[attr-defined]
    assert settings.mode == "full"  # type: ignore[attr-defined]
    first, second = settings.targets  # type: ignore[attr-defined]
    assert (first.function, first.args, first.dims) == ("old.py:f", ["f32[B, D]"], {"B": 5, "D": 3})
    assert (second.function, second.dims) == ("m:f", {"B": 3})


def judged(monkeypatch: pytest.MonkeyPatch, evidence: Evidence) -> None:
    """Let the harness answer the same for every fix."""
    from contextlib import contextmanager

    from jaxopt_lint.fixing import judging

    @contextmanager
    def answer(*args: object, **more: object):  # type: ignore[no-untyped-def]
        yield lambda *a, **k: evidence

    monkeypatch.setattr(judging, "judging", answer)


def test_fix_verify_writes_on_inputs_from_accepted_sources_alone(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (project / "old.py").read_text()
    judged(monkeypatch, Evidence(Verdict.VERIFIED, sources=("annotations",)))
    settings = project / "pyproject.toml"
    settings.write_text('[tool.jaxopt-lint.verify]\naccept = ["recorded", "stated"]\n')
    assert main(["--fix", "--verify"]) == 1
    assert "`verify.accept` leaves out inputs from annotations" in capsys.readouterr().out
    assert (project / "old.py").read_text() == before
    settings.write_text('[tool.jaxopt-lint.verify]\naccept = ["annotations"]\n')
    assert main(["--fix", "--verify"]) == 0
    assert (project / "old.py").read_text() == NEW
    settings.write_text('[tool.jaxopt-lint.verify]\naccept = ["anotations"]\n')
    assert main(["--fix", "--verify"]) == 2
    assert "did you mean `annotations`?" in capsys.readouterr().err


def test_fix_verify_applies_what_is_right(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(monkeypatch, Evidence(Verdict.PROVED))
    assert main(["--fix", "--verify"]) == 0
    err = capsys.readouterr().err
    assert (project / "old.py").read_text() == NEW
    assert "PROVED" in err
    assert "Fixed 1 finding, 1 of them verified." in err


def test_fix_verify_takes_only_what_gains_on_request(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(monkeypatch, Evidence(Verdict.PROVED))
    assert main(["--fix", "--verify", "--require-gain"]) == 1
    assert (project / "old.py").read_text() == OLD
    setting = ["--config", "verify.require-gain=true"]
    assert main(["--fix", "--verify", *setting]) == 1
    judged(monkeypatch, Evidence(Verdict.PROVED, gains=True))
    assert main(["--fix", "--verify", "--require-gain"]) == 0
    assert (project / "old.py").read_text() == NEW


def test_fix_verify_leaves_what_is_refuted(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(monkeypatch, Evidence(Verdict.REFUTED, checks=(Check("value", False, "off by 1"),)))
    assert main(["--fix", "--verify"]) == 1
    out, err = capsys.readouterr()
    assert (project / "old.py").read_text() == OLD
    assert "REFUTED" in err
    assert "JOL701" in out


def test_verify_without_fix_shows_evidence_and_writes_nothing(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(monkeypatch, Evidence(Verdict.VERIFIED, inputs="4 recorded calls"))
    assert main(["--verify", "--output-format", "json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["verification"]["verdict"] == "verified"
    assert (project / "old.py").read_text() == OLD


@pytest.mark.parametrize(("word", "code"), [(Verdict.VERIFIED, 0), (Verdict.REFUTED, 1)])
def test_verify_paths(
    project: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    word: Verdict,
    code: int,
) -> None:
    judged(monkeypatch, Evidence(word))
    assert main(["verify", "old.py"]) == code
    out, err = capsys.readouterr()
    assert out.startswith("JOL701 old.py:5 f  ")
    assert f"Tried 1 fix: 1 {word.value}." in err
    assert (project / "old.py").read_text() == OLD


# -- what the report must survive ---------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "import jax; f = lambda g, x: jax.tree_map(g, x)\n",
        "import jax\njax.tree_map(f, x)",
        "from jax.experimental.maps import xmap; import jax; jax.tree_map(f, x)\n",
    ],
)
def test_an_edit_of_the_first_line_is_shown(
    project: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    (project / "old.py").write_text(text)
    assert main([]) == 1
    out = capsys.readouterr().out
    assert "jax.tree_map" in out and "jax.tree_util.tree_map" in out
    assert main(["--fix"]) in (0, 1)
    out, err = capsys.readouterr()
    assert "jax.tree_map" not in (project / "old.py").read_text()
    assert "Fixed 1 finding." in err


def test_what_was_changed_is_said_although_the_report_fails(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def explode(*args: object) -> str:
        raise RuntimeError("boom")

    monkeypatch.setattr("jaxopt_lint.cli.session.render", explode)
    assert main(["--fix", "-q"]) == 2
    assert (project / "old.py").read_text() == NEW
    err = capsys.readouterr().err
    assert "Fixed 1 finding in 1 file: old.py\n" in err
    assert "itself failed: RuntimeError: boom" in err


def test_a_file_that_cannot_be_written_does_not_count_as_fixed(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxopt_lint.files import writing
    from jaxopt_lint.files.errors import SourceError
    from jaxopt_lint.files.notebook import Notebook
    from jaxopt_lint.files.source import SourceFile

    write = writing.write_atomically

    def full(file: SourceFile, text: str, cells: Notebook | None = None) -> None:
        if file.path.name == "old.py":
            raise SourceError("no space left on device")
        write(file, text, cells)

    monkeypatch.setattr("jaxopt_lint.files.writing.write_atomically", full)
    (project / "other.py").write_text(OLD)
    assert main(["--fix", "--show-fixes"]) == 2
    err = capsys.readouterr().err
    assert "old.py: not fixed: no space left on device" in err
    assert "Fixed 1 finding." in err and "- other.py:" in err and "- old.py:" not in err


def test_interpreter_for_verify(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jaxopt_lint.fixing.results import FixResult

    asked: list[object] = []

    def fix(groups: object, output: object, verify: object, *more: object) -> FixResult:
        asked.append(verify)
        return FixResult()

    monkeypatch.setattr("jaxopt_lint.cli.work.fix", fix)
    assert main(["--fix", "--verify", "--python", "/x/python"]) == 0
    assert main(["--fix"]) == 0
    assert asked == [{"python": "/x/python", "budget": None}, None]


def test_what_other_files_say_of_one_is_known_where_it_is_verified(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(monkeypatch, Evidence(Verdict.VERIFIED))
    (project / "rows.py").write_text(
        "import jax.numpy as jnp\n\n\ndef rows(x):\n    out = jnp.zeros(x.shape)\n"
        "    for i in range(x.shape[0]):\n        out = out.at[i].set(jnp.tanh(x[i]))\n"
        "    return out\n"
    )
    (project / "train.py").write_text("import jax\nfrom rows import rows\nstep = jax.jit(rows)\n")
    (project / "broken.py").write_text("import jax\nx = (\n")
    assert main(["verify", "rows.py", "--output-format", "json"]) == 0
    (finding,) = json.loads(capsys.readouterr().out)
    assert (finding["code"], finding["filename"]) == ("JOL201", "rows.py")
    assert "(passed to `jit` at train.py:3)" in finding["message"]
