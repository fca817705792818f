"""What a run has recorded is believed as far as it went, however it ended, and nothing else is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jaxopt_lint.observe.recorded import believed, foreign, recorded
from jaxopt_lint.observe.running import Options
from jaxopt_lint.observe.sealing import ending, hold, recorded_sizes, seal
from jaxopt_lint.observe.store import Store
from jaxopt_lint.running.watching import observe
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan
from jaxopt_lint.verify.inputs.recordings import Recordings
from jaxopt_lint.verify.settings import VerifySettings

ROOT = Path(__file__).parent.parent.parent
PROGRAM = """\
import time
from pathlib import Path

import jax.numpy as jnp


def scale(x):
    return 2 * x


def later(x):
    return x


scale(jnp.ones(3))
Path("reached").touch()
time.sleep(90)
later(jnp.ones(3))
"""
CODE = PROGRAM.partition("scale(jnp")[0]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "train.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def _asked(project: Path, name: str) -> Plan | Missing | None:
    return Recordings().plan(Asked(f"train:{name}", CODE, project, VerifySettings()))


@pytest.mark.executes
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_calls_of_a_run_that_was_ended_from_outside_are_believed(
    project: Path, number: signal.Signals
) -> None:
    command = [sys.executable, "-m", "jaxopt_lint", "observe", "--record", "--"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu"}
    with subprocess.Popen(
        [*command, sys.executable, "train.py"], env=environment, start_new_session=True
    ) as process:
        until = time.monotonic() + 60
        while not (project / "reached").exists():
            assert time.monotonic() < until and process.poll() is None
            time.sleep(0.1)
        time.sleep(2.5)  # within which it is signed
        if number is signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does
        else:
            process.send_signal(number)
        process.wait(30)
    found = _asked(project, "scale")
    assert isinstance(found, Plan) and len(found.data["calls"]) == 1
    assert ", which did not come to its end: " in found.words
    missing = _asked(project, "later")
    assert isinstance(missing, Missing) and "did not come to its end" in missing.detail


@pytest.mark.executes
def test_how_a_command_failed_is_told(project: Path) -> None:
    (project / "train.py").write_text(CODE + "scale(jnp.ones(3))\nraise SystemExit(3)\n")
    command = [sys.executable, "train.py"]
    header, code = observe(command, project, Options(watch=False, record=True))
    found = _asked(project, "scale")
    assert code == 3 and isinstance(found, Plan)
    assert f"of run {header.name}, which ended with 3: " in found.words


def _line(number: int) -> str:
    line = {"is": "call", "name": "train:scale", "kind": f"{number}", "traced": False}
    return json.dumps({**line, "call": [[number], {}], "values": {}}) + "\n"


def test_what_stands_behind_the_signed_part_is_not_read(project: Path) -> None:
    store = Store(project)
    folder = store.runs / store.new(["python"], Options(record=True).plain(), "0").name
    calls = folder / "1.calls"
    calls.write_text(_line(1) + _line(2)[:20])
    assert recorded_sizes(folder) is None and foreign(store)
    sizes = hold(folder, {})
    assert hold(folder, sizes) == sizes
    calls.write_text(_line(1) + _line(2) + _line(3))
    (folder / "2.calls").write_text(_line(4))
    ((_, found),) = believed(store)
    assert [call.told for call in found.calls["train:scale"]] == [[[1], {}]]
    assert recorded(folder).count == 4 and ending(folder) == ", which did not come to its end"
    good = calls.read_text()
    for other in (good.replace("[1]", "[9]"), good[:40]):
        calls.write_text(other)
        assert not list(believed(store)) and foreign(store)
    calls.write_text(good)
    held = folder / "held"
    told = json.loads(held.read_text())
    for name, size in (("1.calls", len(good)), ("2.calls", 1), ("../x", 0), ("1.calls", -1)):
        held.write_text(json.dumps({**told, "sizes": {**told["sizes"], name: size}}))
        assert not list(believed(store))
    for odd in ("", "[]", "{}", '{"sizes": 1, "signature": "zz"}'):
        held.write_text(odd)
        assert not list(believed(store))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, ""),
        (1, ", which ended with 1"),
        (124, ", which did not come to its end"),
        (137, ", which did not come to its end"),
        (None, ", which did not come to its end"),
    ],
)
def test_how_a_run_ended(project: Path, code: int | None, words: str) -> None:
    store = Store(project)
    folder = store.runs / store.new(["python"], Options(record=True).plain(), "0").name
    seal(folder, code)
    assert ending(folder) == words and recorded_sizes(folder) == {}
    end = folder / "end.json"
    end.write_text(end.read_text().replace(f'"code": {json.dumps(code)}', '"code": 0'))
    # Nobody says otherwise afterwards.
    assert store.genuine(folder.name) is (code == 0)
