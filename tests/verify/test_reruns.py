"""Runs that were observed, run again for what nobody has recorded of them."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.fixing.asking import Asked as Question
from jaxopt_lint.fixing.judging import _has_calls, _observed
from jaxopt_lint.observe.recorded import recorded
from jaxopt_lint.observe.running import Options
from jaxopt_lint.observe.sealing import seal
from jaxopt_lint.observe.store import Header, Store
from jaxopt_lint.running.watching import observe
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.inputs.commands import command_for
from jaxopt_lint.verify.inputs.plan import Asked
from jaxopt_lint.verify.inputs.reruns import _folder, _here, _seconds, _slow, _too_late
from jaxopt_lint.verify.inputs.ways import Way
from jaxopt_lint.verify.lifting import NAME, lift
from jaxopt_lint.verify.outlining import caller
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(timing=False, timeout=90, optimize=False, make_up=False)

# What `main` takes is no data, so that no call of it is recorded, and it gives nothing back.
TRAIN = """import sys
import threading

import jax
import jax.numpy as jnp


class Sink:
    def __init__(self, scale):
        self.lock, self.kept, self.scale = threading.Lock(), [], scale

    def put(self, value):
        self.kept.append(value)


def main(sink, rows):
    total = jnp.zeros(rows)
    for i in range(3):
        total = total + jnp.arange(rows) * sink.scale
    sink.put(total)


if __name__ == "__main__":
    main(Sink(2.0), int(sys.argv[1]))
"""
LIFTED = """

def lifted_code_{line}(i, rows, scale, total):
    {body}
    return {{name: value for name, value in locals().items() if name in ('total',)}}
"""
BODY = "total = total + jnp.arange(rows) * sink.scale"
CALL = (
    "lifted_code_18_out = lifted_code_18(i, rows, sink.scale, total); "
    "total = lifted_code_18_out.get('total')"
)


def _outlined(body: str) -> str:
    return TRAIN.replace(BODY, CALL) + LIFTED.format(line=18, body=body)


def _judged(session: Session, root: Path, new: str, **more: str) -> Evidence:
    key = "train:lifted_code_18"
    changes = {root / "train.py": (more.pop("old", _outlined(BODY.replace("sink.", ""))), new)}
    return verify_change(root, changes, [key], QUICK, session=session, **more)[key]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "train.py").write_text(TRAIN)
    return tmp_path


@pytest.fixture
def confined(session: Session) -> Session:
    if not session.is_confined():
        pytest.skip("where there is no sandbox nothing is run again")
    return session


def _observe(root: Path, monkeypatch: pytest.MonkeyPatch, *command: str, **more: bool) -> str:
    monkeypatch.chdir(root)
    header, code = observe([sys.executable, *command], root, Options(**more))
    assert code == 0
    return header.name


@pytest.mark.executes
@pytest.mark.parametrize("recorded", [False, True])
def test_what_changed_is_run_on_what_the_program_hands_to_it(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch, *, recorded: bool
) -> None:
    name = _observe(root, monkeypatch, "train.py", "5", record=recorded, watch=not recorded)
    right = _outlined("total = jnp.arange(rows) * scale + total")
    found = _judged(confined, root, right)
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert found.sources == ("recorded",)
    assert found.inputs is not None and f"of run {name}, which was run again" in found.inputs
    wrong = _outlined("total = total + jnp.arange(rows) * (scale + 1)")
    assert _judged(confined, root, wrong).verdict is Verdict.REFUTED


@pytest.mark.executes
def test_a_file_that_holds_less_is_run_as_it_was(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _observe(root, monkeypatch, "train.py", "4")
    whole = _outlined(BODY.replace("sink.", ""))
    start = "import jax.numpy as jnp\n" + LIFTED.format(line=18, body=BODY.replace("sink.", ""))
    right = start.replace("total + jnp.arange(rows) * scale", "jnp.arange(rows) * scale + total")
    found = _judged(confined, root, right, old=start, whole=whole)
    assert found.sources == ("recorded",), found
    assert (root / "train.py").read_text() == TRAIN


@pytest.mark.executes
def test_nothing_is_run_again_that_did_not_load_the_file_or_that_others_made(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "other.py").write_text("import jax\n")
    name = _observe(root, monkeypatch, "other.py")
    right = _outlined("total = jnp.arange(rows) * scale + total")
    found = _judged(confined, root, right)
    assert found.verdict is Verdict.UNVERIFIED and "run again" not in str(found.checks)
    assert command_for(root, "other.py") is not None
    assert _observed(root, root / "other.py") and not _observed(root, root / "train.py")
    (Store(root).path(name) / "seal").unlink()
    name = _observe(root, monkeypatch, "train.py", "4")
    (Store(root).path(name) / "seal").write_bytes(b"another's")
    found = _judged(confined, root, right)
    assert found.verdict is Verdict.UNVERIFIED and "run again" not in str(found.checks)
    assert command_for(root, "train.py") is None


SCRIPT = """import subprocess
import sys

