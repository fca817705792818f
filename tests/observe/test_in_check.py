"""`check` uses what runs showed, where the code is still what it was, and believes no stranger."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from observed_runs import STARTED

from jaxopt_lint.cli.main import main
from jaxopt_lint.observe.child.events import Dispatch, Impurity, Loop, Place, Wait
from jaxopt_lint.observe.child.log import Log
from jaxopt_lint.observe.reading import Run, read
from jaxopt_lint.observe.store import Store

WAITS = """\
import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    return w - 0.1 * jnp.tanh(x @ w), jnp.sum(w * w)


def small(w, x):
    log = []
    for _ in range(30):
        w, loss = step(w, x)
        log.append(float(loss))
    return log


def train(w, x):
    log = []
    for _ in range(2000):
        w, loss = step(w, x)
        log.append(float(loss))
    return log
"""
LOOP = """\
import jax
import jax.numpy as jnp


@jax.jit
def rnn(w, u, h, xs):
    ys = []
    for t in range(xs.shape[0]):
        h = jnp.tanh(w @ h + u @ xs[t])
        ys.append(h)
    return h, jnp.stack(ys)
"""
SILENT = """\
import jax
from other import thing


def run(x):
    return thing(x)
"""


EAGER = """\
import jax
import jax.numpy as jnp


def smooth(field):
    for _ in range(4):
        field = 0.5 * field + 0.25 * (jnp.roll(field, 1) + jnp.roll(field, -1))
    return field


def shown(field):
    total = jnp.sum(jnp.abs(field) + field**2)
    print(total)
    return total


def main(field, what):  # which functions it runs, reading cannot tell
    for _ in range(200):
        field = what.smooth(field)
        what.shown(field)
    return field
"""

STEPS = """\
import jax.numpy as jnp


def solve(n, rate):
    u = jnp.zeros((n + 1, 64)).at[0].set(1.0)
    for i in range(n):
        u = u.at[i + 1, 1:].set(u[i, 1:] - rate * (u[i, 1:] - u[i, :-1]))
    return u
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\nignore = ['JOL301']\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


class Kept:
    """A run in the store, written by hand."""

    def __init__(self, project: Path, *files: str, jax: str = "0.10.2", **options: object) -> None:
        self.store = Store(project)
        self.header = self.store.new(["python", "train.py"], options, "0")
        self.folder = self.store.runs / self.header.name
        about = {"parent": 1, "argv": ["train.py"], "started": STARTED, "python": "3.11.7"}
        self.log = Log(str(self.folder), str(self.store.contents), about)
        self.log.say("jax", jax=jax, jaxlib=jax)
        for name in files:
            self.log.file(name, (project / name).read_bytes())

    def waits(self, row: int, count: int, seconds: float) -> Kept:
        """So many waits on a line for the call above it, in ten seconds of work."""
        function = "train" if row > 17 else "small"
        call = Place("train.py", row - 1, function)
        number, _ = self.log.event(Dispatch, call, how="jitted", operation="step")
        self.log.add(number, count, seconds=0.1)
        number, wait = self.log.event(Wait, Place("train.py", row, function), via="float")
        self.log.add(number, count, seconds=seconds)
        self.log.set(number, blocked=count, producer=call, producer_name="step")
        wait.first = 0.0
        return self

    def eager(self, row: int, function: str, count: int, seconds: float) -> Kept:
        """So many operations on a line, each call of the function from line 18 of `main`."""
        caller = Place("train.py", 18, "main")
        number, _ = self.log.event(
            Dispatch, Place("train.py", row, function), (caller,), how="eager", operation="roll"
        )
        self.log.add(number, count, seconds=seconds)
        return self

    def turns(self, entries: int, count: int) -> Kept:
        """So many turns of the loop on line 6, each of which handed an operation over, in 4 s."""
        number, _ = self.log.event(Loop, Place("train.py", 6, "solve"))
        self.log.add(number, entries * count)
        self.log.set(number, entries=entries, most=count)
        number, _ = self.log.event(
            Dispatch, Place("train.py", 7, "solve"), how="eager", operation="jax.Array.at.set"
        )
        self.log.set(number, loop=6)
        self.log.add(number, entries * count, seconds=4.0)
        return self

    def stale(self, file: str) -> Kept:
        """On line 6, a trace had read `SCALE`, which has changed since."""
        place = Place(file, 6, "run")
        number, _ = self.log.event(Impurity, place, how="stale", what="SCALE", function="thing")
        self.log.add(number)
        return self

    def ended(self, seconds: float = 10.0) -> None:
        """The process ended, and the run was signed."""
        self.log.started -= seconds
        for event in self.log._all:
            self.log.add(self.log._all.index(event), 0)
            event.seconds += 1e-9  # so that its last sign of life is told
        self.log.end()
        self.store.seal(self.header.name)


