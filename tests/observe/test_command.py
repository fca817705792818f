"""`jaxopt-lint observe`: the program is left alone, and the report comes after it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from observed_runs import STARTED, line

from jaxopt_lint.cli.main import main
from jaxopt_lint.observe.child.events import Compile
from jaxopt_lint.observe.child.log import Log
from jaxopt_lint.observe.store import Store

NO_JAX = "import sys; print('out'); print('err', file=sys.stderr); sys.exit({code})"
PROGRAM = """\
import jax
import jax.numpy as jnp


@jax.jit
def step(x, n):
    return jnp.sin(x) * n


def main():
    for rows in range(1, 9):
        step(jnp.ones((rows, 8)), 2.0).block_until_ready()


main()
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kept(
    project: Path,
    *,
    compiles: int = 5,
    words: tuple[str, ...] = ("python", "t.py"),
    executable: str = "",
) -> str:
    """A run in the store, in which one function was compiled so many times; its name."""
    store = Store(project)
    header = store.new(list(words), {}, "0")
    about = {"parent": 1, "argv": ["t.py"], "started": STARTED, "python": "3.11.7"}
    about["executable"] = executable
    log = Log(str(store.runs / header.name), str(store.contents), about)
    log.say("jax", jax="0.10.2", jaxlib="0.10.2")
    log.file("t.py", b"import jax\n")
    for cause, count in (("first", 1), ("wrapper", compiles - 1)):
        number, _ = log.event(Compile, line(3, file="t.py"), function="f", cause=cause)
        log.add(number, count, seconds=0.01 * count)
    log.end()
    return header.name


def test_fixes_are_proven_by_the_interpreter_that_ran_the_program(project: Path) -> None:
    from jaxopt_lint.cli.harness import settings_of
    from jaxopt_lint.observe.sealing import seal
    from jaxopt_lint.settings.configfile import load_config

    own = project / "bin" / "python"
    own.parent.mkdir()
    own.touch()
    assert settings_of(load_config(project)).python == sys.executable
    name = kept(project, executable=str(own))
    assert settings_of(load_config(project)).python == sys.executable  # nobody has signed it
    seal(Store(project).path(name))
    assert settings_of(load_config(project)).python == str(own)
    assert settings_of(load_config(project), {"python": "/x"}).python == "/x"
    own.unlink()
    assert settings_of(load_config(project)).python == sys.executable


def test_streams_and_exit_code_are_the_programs(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for code in (0, 7):
        assert main(["observe", "--", sys.executable, "-c", NO_JAX.format(code=code)]) == code
        out, err = capfd.readouterr()
        assert out == "out\n" and err.startswith("err\nObserved ")
    assert main(["observe", "-q", "--", sys.executable, "-c", NO_JAX.format(code=0)]) == 0
    assert capfd.readouterr() == ("out\n", "err\n")
    assert len(Store(project).names()) == 3


@pytest.mark.executes
def test_a_program_is_run_and_told(project: Path) -> None:
    (project / "t.py").write_text(PROGRAM)
    options = ["--html", "page.html", "--perfetto", "trace.json", "--fail-on", "compiles>3"]
    words = [sys.executable, "-m", "jaxopt_lint", "observe", *options, "--", sys.executable, "t.py"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    assert "t.py:12  JOL108" in done.stderr
    assert "`step` was compiled 7 times more since `x` had another shape each time" in done.stderr
    assert "compiles is 8, and the run fails on `compiles>3`" in done.stderr
    assert "was compiled 7 times more" in (project / "page.html").read_text()
    found = json.loads((project / "trace.json").read_text())["traceEvents"]
    assert sum(one["name"] == "compile step (arguments)" for one in found) == 7


def test_a_limit_fails_a_run_that_did_not_fail(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(project)
    assert main(["observe", "show", "--fail-on", "compiles>3"]) == 1
    assert "compiles is 5, and the run fails on `compiles>3`" in capsys.readouterr().err
    assert main(["observe", "show", "--fail-on", "compiles>5"]) == 0


def test_runs_are_listed_shown_compared_and_removed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = kept(project), kept(project, compiles=1, words=("python", "a b.py"))
    assert main(["observe", "list"]) == 0
    assert capsys.readouterr().out == f"{second}  python 'a b.py'\n{first}  python t.py\n"
    assert main(["observe", "list", "--output-format", "json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == [second, first]
    assert main(["observe", "show"]) == 0
    assert f"Observed {second}" in capsys.readouterr().out
    assert main(["observe", "show", first, "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"]["compiles"] == 5
    assert main(["observe", "show", first, "-o", "report.txt"]) == 0
    assert f"Observed {first}" in (project / "report.txt").read_text()
    assert main(["observe", "diff"]) == 0
    assert "compiles         5 -> 1" in capsys.readouterr().out
    assert main(["observe", "diff", second, first, "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"]["compiles"] == {"before": 1, "after": 5}
    assert main(["observe", "clean", "--keep", "1"]) == 0
    assert Store(project).names() == [second]
    assert main(["observe", "clean", second]) == 0
    kept(project)
    assert main(["observe", "clean"]) == 0
    assert not list((project / ".jaxopt-lint").glob("*/*"))
    assert main(["observe", "list"]) == 0 and capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show"], "no run was observed"),
        (["show", "x"], "no run `x`"),
        (["diff"], "there are no two runs to compare"),
        (["clean", "../.."], "no run `../..`"),
        (["clean", "x", "--keep", "1"], "not both"),
        (["--fail-on", "compile>3", "--", "true"], "did you mean `compiles`?"),
        (["--output-format", "jsn", "--", "true"], "did you mean `json`?"),
        (["--"], "nothing to run"),
        (["--", "no-such-command-anywhere"], "is no command that can be found"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(
    project: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["observe", *words]) == 2
    lines = [one for one in capsys.readouterr().err.splitlines() if not one.startswith("Try `")]
    assert len(lines) == 1 and lines[0].startswith("error: ") and said in lines[0]


def test_a_file_that_cannot_be_written_is_said(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(project)
    for option in ("--html", "--perfetto", "-o"):
        assert main(["observe", "show", "-q", option, "no/such/file"]) == 2
        assert "no/such/file: cannot be written" in capsys.readouterr().err


def test_what_is_no_run_is_said_and_never_a_traceback(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = kept(project), kept(project)
    (project / ".jaxopt-lint" / "runs" / bad / "run.json").write_text('{"started": 9e12}')
    assert main(["observe", "list"]) == 0
    out, err = capsys.readouterr()
    assert good in out and f"run `{bad}` cannot be read" in err
    assert main(["observe", "show", bad]) == 2
    assert "no run can be read there" in capsys.readouterr().err
    (log,) = (project / ".jaxopt-lint" / "runs" / good).glob("*.jsonl")
    log.write_text('{"is": "process"}\n{"is": "place"}\n')
    assert main(["observe", "show", good]) == 0
    assert f"{log.name} is no log of a process, and is left out" in capsys.readouterr().out


def test_a_link_out_of_the_project_is_not_followed(
    project: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "runs").mkdir()
    (project / ".jaxopt-lint").symlink_to(elsewhere)
    assert main(["observe", "clean"]) == 2
    assert "a link leads out of the project" in capsys.readouterr().err
    assert (elsewhere / "runs").exists()