import jax.numpy as jnp

rows = int(subprocess.run(["echo", sys.argv[1]], capture_output=True, text=True).stdout)
total = jnp.zeros(rows)
for i in range(3):
    total = total + jnp.arange(rows) * 2.0
print(total)
"""


@pytest.mark.executes
def test_what_no_function_holds_is_run_where_it_stands(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "script.py").write_text(SCRIPT)
    name = _observe(root, monkeypatch, "script.py", "4")
    new = SCRIPT.replace("total + jnp.arange(rows) * 2.0", "jnp.arange(rows) * 2.0 + total")
    made = lift(SCRIPT, new, "script.py")
    key = f"script:{NAME}"
    for text, held in ((made.new, True), (made.new.replace("2.0", "3.0"), False)):
        changes = {root / "script.py": (made.old, text)}
        found = verify_change(
            root, changes, [key], QUICK, pieces=[made.piece], whole=made.whole, session=confined
        )[key]
        assert (found.verdict is not Verdict.REFUTED) is held
        assert found.sources == ("recorded",) and name in str(found.inputs), found


@pytest.mark.executes
def test_functions_that_nobody_recorded_are_seen_last(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import jax.numpy as jnp\n\n\ndef grown(total):\n    return total + 2.0 * jnp.ones(3)\n"
    (root / "part.py").write_text(text)
    script = SCRIPT.replace("total + jnp.arange(rows) * 2.0", "grown(total)")
    (root / "script.py").write_text(
        script.replace("import jax", "from part import grown\nimport jax")
    )
    name = _observe(root, monkeypatch, "script.py", "3")
    new = text.replace("total + 2.0 * jnp.ones(3)", "2.0 * jnp.ones(3) + total")
    changes = {root / "part.py": (text, new)}
    found = verify_change(root, changes, ["part:grown"], QUICK, session=confined)["part:grown"]
    assert found.sources == ("recorded",) and name in str(found.inputs), found


@pytest.mark.executes
def test_nothing_is_run_again_that_was_not_called(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = TRAIN.replace("    main(Sink", "    len or main(Sink")
    (root / "train.py").write_text(text)
    name = _observe(root, monkeypatch, "train.py", "4", watch=False, record=True)
    assert "train:main" in recorded(Store(root).path(name)).never_called
    right = _outlined("total = jnp.arange(rows) * scale + total")
    found = _judged(confined, root, right)
    assert found.sources == ("calls",) and "run again" not in str(found)
    assert caller(right, "lifted_code_18") == "main" and caller(right, "other") == ""


TESTS = """import time

import jax.numpy as jnp
from part import shifted


def test_something_long():
    shifted(jnp.ones(4), False)
    time.sleep(100 if __file__.startswith({copies!r}) else 0)


def test_what_is_far():
    assert shifted(jnp.ones(3), True).sum() == 6.0
"""
SHIFTED = """import jax.numpy as jnp


def shifted(x, far):
    if far:
        x = x + jnp.ones(3) * 1.0
    return x
