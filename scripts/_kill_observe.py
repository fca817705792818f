"""Observed programs that end in the middle: killed, left by `os._exit`, or on a full disk.

The program calls functions that are called once each, and says when on its standard output, so
that what its run lacks can be told to the moment.
"""

from __future__ import annotations

import contextlib
import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jaxopt_lint.observe.child.events import Called
from jaxopt_lint.observe.reading import CannotRead, read
from jaxopt_lint.observe.store import Store

LOST = 1.0  # seconds before the end of which events may be missing
STEPS = 1_500
LEAVES = 7  # exit code of a program that leaves by itself
_DISK = "1m"  # of a disk that is filled

_PROGRAM = """\
import os
import resource
import sys
import threading
import time



def say(*words):  # in one piece, whichever thread
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())


say("pid", os.getpid())
way, moment = sys.argv[1], float(sys.argv[2])


def end():
    time.sleep(moment)
    say("end", time.monotonic())
    if way == "os._exit":
        os._exit({leaves})
    if way == "file limit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    if way == "full disk":
        handle = os.open("filler", os.O_CREAT | os.O_WRONLY)
        try:
            while os.write(handle, bytes(4096)):
                pass
        except OSError as error:
            say("full", error.errno)


{value}
say("begun")
threading.Thread(target=end, daemon=True).start()

{functions}
begun = time.monotonic()
for number, step in enumerate([{names}]):
    step(x)
    say("step", number, time.monotonic())
    time.sleep(0.002)
    if way in ("full disk", "file limit") and time.monotonic() - begun > moment + 2:
        break
"""


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Make a folder; whether it is a small disk of its own, in memory, while the block runs."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_DISK}", "tmpfs", str(folder)]
    try:
        mounted = not subprocess.run(mount, capture_output=True, check=False).returncode
    except OSError:
        mounted = False
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)


@dataclass(frozen=True, slots=True)
class Ended:
    """What one end left.

    Attributes:
        way: "SIGKILL", "SIGKILL of both" (of `observe`, too), "os._exit", "full disk", or
            "file limit", where no disk can be mounted: files cannot grow any more.
        moment: seconds after the program has begun to call functions.
        steps: functions that it called up to the end of what can be logged, and `kept`: of these
            the run has so many.
        lost: seconds before that end from which on something is missing.
        wrong: what else is not as it should be.
    """

    way: str
    moment: float
    steps: int
    kept: int
    lost: float
    wrong: tuple[str, ...]

    @property
    def failed(self) -> bool:
        """Whether it left less than is promised."""
        return bool(self.wrong) or self.lost > LOST


def ends(count: int, seed: int, folder: Path, python: str, jax: bool) -> Iterator[Ended]:
    """So many ends, one way after the other, each at a random moment of its first three seconds."""
    chance = random.Random(seed)
    ways = ("SIGKILL", "os._exit", "full disk", "SIGKILL of both")
    for number in range(count):
        place = folder / str(number)
        yield one(ways[number % len(ways)], chance.uniform(0.0, 3.0), place, python, jax)
        shutil.rmtree(place, ignore_errors=True)


def one(way: str, moment: float, folder: Path, python: str, jax: bool) -> Ended:
    """Let a program, one that uses JAX or none, end in a way at a moment, and look at what is left
    of its run."""
    if way != "full disk":
        folder.mkdir()
        return _ended(way, moment, folder, python, jax)
    with small_disk(folder) as mounted:
        return _ended(way if mounted else "file limit", moment, folder, python, jax)


def _ended(way: str, moment: float, folder: Path, python: str, jax: bool) -> Ended:
    functions = "".join(f"def step_{n}(x):\n    return x\n\n\n" for n in range(STEPS))
    names = ", ".join(f"step_{n}" for n in range(STEPS))
    value = "import jax.numpy as jnp\n\nx = jnp.ones(3)" if jax else "x = 1.0"
    text = _PROGRAM.format(leaves=LEAVES, functions=functions, names=names, value=value)
    (folder / "train.py").write_text(text, encoding="utf-8")
    command = [
        sys.executable, "-m", "jaxopt_lint", "observe", "--isolated", "--",
        python, "train.py", way, str(moment),
    ]  # fmt: skip
    process = subprocess.Popen(
        command, cwd=folder, env=os.environ | {"JAX_PLATFORMS": "cpu"}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    first, begun = process.stdout.readline(), process.stdout.readline()
    end = 0.0
    if way.startswith("SIGKILL") and begun:
        time.sleep(moment)
        if way == "SIGKILL of both":
            process.kill()
        end = time.monotonic()
        os.kill(int(first.split()[1]), signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    called: dict[int, float] = {}
    for line in out.splitlines():
        match line.split():
            case ["step", number, at]:
                called[int(number)] = float(at)
            case ["end", at]:
                end = float(at)
    wrong = [] if begun else [f"the program did not begin: {err[-200:]}"]
    if way == "full disk" and f"full {errno.ENOSPC}" not in out.splitlines():
        wrong.append("the disk was not filled")
    if not end:
        wrong.append("the program did not say when it ended")
    expected = {
        "SIGKILL": 128 + signal.SIGKILL, "SIGKILL of both": -signal.SIGKILL, "os._exit": LEAVES
    }.get(way, 0)  # fmt: skip
    if process.returncode != expected:
        wrong.append(f"exit code {process.returncode} instead of {expected}")
    _says(err, wrong)
    before = {number: at for number, at in called.items() if at <= end}
    kept = _kept(folder, wrong)
    missing = [at for number, at in before.items() if number not in kept]
    lost = end - min(missing, default=end)
    shown = subprocess.run(
        [sys.executable, "-m", "jaxopt_lint", "observe", "show", "--isolated"],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    _says(shown.stderr, wrong)
    if shown.returncode or "cut" not in shown.stdout:
        wrong.append(f"`observe show` does not say that it was cut: {shown.stdout[:200]}")
    return Ended(way, moment, len(before), len(before) - len(missing), lost, tuple(wrong))


def _says(text: str, wrong: list[str]) -> None:
    if "Traceback" in text:
        wrong.append(f"a traceback: {text.strip().splitlines()[-1]}")


def _kept(folder: Path, wrong: list[str]) -> set[int]:
    """The functions whose call the run has."""
    try:
        run = read(Store(folder).path())
    except (CannotRead, OSError) as error:
        wrong.append(f"the run cannot be read: {error}")
        return set()
    names = {event.place.function for event in run.of(Called)}
    return {int(name.removeprefix("step_")) for name in names if name.startswith("step_")}


def table(ended: list[Ended]) -> str:
    """By way: how many, how many functions were called and kept, and what was lost at most."""
    lines = ["| end | times | calls | kept | lost at most | failed |", "|---|" + 5 * "---:|"]
    for way in sorted({one.way for one in ended}):
        mine = [one for one in ended if one.way == way]
        calls, kept = sum(one.steps for one in mine), sum(one.kept for one in mine)
        lost = max(one.lost for one in mine)
        failed = sum(one.failed for one in mine)
        lines.append(f"| {way} | {len(mine)} | {calls:,} | {kept:,} | {lost:.2f} s | {failed} |")
    return "\n".join(lines)
