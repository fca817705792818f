"""`tune`: what is asked before, what is applied, what is taken back, and what is told.

The program's runs and the harness's verdicts are given; one test at the end runs it all.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.files.source import read_source
from jaxopt_lint.finding import Check, Evidence, Finding, Location, Verdict
from jaxopt_lint.observe.child.events import Place
from jaxopt_lint.observe.losses.loss import Group, Loss
from jaxopt_lint.observe.losses.table import Lengths, Table
from jaxopt_lint.observe.reading import Run
from jaxopt_lint.observe.store import Header
from jaxopt_lint.tuning.effect import Spent, effect, losses_of, slower, spent
from jaxopt_lint.tuning.printed import compare
from jaxopt_lint.tuning.undo import NothingToUndo, keep, undo

OLD = """\
import jax


def step(x, y):
    return jax.tree_map(lambda a, b: a + b, x, y)


def more(x):
    return jax.tree_map(lambda a: a + 1, x)
"""
NEW = OLD.replace("jax.tree_map", "jax.tree_util.tree_map")
LOST = Loss("waited", Group.TIME, Place("old.py", 5, "step"), "it waits", "do not", "JOL701",
            seconds=2.0)  # fmt: skip
LOST_MORE = Loss("waited", Group.TIME, Place("old.py", 9, "more"), "it waits", "do not", "JOL701",
                 seconds=1.0)  # fmt: skip


def git(*args: str) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *args], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "pyproject.toml").write_text('[tool.jaxopt-lint]\ntarget-jax = "0.7"\n')
    (tmp_path / ".gitignore").write_text("state\n.jaxopt-lint\n")
    (tmp_path / "old.py").write_text(OLD)
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "one")
    return tmp_path


def ran(seconds: float, *losses: Loss) -> Table:
    run = Run(Header("r", [], "", "", 0.0, {}, ""), Path())
    return Table(run, Lengths(elapsed=seconds, rest=seconds), list(losses))


@dataclass
class Program:
    """Runs of a program in a row: what each prints, how it ends, what it lost."""

    runs: list[tuple[str, int, Table]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # of the file, as each run found it
    recorded: list[bool] = field(default_factory=list)
    said: list[str] = field(default_factory=list)  # to standard error, by each run

    def then(self, table: Table, printed: str = "loss 0.5\n", code: int = 0) -> Program:
        self.runs.append((printed, code, table))
        return self

    def observe(
        self, command: Any, root: Path, options: Any, *, output: IO[bytes], errors: IO[bytes]
    ) -> tuple[Header, int]:
        printed, code, _ = self.runs[len(self.texts)]
        output.write(printed.encode())
        errors.write(self.said[len(self.texts)].encode() if self.said else b"")
        self.texts.append((root / "old.py").read_text())
        self.recorded.append(options.record)
        return Header(str(len(self.texts) - 1), [], "", "", 0.0, {}, ""), code


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> Program:
    from jaxopt_lint.cli import observed
    from jaxopt_lint.running import watching

    made = Program()
    monkeypatch.setattr(watching, "observe", made.observe)
    monkeypatch.setattr(observed, "read", lambda store, name: made.runs[int(name)][2])
    judged(monkeypatch, Evidence(Verdict.PROVED))
    return made


def judged(monkeypatch: pytest.MonkeyPatch, evidence: Evidence) -> None:
    from jaxopt_lint.fixing import judging

    @contextmanager
    def answer(*args: object, **more: object):  # type: ignore[no-untyped-def]
        yield lambda *a, **k: evidence

    monkeypatch.setattr(judging, "judging", answer)


def tune(*args: str) -> int:
    return main(["tune", *args, "--", sys.executable, "old.py"])


def test_what_the_policy_leaves_out_is_said_to_be(
    repository: Path,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    judged(monkeypatch, Evidence(Verdict.VERIFIED, sources=("synthesis",)))
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE))
    assert tune("--yes") == 0
    assert (repository / "old.py").read_text() == OLD
    out = capsys.readouterr().out
    assert "Nothing was changed." in out and "did not help" not in out
    assert out.count("`verify.accept` leaves out inputs from synthesis") == 2


def test_of_what_compiles_again_the_run_decides(
    repository: Path, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = Check("compiles", None, "0 -> 3 compilations in 3 warm calls")
    slower = Check("run time", None, "2x as much")
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE))
    judged(monkeypatch, Evidence(Verdict.VERIFIED, checks=(again, slower), loses=True))
    assert tune("--yes") == 0
    assert (repository / "old.py").read_text() == OLD
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE)).then(ran(4))
    judged(monkeypatch, Evidence(Verdict.VERIFIED, checks=(again,), loses=True))
    assert tune("--yes") == 0
    assert (repository / "old.py").read_text() == NEW


def test_what_helps_stays(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE)).then(ran(4))
    assert tune("--yes") == 0
    assert (repository / "old.py").read_text() == NEW
    assert program.texts == [OLD, OLD, NEW]
    assert program.recorded == [True, False, False]
    out, err = capsys.readouterr()
    assert "tune: proving 2 fixes ..." in err
    assert "seconds          8 s    4 s  2x less" in out
    assert out.count("applied: old.py:") == 2
    assert "Nothing else is lost." in out


def test_only_what_the_run_lost_is_mended(repository: Path, program: Program) -> None:
    program.then(ran(9, LOST)).then(ran(8, LOST)).then(ran(4))
    assert tune("--yes") == 0
    text = (repository / "old.py").read_text()
    assert text == OLD.replace("jax.tree_map(lambda a, b", "jax.tree_util.tree_map(lambda a, b")


def test_what_does_not_help_is_taken_back(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE))
    program.then(ran(5, LOST_MORE)).then(ran(6, LOST_MORE))
    assert tune("--yes") == 1
    half = OLD.replace("jax.tree_map(lambda a, b", "jax.tree_util.tree_map(lambda a, b")
    assert program.texts == [OLD, OLD, NEW, half]
    assert (repository / "old.py").read_text() == half
    out, err = capsys.readouterr()
    assert "1 fix did not help: old.py:9" in err
    assert "it did not help in the run" in out
    assert "Still lost, in 1 place" in out


@pytest.mark.parametrize(
    ("printed", "code", "table", "words"),
    [
        ("loss 0.5\n", 3, ran(4), "ends with exit code 3"),
        ("gain 0.5\n", 0, ran(4), "prints something else on line 1"),
        ("loss 0.5\nmore\n", 0, ran(4), "prints something else on line 2"),
        ("loss 0.5\n", 0, ran(12), "the program is slower with the fixes"),
        ("loss 0.5\n", 0, ran(8, LOST, LOST_MORE), "2 fixes did not help"),
    ],
)
def test_what_breaks_or_slows_the_program_is_taken_back(
    repository: Path,
    program: Program,
    capsys: pytest.CaptureFixture[str],
    printed: str,
    code: int,
    table: Table,
    words: str,
) -> None:
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE))
    program.then(table, printed, code).then(table, printed, code)  # again, if it took longer
    assert tune("--yes") == 1
    assert (repository / "old.py").read_text() == OLD
    out, err = capsys.readouterr()
    assert (
        f"rolled back: {words}" in err
        or f"rolled back: with the fixes the program {words}" in err
        or words in err
    )
    assert "Nothing was changed." in out


def test_what_took_longer_once_is_run_again(repository: Path, program: Program) -> None:
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE))
    program.then(ran(12)).then(ran(4))
    assert tune("--yes") == 0
    assert program.texts == [OLD, OLD, NEW, NEW]
    assert (repository / "old.py").read_text() == NEW


def test_what_makes_results_wrong_is_told_and_not_tried(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = replace(LOST, kind="key-reused", group=Group.RESULTS, seconds=0.0)
    program.then(ran(9, wrong, LOST_MORE)).then(ran(8, wrong, LOST_MORE)).then(ran(4, wrong))
    assert tune("--yes") == 0
    text = (repository / "old.py").read_text()
    assert text == OLD.replace("jax.tree_map(lambda a: a", "jax.tree_util.tree_map(lambda a: a")
    assert "What can make results wrong, in 1 place:\n  old.py:5" in capsys.readouterr().out


def test_numbers_that_differ_each_time_are_no_fixs_doing(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.then(ran(9, LOST), "loss 0.5 in 3.1 s\n").then(ran(8, LOST), "loss 0.5 in 2.9 s\n")
    program.then(ran(4), "loss 0.501 in 1.2 s\n")
    assert tune("--yes") == 0
    assert "note: 1 number on 1 line of what it prints differ" in capsys.readouterr().out


def test_printed_numbers_that_move_are_told(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.then(ran(9, LOST)).then(ran(8, LOST)).then(ran(4), "loss 0.6\n")
    assert tune("--yes") == 0
    assert "note: printed numbers moved by up to 16.7%" in capsys.readouterr().out


def test_a_program_that_is_not_deterministic_is_said_to_be(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.then(ran(9, LOST), "a\n").then(ran(8, LOST), "b\n").then(ran(4), "c\n")
    assert tune("--yes") == 0
    assert "note: the program is not deterministic: line 1" in capsys.readouterr().out


def test_lines_that_are_others_each_time_hide_no_other(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.then(ran(9, LOST), "to run_a\nloss 0.5\nok\n")
    program.then(ran(8, LOST), "to run_b\nloss 0.5\nok\n")
    program.then(ran(4), "to run_c\nloss 0.5\nfailed\n")
    assert tune("--yes") == 1
    told = capsys.readouterr()
    assert "line 1 of what it prints was another one the second time, and not" in told.out
    assert "rolled back: with the fixes it prints something else on line 3" in told.err


def test_logs_and_progress_beside_what_is_printed_are_no_results(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.said = ["10%|#", "9%|# 30%|###", "UserWarning: late"]
    program.then(ran(9, LOST)).then(ran(8, LOST)).then(ran(4))
    assert tune("--yes") == 0
    assert "note:" not in capsys.readouterr().out
    program.texts.clear()
    program.runs = [("", code, table) for _, code, table in program.runs]
    git("commit", "-qam", "mended")
    (repository / "old.py").write_text(OLD)
    git("commit", "-qam", "as it was")
    assert tune("--yes") == 0
    assert "note: the program is not deterministic: line 1" in capsys.readouterr().out


def test_what_takes_long_and_may_be_no_loss_is_told(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    saves = Loss("host-call", Group.TIME, Place("old.py", 5, "step"), "it saves", "save less",
                 seconds=5.0, share=0.5, minor=True)  # fmt: skip
    table = ran(9)
    table.below.append(saves)
    program.then(table).then(table)
    assert tune("--yes") == 0
    out = capsys.readouterr().out
    assert "but much:\n  old.py:5  5.0 s, 50 %  it saves\n    save less" in out


def test_why_a_loss_has_no_fix_is_told() -> None:
    from jaxopt_lint.tuning.told import Tuned, text

    start = Location(5, 5)
    one = Finding("JOL701", "x", "m", "old.py", start, start, qualname="step", refused="it prints")
    other = Finding("JOL701", "x", "m", "old.py", Location(9, 5), Location(9, 9), refused="no")
    told = text(Tuned(["python"], ran(9, LOST), unfixed=[other, one]))
    assert "it waits\n    do not\n    no fix: it prints" in told


def test_what_is_not_proven_is_not_applied(
    repository: Path,
    program: Program,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged(monkeypatch, Evidence(Verdict.REFUTED, checks=(Check("value", False, "off by 1"),)))
    program.then(ran(9, LOST)).then(ran(8, LOST))
    assert tune("--yes") == 0
    assert (repository / "old.py").read_text() == OLD
    out = capsys.readouterr().out
    assert "not applied: old.py:5" in out
    assert "refuted (off by 1)" in out


@pytest.mark.parametrize(("answer", "text"), [("y\n", NEW), ("n\n", OLD), ("", OLD)])
def test_asks(
    repository: Path,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    text: str,
) -> None:
    import io

    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE)).then(ran(4))
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    tune()
    assert (repository / "old.py").read_text() == text


def test_dry_run_shows_the_diff_of_a_tree_that_need_not_be_clean(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "old.py").write_text(OLD + "\n\nx = 1\n")
    program.then(ran(9, LOST)).then(ran(8, LOST))
    assert tune("--dry-run") == 0
    assert (repository / "old.py").read_text() == OLD + "\n\nx = 1\n"
    out = capsys.readouterr().out
    assert "+    return jax.tree_util.tree_map(lambda a, b" in out
    assert "x = 1" not in out


def test_only_on_a_clean_tree(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "old.py").write_text(OLD + "\n")
    assert tune("--yes") == 2
    assert "old.py has changes that are not committed" in capsys.readouterr().err
    assert not program.texts


def test_what_the_program_writes_over_is_no_change_of_its_code(
    repository: Path, program: Program
) -> None:
    (repository / "old.png").write_text("a picture")
    git("add", "-A")
    git("commit", "-qm", "two")
    (repository / "old.png").write_text("another one")
    program.then(ran(9, LOST)).then(ran(8, LOST)).then(ran(4))
    assert tune("--yes") == 0
    assert (repository / "old.py").read_text() != OLD


def test_only_in_a_repository(
    tmp_path: Path,
    program: Program,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.py").write_text(OLD)
    assert tune("--yes") == 2
    assert "repository" in capsys.readouterr().err
    assert not program.texts


def test_a_program_that_fails_as_it_is(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.then(ran(1), "Traceback\nValueError: no data\n", 1)
    assert tune("--yes") == 1
    err = capsys.readouterr().err
    assert "ValueError: no data" in err
    assert "the program fails as it is (exit code 1); nothing was changed" in err


def test_json(repository: Path, program: Program, capsys: pytest.CaptureFixture[str]) -> None:
    program.then(ran(9, LOST)).then(ran(8, LOST)).then(ran(4, LOST_MORE))
    assert tune("--yes", "--output-format", "json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figures"]["seconds"] == {"before": 8, "after": 4}
    assert [(f["row"], f["kept"], f["evidence"]["verdict"]) for f in told["fixes"]] == [
        (5, True, "proved")
    ]
    assert len(told["left"]) == 1


def test_undo(repository: Path, program: Program, capsys: pytest.CaptureFixture[str]) -> None:
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE)).then(ran(4))
    assert tune("--yes") == 0
    assert main(["tune", "--undo"]) == 0
    assert (repository / "old.py").read_text() == OLD
    assert "Put back 1 file: old.py." in capsys.readouterr().err
    assert main(["tune", "--undo"]) == 2
    assert "there is nothing to undo" in capsys.readouterr().err


def test_undo_leaves_what_has_changed_since(
    repository: Path, program: Program, capsys: pytest.CaptureFixture[str]
) -> None:
    program.then(ran(9, LOST, LOST_MORE)).then(ran(8, LOST, LOST_MORE)).then(ran(4))
    assert tune("--yes") == 0
    (repository / "old.py").write_text(NEW + "\n")
    assert main(["tune", "--undo"]) == 2
    assert (repository / "old.py").read_text() == NEW + "\n"
    assert "old.py: left as it is: it has changed since" in capsys.readouterr().err


def test_a_way_back_that_came_with_the_project_is_not_taken(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = read_source(repository / "old.py", "old.py")
    assert keep(repository, [(source, NEW)])
    (repository / "old.py").write_text(NEW)
    kept = repository / ".jaxopt-lint" / "tune.json"
    text = kept.read_bytes()
    for other in (text.replace(b"old.py", b"new.py"), b"not hex\n{}", b"", text[70:]):
        kept.write_bytes(other)
        with pytest.raises(NothingToUndo, match="not written by you"):
            undo(repository)
    kept.write_bytes(text)
    assert undo(repository) == (["old.py"], {})


@pytest.mark.parametrize(
    "raw", [b"x = 1\r\ny = 2\r\n", b"x = 1\r\ny = 2\n", b"\xef\xbb\xbfx = 1\n"]
)
def test_undo_gives_back_the_very_bytes(repository: Path, raw: bytes) -> None:
    path = repository / "old.py"
    path.write_bytes(raw)
    source = read_source(path, "old.py")
    new = source.text.replace("x = 1", "x = 3")
    assert keep(repository, [(source, new)])
    path.write_bytes(source.encode(new))
    assert undo(repository) == (["old.py"], {})
    assert path.read_bytes() == raw


def found(code: str, first: int, last: int, function: str = "step") -> Finding:
    start, end = Location(first, 1), Location(last, 1)
    return Finding(code, "a-rule", "words", "old.py", start, end, qualname=function)


@pytest.mark.parametrize(
    ("finding", "loss", "about"),
    [
        (found("JOL701", 5, 5), LOST, True),
        (found("JOL701", 7, 7), LOST, True),  # in the function
        (found("JOL701", 5, 5, "other"), LOST, True),  # on the line
        (found("JOL701", 7, 7, "other"), LOST, False),
        (found("JOL402", 5, 5), LOST, False),
        # What a loop's turns lose, of whichever rule, and in whatever they call.
        (found("JOL201", 4, 6), LOST, True),
        (found("JOL201", 7, 8), LOST, False),
        (found("JOL201", 7, 8), LOST_MORE, False),
    ],
)
def test_which_losses_a_fix_is_for(finding: Finding, loss: Loss, about: bool) -> None:
    assert bool(losses_of(finding, ran(9, loss))) is about


def test_a_loop_answers_for_what_its_calls_lost() -> None:

    deep = replace(LOST, place=Place("other.py", 3, "f"), chain=(Place("old.py", 8, "main"),))
    assert losses_of(found("JOL201", 7, 8), ran(9, deep))
    assert not losses_of(found("JOL201", 9, 9), ran(9, deep))


def test_effect_and_slowness() -> None:

    before = ran(9, LOST)
    finding = found("JOL701", 5, 5)
    assert effect(finding, before, ran(9)).helped
    assert effect(finding, before, ran(9, replace(LOST, seconds=0.9))).helped
    assert not effect(finding, before, ran(9, replace(LOST, seconds=1.1))).helped


def test_slowness() -> None:
    def took(seconds: float, processor: float = 0.0, *, alone: bool = False) -> Spent:
        return Spent(seconds, processor, alone)

    assert slower([took(8), took(9)], took(10.5))
    assert not slower([took(8), took(9)], took(9.5))
    assert slower([took(8, 4, alone=True)], took(20, 5, alone=True))
    assert not slower([took(8, 4, alone=True)], took(20, 4.2, alone=True))  # others worked, too
    table = ran(9)
    assert spent(table, 3.0) == took(9, 3.0)
    late = Table(table.run, Lengths(elapsed=9, startup=4, rest=5))
    assert spent(late) == took(5)


@pytest.mark.parametrize(
    ("one", "other", "line", "moved"),
    [
        ("a\nb\n", "a\nb\n", 0, 0),
        ("loss 1.0", "loss 1.1", 0, 1),
        ("a 1\nb 2", "a 1\nc 2", 2, 0),
        ("a\n", "a\nb\n", 2, 0),
        ("nan", "nan", 0, 0),
        ("x 1", "x nan", 0, 1),
        ("conv1 2", "conv1 3", 0, 1),
        ("1 %\r100 % 0.5\n", "7 %\r9 %\r100 % 0.4\n", 0, 1),
        ("a\r\nb\r\n", "a\nb\n", 0, 0),
    ],
)
def test_outputs_held_against_each_other(one: str, other: str, line: int, moved: int) -> None:
    got = compare(one, other)
    assert (got.line, len(got.moved)) == (line, moved)