"""


@pytest.mark.executes
def test_those_tests_alone_are_run_again_that_get_to_what_changed(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "part.py").write_text(SHIFTED)
    (root / "other.py").write_text(SHIFTED.replace("shifted", "other"))
    (root / "test_part.py").write_text(TESTS.format(copies=str(confined.folder)))
    name = _observe(root, monkeypatch, "-m", "pytest", "-q", "test_part.py", "other.py")
    new = SHIFTED.replace("x + jnp.ones(3) * 1.0", "jnp.ones(3) * 1.0 + x")
    changes = {root / "part.py": (SHIFTED, new)}
    found = verify_change(root, changes, ["part:shifted"], QUICK, session=confined)["part:shifted"]
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert found.sources == ("recorded",) and f"1 call of run {name}" in str(found.inputs)


@pytest.mark.executes
def test_a_run_that_did_not_get_to_what_changed_says_so_and_is_not_run_again(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SHIFTED + "\n\ndef idle(x, y):\n    return x.strange + y.strange\n"
    (root / "part.py").write_text(text)
    (root / "script.py").write_text(
        "import jax.numpy as jnp\nfrom part import shifted\n\nshifted(jnp.ones(3), True)\n"
    )
    name = _observe(root, monkeypatch, "script.py")
    changes = {root / "part.py": (text, text.replace("x.strange + y", "+x.strange + y"))}
    found = verify_change(root, changes, ["part:idle"], QUICK, session=confined)["part:idle"]
    assert found.verdict is Verdict.UNVERIFIED
    assert f"run {name} does not get there" in found.checks[0].detail, found


@pytest.mark.executes
def test_functions_whose_calls_no_run_keeps_are_not_looked_for(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import jax\n\n\ndef each(x, y):\n    yield x.strange + y.strange\n"
    (root / "part.py").write_text(text)
    (root / "script.py").write_text("import part\n")
    _observe(root, monkeypatch, "script.py")
    changes = {root / "part.py": (text, text.replace("x.strange + y", "+x.strange + y"))}
    found = verify_change(root, changes, ["part:each"], QUICK, session=confined)["part:each"]
    assert found.verdict is Verdict.UNVERIFIED
    assert "runs keep no calls of generators" in found.checks[0].detail, found


@pytest.mark.parametrize(
    ("way", "seconds", "late"),
    [
        (Way(), 50.0, ""),
        (Way(seconds=20.0), 50.0, ""),
        (Way(seconds=60.0), 80.0, ""),
        (Way(seconds=150.0), 100.0, ""),
        (Way(seconds=250.0), 100.0, "took 250 s to get there, for which --timeout leaves no time"),
        (Way(tests=("test_part.py::test_far",), seconds=250.0), 75.0, ""),
        (Way(after=60.0), 50.0, ""),
        (Way(after=150.0), 50.0, "had not got there after 150 s"),
    ],
)
def test_a_run_gets_the_time_that_it_took_or_is_not_run_again(
    root: Path, way: Way, seconds: float, late: str
) -> None:
    settings = VerifySettings(timeout=100)
    asked = Asked("train:main", TRAIN, root, settings)
    running: Any = SimpleNamespace(session=SimpleNamespace(collected={}))
    header = Header("20261122-101010", ["python", "train.py"], "", "", 0.0, {}, "")
    assert _seconds(asked, way) == seconds
    assert _too_late(asked, running, header, way, "train.py") == late
    running.session.collected[_slow(asked, header, "train.py")] = True
    slow = _too_late(asked, running, header, way, "train.py")
    assert bool(slow) is not bool(way.tests) and not _too_late(
        asked, running, header, Way(), "other.py"
    )


@pytest.mark.executes
def test_a_run_that_does_not_load_the_file_in_time_is_run_again_once(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = f"import time\ntime.sleep(60 if __file__.startswith({str(confined.folder)!r}) else 0)\n"
    called = "import train\ngetattr(train, 'ma' + 'in')(train.Sink(2.0), 4)\n"
    (root / "start.py").write_text(slow + called)
    cut = TRAIN.partition("if __name__")[0]
    (root / "train.py").write_text(cut)
    name = _observe(root, monkeypatch, "start.py")
    settings = replace(QUICK, timeout=20)
    for again in (False, True):
        old = _outlined(BODY.replace("sink.", "")).replace(TRAIN[len(cut) :], "")
        old += f"\n\nturn = {again}\n"
        new = old.replace("total + jnp.arange(rows) * scale", "jnp.arange(rows) * scale + total")
        changes, key = {root / "train.py": (old, new)}, "train:lifted_code_18"
        found = verify_change(root, changes, [key], settings, session=confined)[key]
        far = "does not even load its file in time" if again else "does not get there in time"
        assert far in str(found.checks), found
    assert name in str(found.checks)


GIVEN = """import jax
import jax.numpy as jnp


