"""Processes and what they start: none outlives the run that it belongs to.

Standard library only, and before jax: the first thing that a child process does is to see to it
that it ends with its parent, however that one ends.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection
from typing import Any

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_ROUNDS = 50


def end_with_parent(parent: int, number: int = signal.SIGKILL) -> None:
    """Have this process get a signal when the one that started it ends.

    Args:
        parent: the process that is to live; if it is gone already, this one ends at once.
    """
    _prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os._exit(1)


def adopt_orphans() -> None:
    """Become the parent of what descendants leave behind, so that it can be found and ended."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def descendants(pid: int) -> list[int]:
    """The living processes that a process has started, and that those have."""
    children: dict[int, list[int]] = {}
    for one, parent, state in processes():
        if state != "Z":
            children.setdefault(parent, []).append(one)
    found: list[int] = []
    pending = [pid]
    while pending:
        more = children.get(pending.pop(), [])
        found += more
        pending += more
    return found


def end_descendants(pid: int, but: Collection[int] = ()) -> None:
    """End what a process has started, again and again until nothing new turns up."""
    for _ in range(_ROUNDS):
        spared = {*but, *(p for one in but for p in descendants(one))}
        living = [one for one in descendants(pid) if one not in spared]
        if not living:
            return
        for one in living:
            with contextlib.suppress(OSError):
                os.kill(one, signal.SIGKILL)
        time.sleep(0.002)


def end(process: subprocess.Popen[Any]) -> None:
    """End a child, if it has not ended, with all that it has started, where the system can; the
    caller waits for it."""
    if process.poll() is not None:
        return
    if os.name != "posix":
        process.kill()
        return
    with contextlib.suppress(OSError):
        os.kill(process.pid, signal.SIGSTOP)  # it can adopt, and start nothing more
    end_descendants(process.pid)
    with contextlib.suppress(OSError):
        os.kill(process.pid, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    if sys.platform != "linux":
        return
    with contextlib.suppress(Exception):
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


def processes() -> list[tuple[int, int, str]]:
    """All processes with their parents and states."""
    if not os.path.isdir("/proc/self"):
        return _listed()
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    # The name of the program, in parentheses, may hold anything.
                    state, parent = file.read().rpartition(b")")[2].split()[:2]
                found.append((int(name), int(parent), state.decode()))
    return found


def _listed() -> list[tuple[int, int, str]]:
    """The same where the kernel does not show them as files."""
    try:
        output = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return []
    rows = [line.split() for line in output.splitlines()]
    return [(int(row[0]), int(row[1]), row[2][0]) for row in rows if len(row) == 3]
