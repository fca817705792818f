"""The store: what a process logs is what a reader gets, also when the process is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jaxopt_lint.observe import store as store_module
from jaxopt_lint.observe.child import log as log_module
from jaxopt_lint.observe.child.events import KINDS, Compile, Dispatch, Place, Value, Wait
from jaxopt_lint.observe.child.log import Log
from jaxopt_lint.observe.reading import CannotRead, Run, read
from jaxopt_lint.observe.store import Header, Store, UnknownRun

ROOT = Path(__file__).parent.parent.parent
ABOUT = {"parent": 1, "argv": ["train.py"], "started": 1.0, "python": "3.11.7"}
HERE = Place("train.py", 7, "main", 5)
CALLER = Place("train.py", 20, "<module>")


def started(tmp_path: Path) -> tuple[Store, Header, Log]:
    store = Store(tmp_path)
    header = store.new(["python", "train.py"], {"values": True}, "0")
    return store, header, Log(str(store.runs / header.name), str(store.contents), ABOUT)


def seen(store: Store, header: Header) -> Run:
    return read(store.path(header.name))


def test_what_is_summed_up_is_read_again(tmp_path: Path) -> None:
    store, header, log = started(tmp_path)
    log.say("jax", jax="0.10.2", jaxlib="0.10.2")
    log.say("devices", backend="cpu", devices=8)
    number, wait = log.event(Wait, HERE, (CALLER,), via="float")
    for _ in range(3):
        log.add(number, seconds=0.5, amount=4)
    log.set(number, blocked=2, producer=CALLER, producer_name="step")
    log.flush()
    log.add(number, seconds=0.25, amount=4)
    log.set(number, blocked=3)
    same, _ = log.event(Wait, HERE, (CALLER,), via="float")
    other, _ = log.event(Wait, HERE, (), via="float")
    log.add(other)
    log.span(number, log.started + 1.0, 0.5)
    log.end()
    assert same == number != other and wait.count == 4
    run = seen(store, header)
    first, second = run.of(Wait)
    assert (first.count, first.seconds, first.bytes, first.blocked) == (4, 1.75, 16, 3)
    assert (first.place, first.chain, first.producer) == (HERE, (CALLER,), CALLER)
    assert (second.count, second.chain) == (1, ())
    assert first.first <= first.last
    (process,) = run.processes
    assert (process.jax, process.backend, process.devices) == ("0.10.2", "cpu", 8)
    assert not process.cut and not run.cut
    assert [(span.event, span.start, span.seconds) for span in process.spans] == [(first, 1.0, 0.5)]
    added = [one for _, tick in process.ticks for one in tick if one[0] is first]
    assert [one[1] for one in added] == [3, 1]


def test_every_kind_and_its_fields_survive(tmp_path: Path) -> None:
    store, header, log = started(tmp_path)
    for kind in KINDS.values():
        log.add(log.event(kind, HERE)[0], 2)
    number, _ = log.event(Value, HERE, role="parameter", name="x")
    log.set(number, types={"jax float32[3]": 2, "int": 1})
    log.add(number)
    number, _ = log.event(Compile, HERE, function="step", cause="arguments", cached=False)
    log.set(number, differed=["x: float32[3] -> float32[4]"], defined=CALLER)
    log.end()
    run = seen(store, header)
    assert {event.kind for event in run.events} == set(KINDS)
    assert run.of(Value)[1].types == {"jax float32[3]": 2, "int": 1}
    compiled = run.of(Compile)[1]
    assert compiled.differed == ["x: float32[3] -> float32[4]"] and compiled.defined == CALLER


def test_texts_of_files_lie_by_their_hash_and_go_with_their_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, header, log = started(tmp_path)
    log.file("train.py", b"x = 1\n")
    log.file("again.py", b"x = 1\n")
    log.end()
    assert len(list(store.contents.iterdir())) == 1
    assert seen(store, header).text("again.py") == "x = 1\n"
    assert seen(store, header).text("never.py") is None
    for path in store.contents.iterdir():
        os.utime(path, (0, 0))
    later = store.new(["python", "other.py"], {}, "0")
    assert len(list(store.contents.iterdir())) == 1, "another run still has it"
    store.remove([header.name])
    assert not list(store.contents.iterdir())
    assert store.names() == [later.name]
    assert (store.folder / ".gitignore").read_text() == "*\n"


def test_the_oldest_runs_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "RUNS_KEPT", 3)
    store = Store(tmp_path)
    names = [store.new(["x"], {}, "0").name for _ in range(12)]
    assert store.names() == names[-3:]
    assert store.path().name == names[-1]
    with pytest.raises(UnknownRun):
        store.path("20200101-000000")
    with pytest.raises(UnknownRun):
        Store(tmp_path / "elsewhere").path()


def test_a_file_past_its_cap_is_summed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "_CAP", 2_000)
    store, header, log = started(tmp_path)
    number, _ = log.event(Dispatch, HERE, how="eager", operation="add")
    for _ in range(200):
        log.add(number, 2, 0.5)
        log.flush()
    log.end()
    assert os.stat(log.path).st_size < 4_000
    (event,) = seen(store, header).of(Dispatch)
    assert (event.count, event.seconds) == (400, 100.0)
    assert len(list((store.runs / header.name).iterdir())) == 2


def test_events_past_their_cap_share_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_module, "_EVENTS", 5)
    store, header, log = started(tmp_path)
    for line in range(9):
        log.add(log.event(Wait, Place("a.py", line, "f"), via="int")[0])
    log.end()
    run = seen(store, header)
    assert [event.count for event in run.of(Wait)] == [1] * 5 + [4]
    assert run.processes[0].notes == ["4 further events have no place of their own"]


def test_a_cut_line_is_left_out_and_said(tmp_path: Path) -> None:
    store, header, log = started(tmp_path)
    log.add(log.event(Wait, HERE, via="int")[0])
    log.flush()
    with open(log.path, "a") as file:
        file.write('{"is": "tick", "t": 1.0, "add": [[0, 5')
    run = seen(store, header)
    assert run.cut and run.of(Wait)[0].count == 1


def test_a_full_disk_ends_the_log_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, header, log = started(tmp_path)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(log_module.os, "write", full)
    log.add(log.event(Wait, HERE, via="int")[0])
    log.end()
    monkeypatch.undo()
    run = seen(store, header)
    assert run.cut and run.events == []


def test_a_disk_that_is_full_when_the_log_is_summed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, header, log = started(tmp_path)
    number, _ = log.event(Wait, HERE, via="int")
    log.add(number, count=3)
    log.flush()
    write, room = os.write, 20

    def full(handle: int, data: bytes) -> int:
        nonlocal room
        if not room:
            raise OSError(28, "No space left on device")
        data, room = data[:room], 0
        return write(handle, data)

    monkeypatch.setattr(log_module.os, "write", full)
    log._rewrite()
    monkeypatch.undo()
    run = seen(store, header)
    assert run.cut and [event.count for event in run.events] == [3]
    assert [path.suffix for path in (store.runs / header.name).iterdir()].count(".jsonl") == 1
    assert not list((store.runs / header.name).glob("*.jsonl.*"))


def test_what_is_no_run_is_said(tmp_path: Path) -> None:
    with pytest.raises(CannotRead):
        read(tmp_path)
    (tmp_path / "run.json").write_text('{"format": 99}')
    with pytest.raises(CannotRead, match="another format"):
        read(tmp_path)


def test_a_killed_process_leaves_what_it_flushed(tmp_path: Path) -> None:
    store, header, _ = started(tmp_path)
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from jaxopt_lint.observe.child.events import Place, Wait
from jaxopt_lint.observe.child.log import Log
log = Log({str(store.runs / header.name)!r}, {str(store.contents)!r}, {ABOUT!r})
number, _ = log.event(Wait, Place("a.py", 1, "f"), via="int")
while True:
    log.add(number)
    log.flush()
    print("flushed", flush=True)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(20):
        process.stdout.readline()
    time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    run = seen(store, header)
    assert run.processes[1].cut and run.events[0].count >= 20