def made(guess):
    return {"x": guess, "k": jnp.zeros(3)}


def solve(guess):
    data = made(guess)
    update = jax.jit(lambda data: {"x": data["x"] * 2.0, "k": data["k"] + 1.0})
    for _ in range(3):
        data = update(data)
    return data
"""


@pytest.mark.executes
def test_an_array_of_the_caller_that_is_given_away_refutes_the_function_around(
    confined: Session, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "part.py").write_text(GIVEN)
    (root / "script.py").write_text(
        "import jax.numpy as jnp\nimport part\n\npart.solve(jnp.ones(3))\n"
    )
    _observe(root, monkeypatch, "script.py", record=True)
    new = GIVEN.replace("1.0})", "1.0}, donate_argnums=0)")
    changes, key = {root / "part.py": (GIVEN, new)}, "part:solve"
    found = verify_change(root, changes, [key], QUICK, session=confined)[key]
    assert found.sources == ("recorded",) and found.verdict is Verdict.REFUTED, found
    fresh = ('"x": guess,', '"x": guess + 0.0,')
    changes = {root / "part.py": (GIVEN.replace(*fresh), new.replace(*fresh))}
    found = verify_change(root, changes, [key], QUICK, session=confined)[key]
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found


def test_functions_with_calls_of_a_short_run_are_asked_about_first(root: Path) -> None:
    store = Store(root)
    folder = store.runs / store.new(["python"], Options(record=True).plain(), "0").name
    line = {"is": "call", "name": "train:main", "kind": "0", "traced": False}
    (folder / "1.calls").write_text(json.dumps({**line, "call": [[1], {}], "values": {}}) + "\n")
    question = Question(["train:main"], ("", ""), {}, [])
    for seconds, has in ((20.0, True), (200.0, False), (None, False)):
        seal(folder, 0, seconds)
        assert _has_calls(root, question, 120.0) is has
    seal(folder, 0, 20.0)
    for other in (Question(["train:main", "train:more"], ("", ""), {}, []), None):
        assert not _has_calls(root, other, 120.0)
    assert not _has_calls(root, replace(question, lifted="the loop"), 120.0)


def test_commands_of_runs_start_scripts(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "README.md").write_text("python train.py 7 --many --more\n")
    assert command_for(root, "train.py").arguments == ("7", "--many", "--more")  # type: ignore[union-attr]
    name = _observe(root, monkeypatch, "train.py", "3", watch=False, record=True)
    found = command_for(root, "train.py")
    assert found is not None and found.arguments == ("3",)
    assert (found.place, found.file) == (f"run {name}", "")


def test_commands_are_those_of_the_copy(tmp_path: Path) -> None:
    root, copy, python = tmp_path / "root", tmp_path / "copy", str(tmp_path / "env/bin/python")
    for one in (root / "data", copy / "data", tmp_path / "env/bin"):
        one.mkdir(parents=True)
    (copy / "data" / "small").touch()
    (tmp_path / "env/bin/pytest").touch()

    def here(*words: str) -> list[str]:
        return _here(words, python, root, copy)

    assert here("python3.12", "-m", "pkg", f"--in={root}/data/small") == [
        python, "-m", "pkg", f"--in={copy}/data/small"
    ]  # fmt: skip
    assert here("/elsewhere/bin/python", f"{root}/data/large") == [python, f"{root}/data/large"]
    assert here("uv", "run", "pytest", "-q") == [str(tmp_path / "env/bin/pytest"), "-q"]
    assert here("uv", "run", "--with", "x", "pytest") == ["uv", "run", "--with", "x", "pytest"]
    assert here("bash", "run.sh") == ["bash", "run.sh"]
    assert _folder(str(root / "data"), root, copy) == copy / "data"
    assert _folder(str(tmp_path), root, copy) == _folder(str(root / "gone"), root, copy) == copy
