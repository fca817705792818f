"""`check` uses what runs showed, where the code is still what it was, and believes no stranger."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from observed_runs import STARTED

from jaxopt_lint.cli.main import main
from jaxopt_lint.observe.child.events import Dispatch, Impurity, Loop, Place, Wait
from jaxopt_lint.observe.child.log import Log
from jaxopt_lint.observe.store import Store

WAITS = """\
import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    return w - 0.1 * jnp.tanh(x @ w), jnp.sum(w * w)


def small(w, x):
    log = []
    for _ in range(10):
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


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
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
    assert first == before[0]
    assert second["observed"]["count"] == 2000  # type: ignore[index]
    assert second["fingerprint"] == before[1]["fingerprint"]
    assert "(2,000 times, 4.0 s, 40 % of the run of 20" in str(second["message"])
    assert any("`float(...)` waited 2,000 times" in one for one in second["evidence"])  # type: ignore[attr-defined]
    assert main(["check", "-n", "-v"]) == 1
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
    assert main(["check", "-n"]) == 1
    assert "Observed in run" not in capsys.readouterr().err


def test_a_run_of_a_jax_that_the_project_is_not_for_is_not_used(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "train.py").write_text(WAITS)
    Kept(project, "train.py", jax="0.4.30").waits(22, 2000, 4.0).ended()
    assert findings(capsys)[1]["observed"]
    assert not findings(capsys, "--min-jax", "0.5")[1]["observed"]


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
    kept = Kept(project, "silent.py")
    place = Place("silent.py", 6, "run")
    number, _ = kept.log.event(Impurity, place, how="stale", what="SCALE", function="thing")
    kept.log.add(number)
    kept.ended()
    (found,) = findings(capsys)
    assert (found["code"], found["qualname"]) == ("JOL112", "run") and found["fingerprint"]
    assert found["location"] == {"row": 6, "column": 5}
    assert "`SCALE` was read while `thing` was traced" in str(found["message"])
    assert findings(capsys, "--ignore", "JOL112") == []
    comment = "    return thing(x)  # jaxopt-lint: ignore[JOL112] meant so\n"
    (project / "silent.py").write_text(SILENT.replace("    return thing(x)\n", comment))
    again = Kept(project, "silent.py")
    number, _ = again.log.event(Impurity, place, how="stale", what="SCALE", function="thing")
    again.log.add(number)
    again.ended()
    assert "JOL112" not in {one["code"] for one in findings(capsys)}


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
