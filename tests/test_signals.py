"""A run that is ended from outside leaves no process, no folder and no half-written file."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main
from jaxopt_lint.cli.signals import Terminated, orderly
from jaxopt_lint.files import leftovers
from jaxopt_lint.verify.child.family import descendants, processes

ROOT = Path(__file__).parent.parent
OLD = "import jax\n\n\ndef f(t):\n    return jax.tree_map(abs, t)\n"
NEW = OLD.replace("tree_map", "tree_util.tree_map")
# Called by the harness, it starts a process that no group of ours holds, and then never ends.
SPINS = """
import jax
import subprocess, sys


# jaxopt-lint: verify(f32[3])
def f(t):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    open("spinning", "w").close()
    while True:
        pass
    for _ in range(1000):
        t = jax.jit(lambda t: 2 * t)(t)
    return t
"""
# `scripts/kill` strikes more often.
ROUNDS = int(os.environ.get("KILLS", "4"))
FILES = 200 if "KILLS" in os.environ else 60
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def start(directory: Path, *args: str, wrap: str = "") -> subprocess.Popen[str]:
    temporary = directory.parent / "temporary"
    temporary.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "jaxopt_lint", *args], cwd=directory, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=hear,
    )  # fmt: skip


def hear() -> None:
    """Undo what a shell does to what it starts with `&` or `nohup`: that ignores these signals."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def wait(until: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if until():
            return True
        time.sleep(0.05)
    return False


def living(pids: list[int]) -> set[int]:
    return {pid for pid, _, state in processes() if pid in pids and state != "Z"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    directory = tmp_path / "project"
    directory.mkdir()
    (directory / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    return directory


@pytest.mark.executes
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL])
def test_every_process_ends_with_the_run(project: Path, number: signal.Signals) -> None:
    (project / "a.py").write_text(SPINS)
    temporary = project.parent / "temporary"
    process = start(project, "check", "--fix", "--verify", "a.py")
    spinning = wait(lambda: any(temporary.glob("*/old/spinning")), 120)
    assert spinning, process.communicate(timeout=5)
    family = descendants(process.pid)
    assert len(family) >= 3  # the server, a job, and what the job has started
    assert os.listdir(temporary)
    process.send_signal(number)
    process.communicate(timeout=240)
    assert wait(lambda: not living(family)), family
    assert (project / "a.py").read_text() == SPINS
    if number is signal.SIGKILL:
        assert process.returncode == -9
        assert os.listdir(temporary)  # nobody could clean up
        before = os.environ.get("TMPDIR")
        again = start(project, "review", "--base", "HEAD")  # whatever comes of it
        again.communicate(timeout=240)
        assert os.environ.get("TMPDIR") == before
    else:
        assert process.returncode == (130 if number is signal.SIGINT else 128 + number)
    assert os.listdir(temporary) == []


def test_workers_end_with_the_run(project: Path) -> None:
    # Deep expressions keep each worker busy for a while.
    text = "import jax\n" + "x = jax.jit(lambda a: " + "+".join(["a"] * 300) + ")\n"
    for i in range(240):
        (project / f"m{i}.py").write_text(text * 20)
    for number in (signal.SIGTERM, signal.SIGKILL):
        process = start(project, "check", "-n", "-j", "2", ".")
        assert wait(lambda p=process: len(descendants(p.pid)) >= 3 or p.poll() is not None)
        family = descendants(process.pid)
        assert process.poll() is None and family, process.communicate()
        process.send_signal(number)
        process.communicate(timeout=240)
        assert process.returncode == (143 if number is signal.SIGTERM else -9)
        assert wait(lambda f=family: not living(f), 20), living(family)