def findings(capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, object]]:
    main(["check", "--output-format", "json", "-n", *more])
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


def rows(found: list[dict[str, object]]) -> list[tuple[object, object]]:
    return [(one["code"], one["location"]["row"]) for one in found]  # type: ignore[index]


def test_a_finding_gets_its_cost_and_comes_first(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(WAITS)
    before = findings(capsys)
    assert rows(before) == [("JOL402", 14), ("JOL402", 22)]
    Kept(project, "train.py").waits(22, 2000, 4.0).ended()
    first, second = findings(capsys)
    assert first == before[0] and first["severity"] == before[1]["severity"] == "info"
    assert second["severity"] == "warning"
    assert second["observed"]["count"] == 2000  # type: ignore[index]
    assert second["fingerprint"] == before[1]["fingerprint"]
    assert "(2,000 times, 4.0 s, 40 % of the run of 20" in str(second["message"])
    assert any("`float(...)` waited 2,000 times" in one for one in second["evidence"])  # type: ignore[attr-defined]
    assert main(["check", "-n", "-v", "--severity", "info"]) == 1
    out, err = capsys.readouterr()
    assert out.index("train.py:22") < out.index("train.py:14")
    assert "Observed in run" in err and "python train.py" in err


def test_without_a_run_of_this_code_there_is_no_difference(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(WAITS)
    Kept(project, "train.py").waits(22, 2000, 4.0).ended()
    assert findings(capsys)[1]["observed"]
    (project / "train.py").write_text(WAITS + "# changed\n")
    assert [one["observed"] for one in findings(capsys)] == [None, None]
    assert main(["check", "-n"]) == 0  # what only a run can weigh waits for one
    assert "Only a run tells what 2 of these would cost" in capsys.readouterr().err
    assert main(["check", "-n", "--severity", "info"]) == 1
    assert "Observed in run" not in capsys.readouterr().err


def test_a_run_of_a_jax_that_the_project_is_not_for_is_not_used(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(WAITS)
    Kept(project, "train.py", jax="0.4.30").waits(22, 2000, 4.0).ended()
    assert findings(capsys)[1]["observed"]
    assert not findings(capsys, "--min-jax", "0.5")[1]["observed"]
    main(["check", "-n", "--min-jax", "0.5"])
    why = "it ran JAX 0.4.30, and the project is for 0.5 and newer"
    assert why in capsys.readouterr().err.replace("\n", " ")


def test_a_new_run_counts_under_whatever_jax(project: Path) -> None:
    from jaxopt_lint.cli.output import Output
    from jaxopt_lint.cli.seen import Kept as Seen
    from jaxopt_lint.settings.configfile import load_config

    (project / "train.py").write_text(EAGER)
    (project / "requirements.txt").write_text("jax>=0.9\n")
    Kept(project, "train.py", jax="0.8.0").eager(7, "smooth", 4000, 4.0).ended()
    files = [(load_config(project), [project / "train.py"])]
    assert not Seen(project, Output()).seen_eager(files)
    assert Seen(project, Output(), any_jax=True).seen_eager(files)


def test_runs_that_somebody_else_brought_are_not_believed(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "train.py").write_text(WAITS)
    kept = Kept(project, "train.py").waits(22, 2000, 4.0)
    kept.ended()
    assert findings(capsys)[1]["observed"]
    (log,) = kept.folder.glob("*.jsonl")
    text = log.read_text()
    log.write_text(text + '{"is": "note", "text": "more"}\n')
    assert not findings(capsys)[1]["observed"]
    log.write_text(text)
    assert findings(capsys)[1]["observed"]
    (kept.folder / "seal").unlink()
    assert not findings(capsys)[1]["observed"]


def test_what_only_a_run_found_is_a_finding(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "silent.py").write_text(SILENT)
    assert findings(capsys) == []
    Kept(project, "silent.py").stale("silent.py").ended()
    (found,) = findings(capsys)
    assert (found["code"], found["qualname"]) == ("JOL112", "run") and found["fingerprint"]
    assert found["location"] == {"row": 6, "column": 5}
    assert "`SCALE` was read while `thing` was traced" in str(found["message"])
    assert findings(capsys, "--ignore", "JOL112") == []
    comment = "    return thing(x)  # jaxopt-lint: ignore[JOL112] meant so\n"
    (project / "silent.py").write_text(SILENT.replace("    return thing(x)\n", comment))
    Kept(project, "silent.py").stale("silent.py").ended()
    assert findings(capsys) == []  # nor is the comment an idle one
    assert main(["check", "-n", "--fix"]) == 0
    assert comment in (project / "silent.py").read_text()
    (project / "silent.py").write_text(SILENT.replace("    return thing(x)\n", comment) + "\n")
    assert [one["code"] for one in findings(capsys)] == ["JOL002"]


def test_a_function_that_a_run_showed_to_be_eager_gets_its_fix(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "train.py").write_text(EAGER)
    assert findings(capsys) == []
    kept = Kept(project, "train.py").eager(7, "smooth", 4000, 4.0)
    kept.eager(12, "shown", 800, 1.0).ended()
    smooth, shown = findings(capsys)
    assert rows([smooth, shown]) == [("JOL109", 5), ("JOL109", 11)]
    assert (smooth["severity"], smooth["qualname"]) == ("warning", "smooth")
    assert smooth["observed"]["count"] == 4000  # type: ignore[index]
    assert "(4,000 times, 3.8 s, " in str(smooth["message"])
    assert smooth["fix"] and not shown["fix"]
    assert "it calls `print` for what that does" in str(shown["refused"])
    piped(monkeypatch, EAGER, "--stdin-filename", "train.py", "--output-format", "json")
    assert json.loads(capsys.readouterr().out) == [smooth, shown]
    assert main(["check", "-n", "--fix", "--unsafe-fixes"]) == 1
    text = (project / "train.py").read_text()
    assert "@jax.jit\ndef smooth" in text and text.count("@jax.jit") == 1
    capsys.readouterr()
    # The file is not what ran any longer: what is told is read off the code alone.
    assert findings(capsys) == []


def test_why_and_verify_know_what_a_run_showed_to_be_eager(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(EAGER)
    asked = ["why", "train.py:5", "JOL109", "--output-format", "json"]
    assert main(asked) == 0
    assert '"qualname"' not in capsys.readouterr().out
    Kept(project, "train.py").eager(7, "smooth", 4000, 4.0).ended()
    assert main(asked) == 0
    assert '"qualname": "smooth"' in capsys.readouterr().out
    assert main(["verify", "--budget", "0.1s", "--output-format", "json"]) == 0
    (judged,) = json.loads(capsys.readouterr().out)
    assert (judged["code"], judged["qualname"]) == ("JOL109", "smooth")


def test_a_loop_that_a_run_showed_to_take_long_by_itself_gets_its_fix(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(STEPS)
    assert [(one["severity"], one["observed"]) for one in findings(capsys)] == [("info", None)]
    # Twenty entries of 0.2 s: as much would be compiled anew each time.
    Kept(project, "train.py").turns(20, 100).ended()
    told = {one["code"]: one for one in findings(capsys)}
    assert told.keys() == {"JOL109", "JOL203"} and not told["JOL109"]["fix"]
    assert told["JOL203"]["severity"] == "info" and not told["JOL203"]["fix"]
    Kept(project, "train.py").turns(2, 1000).ended()
    (told,) = findings(capsys)
    assert rows([told]) == [("JOL203", 6)] and told["severity"] == "warning"
    assert "one by one on every iteration (2,000 times" in str(told["message"])
    assert main(["check", "-n", "--fix", "--unsafe-fixes"]) == 0
    assert "u = jax.lax.fori_loop(0, n, body, u)" in (project / "train.py").read_text()


def test_a_wait_that_no_rule_minds_is_no_finding(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The host may need the value at once, which a run does not show."""
    (project / "train.py").write_text(SILENT)
    Kept(project, "train.py").waits(6, 2000, 4.0).ended()
    assert main(["observe", "show"]) == 0
    assert "train.py:6  JOL402" in capsys.readouterr().out
    assert findings(capsys) == []


@pytest.mark.parametrize(
    ("most", "options", "severity"),
    [(3, {}, "info"), (4, {}, "warning"), (3, {"steps": 5}, "warning")],
)
def test_a_loop_that_was_seen_to_be_short_matters_less(
    project: Path,
    capsys: pytest.CaptureFixture[str],
    most: int,
    options: dict[str, object],
    severity: str,
) -> None:
    (project / "train.py").write_text(LOOP)
    (before,) = findings(capsys, "--select", "JOL202")
    assert (before["code"], before["severity"]) == ("JOL202", "warning")
    kept = Kept(project, "train.py", **options)
    number, _ = kept.log.event(Loop, Place("train.py", 8, "rnn"))
    kept.log.set(number, entries=2, least=2, most=most, traced=5)
    kept.log.add(number, 5)
    kept.ended()
    (after,) = findings(capsys, "--select", "JOL202")
    assert after["severity"] == severity
    main(["check", "-n", "-v"])
    told = "the loop was entered twice in the run of" in capsys.readouterr().err
    assert told is (severity == "info")


def test_a_run_that_was_cut_lowers_nothing(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(LOOP)
    kept = Kept(project, "train.py")
    number, _ = kept.log.event(Loop, Place("train.py", 8, "rnn"))
    kept.log.set(number, entries=2, least=2, most=2)
    kept.log.add(number, 4)
    kept.log.flush()
    kept.store.seal(kept.header.name)
    assert findings(capsys, "--select", "JOL202")[0]["severity"] == "warning"


def piped(monkeypatch: pytest.MonkeyPatch, text: str, *more: str) -> int:
    """`check -` with this text."""
    stream = io.TextIOWrapper(io.BytesIO(text.encode()))
    monkeypatch.setattr(sys, "stdin", stream)
    return main(["check", "-n", "-", *more])


def test_what_is_piped_in_is_told_as_the_file_is(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "train.py").write_text(WAITS)
    named = ("--stdin-filename", "train.py", "--output-format", "json")
    piped(monkeypatch, WAITS, *named)
    before = capsys.readouterr()
    Kept(project, "train.py").waits(22, 2000, 4.0).ended()
    plain = findings(capsys)
    piped(monkeypatch, WAITS, *named)
    assert json.loads(capsys.readouterr().out) == plain and plain[1]["observed"]
    piped(monkeypatch, WAITS + "# changed\n", *named)
    assert [one["observed"] for one in json.loads(capsys.readouterr().out)] == [None, None]
    (project / "train.py").write_text(WAITS + "# changed on the disk, not in the editor\n")
    piped(monkeypatch, WAITS, *named)
    assert json.loads(capsys.readouterr().out) == plain
    piped(monkeypatch, WAITS, "--output-format", "json")  # under no name, so of no run
    assert [one["observed"] for one in json.loads(capsys.readouterr().out)] == [None, None]
    piped(monkeypatch, WAITS, *named, "--min-jax", "0.11")
    out, err = capsys.readouterr()
    assert out == before.out and err.startswith("Not used: run ") and err.endswith(before.err)


def test_what_is_fixed_as_it_is_piped_is_told_what_remains(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "train.py").write_text(WAITS)
    Kept(project, "train.py").waits(22, 2000, 4.0).ended()
    assert piped(monkeypatch, WAITS, "--stdin-filename", "train.py", "--fix") == 1
    out, err = capsys.readouterr()
    assert out == WAITS and "(2,000 times, 4.0 s, 40 % of the run of 20" in err
    tail = "tree = jax.tree_map(abs, [1])\n"  # which a fix changes, and so the text
    named = ("--stdin-filename", "train.py", "--severity", "info")
    assert piped(monkeypatch, WAITS + tail, *named, "--fix") == 1
    out, err = capsys.readouterr()
    assert out == WAITS + tail.replace("tree_map", "tree_util.tree_map")
    assert "JOL402" in err and "2,000 times" not in err


def test_fixing_leaves_what_a_run_knows_as_it_is_told_without(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Costs, severities, and what only a run knows; of files that change, nothing."""
    texts = {
        "train.py": WAITS,
        "loop.py": LOOP,
        "silent.py": SILENT,
        "old.py": "import jax\n\nt = jax.tree_map(abs, [1])\n",
    }
    for name, text in texts.items():
        (project / name).write_text(text)
    kept = Kept(project, *texts).waits(22, 2000, 4.0)
    number, _ = kept.log.event(Loop, Place("loop.py", 8, "rnn"))
    kept.log.set(number, entries=2, least=2, most=2, traced=5)
    kept.log.add(number, 5)
    kept.stale("silent.py").ended()
    told = findings(capsys)
    codes = {one["code"]: one for one in told}
    assert set(codes) >= {"JOL202", "JOL402", "JOL112", "JOL701"}
    assert codes["JOL202"]["severity"] == "info" and codes["JOL112"]["observed"]
    assert main(["check", "-n", "--fix", "--output-format", "json"]) == 1
    out, err = capsys.readouterr()
    assert "Observed in run" in err
    assert json.loads(out) == [one for one in told if one["code"] != "JOL701"]
    assert main(["check", "-n", "--fix-only", "-q"]) == 0
    assert "Observed" not in capsys.readouterr().err


def test_runs_are_read_once_though_fixing_asks_before_and_after(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(WAITS)
    Kept(project, "train.py").waits(22, 2000, 4.0).ended()
    asked = []

    def counted(folder: Path) -> Run:
        asked.append(folder)
        return read(folder)

    monkeypatch.setattr("jaxopt_lint.running.observed.read", counted)
    assert main(["check", "-n", "--fix"]) == 1
    assert "40 % of the run" in capsys.readouterr().out
    assert len(asked) == 1


def test_a_diff_is_the_same_with_a_run(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "train.py").write_text(WAITS + "t = jax.tree_map(abs, [1])\n")
    before = main(["check", "-n", "--diff"]), capsys.readouterr()
    Kept(project, "train.py").waits(22, 2000, 4.0).ended()
    assert (main(["check", "-n", "--diff"]), capsys.readouterr()) == before


def git(project: Path, *words: str) -> None:
    about = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", *about, *words], cwd=project, check=True, capture_output=True)


def test_what_is_out_of_a_runs_scope_is_not_brought_back(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By `--since` or by the baseline, with `--fix` as without."""
    (project / "train.py").write_text(WAITS)
    (project / "silent.py").write_text(SILENT)
    (project / ".gitignore").write_text("state\n")
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "all")
    Kept(project, "train.py", "silent.py").waits(22, 2000, 4.0).stale("silent.py").ended()
    for fix in ("--no-fix", "--fix"):
        assert findings(capsys, fix, "--since", "HEAD") == []
        assert [one["code"] for one in findings(capsys, fix)] == ["JOL112", "JOL402", "JOL402"]
    assert main(["baseline", "create", "-n"]) == 0
    for fix in ("--no-fix", "--fix"):
        assert [one["code"] for one in findings(capsys, fix)] == ["JOL112"]


def test_a_review_believes_no_run(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / ".gitignore").write_text("state\n.jaxopt_lint_cache\n")
    git(project, "init", "-q", "-b", "main")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "settings")
    git(project, "checkout", "-q", "-b", "change")
    text = WAITS + "\n\ndef first(x):\n    y = jnp.zeros(3)\n    y[0] = x\n    return y\n"
    (project / "train.py").write_text(text)
    (project / "silent.py").write_text(SILENT)
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "change")
    words = ["review", "--base", "main", "--dry-run"]
    before = main(words), capsys.readouterr()
    assert "JOL709" in before[1].out
    Kept(project, "train.py", "silent.py").waits(22, 2000, 4.0).stale("silent.py").ended()
    assert "JOL112" in {one["code"] for one in findings(capsys)}
    assert (main(words), capsys.readouterr()) == before
