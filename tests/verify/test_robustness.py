"""Code that ends its process, takes over, or takes too much ends in a sentence that says so."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from changing import LOOP, MAPPED, QUICK, SIZED, change, mapped

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.child.family import processes
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.told import died, explained, late

CONFINED = sys.platform == "linux"


def inside(line: str) -> str:
    """The function with a line more."""
    return LOOP.replace("def f(x):\n", f"def f(x):\n    {line}\n")


def before(text: str) -> str:
    """The module with more above it."""
    return f"{text}\n{LOOP}"


# Code, the reason, and what has to be said.
ENDS = {
    "sys.exit": (inside("import sys; sys.exit(3)"), "ORIGINAL_RAISES", "the code ends the process"),
    "os._exit": (
        inside("import os; os._exit(0)"), "ORIGINAL_CRASHES",
        "the code ended its process, with exit code 0",
    ),
    "segmentation fault": (
        inside("import ctypes; ctypes.string_at(0)"), "ORIGINAL_CRASHES",
        "ended by SIGSEGV: it was in model.py:7 (f)",
    ),
    "input": (
        inside("input()"), "ORIGINAL_RAISES", "the code asks for input, and nobody is there"
    ),
    "recursion": (inside("f(x)"), "ORIGINAL_RAISES", "RecursionError"),
    "50 GB": (inside("bytearray(50 << 30)"), "ORIGINAL_RAISES", "`verify.memory-mb`"),
    "50 GB of JAX": (
        inside("jnp.ones((50 << 28,)).block_until_ready()"), "ORIGINAL_RAISES",
        "`verify.memory-mb`",
    ),
    "3 GB into a file": (
        inside("open('big', 'wb').truncate(3 << 30)"), "ORIGINAL_RAISES",
        "a file that verified code writes may take 1 GB",
    ),
    "raises at import": (before("1 / 0"), "IMPORT_FAILED", "ZeroDivisionError"),
    "a missing package": (
        before("import nowhere\nN = int(nowhere.size)"), "IMPORT_FAILED",
        "No module named 'nowhere'",
    ),
    "parses arguments": (
        before("import argparse\nargparse.ArgumentParser().parse_args(['-x'])"), "IMPORT_FAILED",
        "ends the process, as it reads the command line: SystemExit: 2",
    ),
    "ends at import": (
        before("raise SystemExit(4)"), "IMPORT_FAILED", "its import ends the process"
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", ENDS)
def test_what_ends_the_code_is_said(session: Session, tmp_path: Path, row: str) -> None:
    old, reason, words = ENDS[row]
    found = change(session, tmp_path, old, mapped(old))
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, reason), found
    assert words in found.checks[0].detail


def test_a_rewrite_that_ends_its_process_is_refuted(session: Session, tmp_path: Path) -> None:
    found = change(session, tmp_path, LOOP, inside("import os; os._exit(0)"))
    assert found.verdict is Verdict.REFUTED
    assert "the code ended its process, with exit code 0" in found.checks[0].detail


def test_a_call_that_nobody_made_and_that_ends_the_process_is_left_out(
    session: Session, tmp_path: Path
) -> None:
    line = "    if x.shape[1] == 0: import ctypes; ctypes.string_at(0)\n"
    ends = SIZED.replace("def f(x):\n", f"def f(x):\n{line}")
    found = change(session, tmp_path, ends, mapped(ends))
    assert found.verdict is Verdict.VERIFIED, found
    found = change(session, tmp_path, SIZED, ends)
    assert found.verdict is Verdict.REFUTED
    failed = [check for check in found.checks if check.passed is False]
    assert [check.name for check in failed] == ["sizes"]
    assert "the process was ended by SIGSEGV" in failed[0].detail


def test_an_original_that_never_ends_on_nan(session: Session, tmp_path: Path) -> None:
    endless = inside("while bool(jnp.isnan(x).any()): pass")
    found = change(session, tmp_path, endless, endless)
    assert found.verdict is Verdict.VERIFIED, found


LATE = {
    "a script without a guard": (
        before("def train():\n    while True: pass\ntrain()"),
        "it was in model.py:2 (train), while its module was imported; code that is to run as a "
        'script alone belongs below `if __name__ == "__main__":`',
    ),
    "an endless loop": (inside("while True: pass"), "it was in model.py:7 (f)"),
    "a thread": (
        inside("import threading; t = threading.Thread(target=threading.Event().wait); "
               "t.start(); t.join()"),
        "it was in model.py:7 (f), waiting for a thread",
    ),
    "a command": (
        inside("import subprocess; subprocess.run(['sleep', '600'])"),
        "it was in model.py:7 (f), waiting for a command that it has started",
    ),
    "blocked signals": (
        inside("import signal; signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 60))\n"
               "    while True: pass"),
        "it was in model.py:8 (f)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", LATE)
def test_where_code_was_that_takes_too_long(session: Session, tmp_path: Path, row: str) -> None:
    old, words = LATE[row]
    found = change(session, tmp_path, old, LOOP, settings=replace(QUICK, timeout=8))
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.TIMEOUT)
    assert found.checks[0].detail == f"Timeout: no answer in 8 s: {words}"


FINE = {
    "prints 5 MB": "print('x' * 5_000_000)",
    "5 MB to the file handle": "import os; os.write(1, b'x' * 5_000_000)",
    "forks": "import os; pid = os.fork(); pid or os._exit(0); os.waitpid(pid, 0)",
    "a pool that forks": "import multiprocessing as mp\n"
                         "    with mp.get_context('fork').Pool(1) as p: p.map(abs, [1])",
    "a pool that spawns": "import multiprocessing as mp\n"
                          "    with mp.get_context('spawn').Pool(1) as p: p.map(abs, [1])",
    "listens": "import socket; socket.create_server(('127.0.0.1', 0)).close()",
}  # fmt: skip


@pytest.mark.parametrize("row", FINE)
def test_what_is_no_hindrance(session: Session, tmp_path: Path, row: str) -> None:
    old = inside(FINE[row])
    found = change(session, tmp_path, old, mapped(old))
    assert found.verdict is Verdict.VERIFIED, found


def test_no_process_is_left(session: Session, tmp_path: Path) -> None:
    old = inside("import subprocess; subprocess.Popen(['sleep', '98765'], start_new_session=True)")
    assert change(session, tmp_path, old, mapped(old)).verdict is Verdict.VERIFIED
    sleeping = []
    for pid, _, _ in processes():
        try:
            sleeping += [pid] if b"98765" in Path(f"/proc/{pid}/cmdline").read_bytes() else []
        except OSError:
            continue
    assert not sleeping


def reaching_out(path: Path) -> dict[str, str]:
    return {
        "writes": inside(f"open({str(path)!r}, 'a').write('x')"),
        "speaks": inside("import socket; socket.create_connection(('192.0.2.1', 80), 1)"),
    }


@pytest.mark.skipif(not CONFINED, reason="namespaces of Linux")
def test_code_in_a_sandbox_reaches_nothing(session: Session, tmp_path: Path) -> None:
    outside = Path("/var/tmp", f"{tmp_path.name}-outside")
    for what, words in (("writes", "its copy of the project alone"), ("speaks", "has no network")):
        old = reaching_out(outside)[what]
        found = change(session, tmp_path, old, mapped(old))
        assert found.reason == Reason.ORIGINAL_RAISES
        assert words in found.checks[0].detail
    assert not outside.exists()
    assert change(session, tmp_path, LOOP, MAPPED).environment["sandbox"] == "confined"


def test_code_outside_of_a_sandbox_is_said_to_be_so(session: Session, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    old = reaching_out(outside)["writes"]
    free = replace(QUICK, sandbox=False)
    found = change(session, tmp_path, old, mapped(old), settings=free)
    assert found.verdict is Verdict.VERIFIED
    assert found.environment["sandbox"] == "unconfined: it was not asked for"
    assert outside.exists()


@pytest.mark.skipif(not CONFINED, reason="namespaces of Linux")
def test_a_system_without_namespaces_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaxopt_lint.verify.child import sandbox

    def refused(name: str, *given: object, what: str = "") -> None:
        raise PermissionError(1, f"{name}: Operation not permitted")

    monkeypatch.setattr(sandbox, "_call", refused)
    sandbox.enter([str(tmp_path)])
    assert sandbox.unconfined == "[Errno 1] unshare: Operation not permitted"
    with open(tmp_path.parent / f"{tmp_path.name}-free", "w") as file:
        file.write("x")


def test_the_words_of_a_system_are_explained(tmp_path: Path) -> None:
    said = explained("OSError: [Errno 30] Read-only file system: '/data/x'")
    assert said.endswith("writes into its copy of the project alone (--no-sandbox))")
    assert explained("ValueError: bad") == "ValueError: bad"
    log = tmp_path / "log"
    assert late(7, log) == "no answer in 7 s"
    assert died("crashed (-9)", log) == "the process was ended by SIGKILL"
    copy = "/tmp/jaxopt-lint-1-0123456789abcdef/old/model.py"
    log.write_text(
        f'before\nTimeout (0:00:07)!\nThread 0x1 (most recent call first):\n  File "{copy}", '
        f'line 3 in other\n\nThread 0x2 (most recent call first):\n  File "/usr/lib/threading.py", '
        f'line 9 in wait\n  File "{copy}", line 7 in f\n'
    )
    assert late(7, log) == "no answer in 7 s: it was in model.py:7 (f), waiting for a thread"
    log.write_text(
        f"Fatal Python error: Segmentation fault\n\nCurrent thread 0x2 [python] (most recent call "
        f'first):\n  File "{copy}", line 7 in f\n\nThread 0x1 (most recent call first):\n'
        f'  File "/usr/lib/threading.py", line 9 in wait\n'
    )
    crashed = "the process was ended by SIGSEGV: it was in model.py:7 (f)"
    assert died("crashed (-11)", log) == crashed
    log.write_text("one\nthe end\n\n")
    assert died("done", log) == (
        "the code ended its process, with exit code 0; the last that it said: the end"
    )