def test_a_recording_ends_with_the_run(project: Path) -> None:
    marker = project / "started"
    (project / "job.py").write_text(
        "import subprocess, sys, time\n"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(marker)!r}, 'w').close()\n"
        "time.sleep(600)\n"
    )
    process = start(project, "record", "--", sys.executable, "job.py")
    assert wait(marker.exists)
    family = descendants(process.pid)
    process.terminate()
    process.communicate(timeout=240)
    assert process.returncode == 143
    assert wait(lambda: not living(family), 20)


def test_a_file_is_the_old_or_the_new_one_whenever_the_run_is_ended(project: Path) -> None:
    chance = random.Random(int(os.environ.get("KILLS_SEED", "8")))
    paths = [project / f"m{i}.py" for i in range(FILES)]
    for path in paths:
        path.write_text(OLD)
    began = time.monotonic()
    start(project, "check", "-n", ".").communicate()
    whole = time.monotonic() - began
    struck: Counter[str] = Counter()
    for turn in range(ROUNDS):
        number = (signal.SIGKILL, signal.SIGTERM)[turn % 2]
        for path in paths:
            if path.read_text() != OLD:
                path.write_text(OLD)
        process = start(project, "check", "--fix", "-n", ".")
        if turn % 4 < 2:  # the writing comes at the end: wait for its start, then strike in it
            wait(lambda p=process: paths[0].read_text() == NEW or p.poll() is not None, 120)
            time.sleep(chance.random() * 0.05)
        else:
            time.sleep(chance.random() * whole)
        family = descendants(process.pid)
        process.send_signal(number)
        process.communicate()
        texts = Counter(path.read_text() for path in paths)
        assert texts.keys() <= {OLD, NEW}
        assert wait(lambda f=family: not living(f)), family
        # A run that is ended before it sweeps leaves what the killed one before it has left.
        left = [name for name in os.listdir(project) if f"-{process.pid}-" in name]
        assert not left or process.returncode == -signal.SIGKILL
        when = "before" if not texts[NEW] else "in the middle of" if texts[OLD] else "after"
        struck[f"{number.name} {when} the writing"] += 1
        struck["files left behind"] += len(left)
        print(f"{turn + 1} ends over {FILES} files: {dict(sorted(struck.items()))}", flush=True)
    subprocess.run(
        [sys.executable, "-P", "-m", "jaxopt_lint", "check", "--fix", "."], cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True,
    )  # fmt: skip
    assert {path.read_text() for path in paths} == {NEW}
    assert not [name for name in os.listdir(project) if name.endswith(".tmp")]
    assert os.listdir(project.parent / "temporary") == []


def test_what_is_ignored_stays_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = []

    def look(args: list[str]) -> int:
        seen.append((signal.getsignal(signal.SIGHUP), signal.getsignal(signal.SIGTERM)))
        folder = leftovers.new_folder()
        seen.append(folder)
        os.kill(os.getpid(), signal.SIGHUP)
        os.kill(os.getpid(), signal.SIGTERM)
        return 0

    monkeypatch.setattr("jaxopt_lint.cli.main._run", look)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    others = leftovers.new_folder()  # of the program that calls the command line
    try:
        assert main([]) == 143
        assert others.is_dir()
    finally:
        signal.signal(signal.SIGHUP, before)
        leftovers.remove(others)
    assert seen[0][0] is signal.SIG_IGN and seen[0][1] is not signal.SIG_DFL
    assert not seen[1].exists()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert capsys.readouterr().err == "terminated\n"


def test_what_is_being_made_when_the_run_is_ended_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    really = os.open

    def open_and_be_ended(path: str | Path, *args: int) -> int:
        monkeypatch.setattr(os, "open", really)
        os.close(os.open(path, *args))
        os.kill(os.getpid(), signal.SIGTERM)
        raise AssertionError

    for make in (leftovers.folder, lambda: leftovers.file_beside(tmp_path / "a.py")):
        monkeypatch.setattr(os, "open", open_and_be_ended)
        with pytest.raises(Terminated), orderly(), make():
            raise AssertionError
        assert os.listdir(tmp_path) == []
