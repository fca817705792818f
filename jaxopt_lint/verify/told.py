"""What became of a child process, in words: what a system says of code that may not or cannot go
on is turned into what the user's code did."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

_TAIL = 64 * 1024  # bytes of a log that are read
_FRAME = re.compile(r'^  File "(?P<file>.+)", line (?P<line>\d+) in (?P<name>.+)$', re.MULTILINE)
_DUMP = re.compile(r"^(?:Timeout \(|Fatal Python error: )", re.MULTILINE)
_MAIN = '; code that is to run as a script alone belongs below `if __name__ == "__main__":`'
# What the code waits in -> what for.
_WAITS = (
    ("multiprocessing", "for processes that it has started"),
    ("concurrent/futures", "for tasks that it has started"),
    ("subprocess", "for a command that it has started"),
    ("threading", "for a thread"),
    ("selectors", "for input or output"),
    ("socket", "for the network"),
)
_NO_MEMORY = r"^MemoryError|RESOURCE_EXHAUSTED"
_HINTS = (
    (r"\[Errno 30\]|Read-only file system",
     "code that is verified writes into its copy of the project alone (--no-sandbox)"),
    (r"\[Errno 101\]|Network is unreachable|name resolution|\[Errno -[23]\]",
     "code that is verified has no network (--no-sandbox)"),
    (r"\[Errno 27\]|File too large", "a file that verified code writes may take 1 GB"),
    (_NO_MEMORY, "`verify.memory-mb` is what a child process may take"),
    (r"(?<!process: )(?<!line: )SystemExit", "the code ends the process"),
    (r"^EOFError", "the code asks for input, and nobody is there"),
)  # fmt: skip


def explained(detail: str) -> str:
    """A detail, with what stands behind it where the system's own words do not say that.

    >>> explained("EOFError: EOF when reading a line")
    'EOFError: EOF when reading a line (the code asks for input, and nobody is there)'
    """
    for pattern, hint in _HINTS:
        if re.search(pattern, detail) and hint not in detail:
            return f"{detail} ({hint})"
    return detail


def is_out_of_memory(detail: str) -> bool:
    """Whether a detail says that a process came to the end of its memory."""
    return re.search(_NO_MEMORY, detail) is not None


def late(seconds: float, log: Path) -> str:
    """Why a process was ended that took too long, and where it was by then."""
    place = _place(_last(log))
    return f"no answer in {seconds:g} s" + (f": {place}" if place else "")


def died(state: str, log: Path) -> str:
    """How a process ended that gave no answer.

    Args:
        state: "done", or "crashed (CODE)" with what its end is called in Python.
    """
    code = int(match[1]) if (match := re.search(r"\((-?\d+)\)", state)) else 0
    text = _last(log)
    if code >= 0:
        lines = [line for line in text.splitlines() if line.strip()]
        said = f"; the last that it said: {lines[-1][:200]}" if lines else ""
        return f"the code ended its process, with exit code {code}{said}"
    name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
    place = _place(text)
    return f"the process was ended by {name}" + (f": {place}" if place else "")


def _last(log: Path) -> str:
    """The end of what a process has said."""
    try:
        with open(log, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def _place(text: str) -> str:
    """Where the code was, by the last traces of its stacks that the process has written down."""
    dumps = [*_DUMP.finditer(text)]
    if not dumps:
        return ""
    threads = re.split(r"^(?=Current thread|Thread )", text[dumps[-1].start() :], flags=re.M)
    # The one that crashed, or the first of the process, which is the last that is written.
    crashed = [one for one in threads if one.startswith("Current thread")]
    frames = [*_FRAME.finditer((crashed or threads)[-1])]
    theirs = [i for i, frame in enumerate(frames) if _is_theirs(frame["file"])]
    if not theirs:
        return ""
    frame = frames[theirs[0]]
    where = f"it was in {Path(frame['file']).name}:{frame['line']}"
    if frame["name"] != "<module>":
        where += f" ({frame['name']})"
    above = [one["file"] for one in frames[: theirs[0]]]
    waits = next((w for part, w in _WAITS if any(part in file for file in above)), "")
    if waits:
        where += f", waiting {waits}"
    if any(frames[i]["name"] == "<module>" for i in theirs):
        where += f", while its module was imported{_MAIN}"
    return where


def _is_theirs(file: str) -> bool:
    """Whether a file is of the copy of the project, which lies in a folder of this tool's."""
    return re.search(r"/jaxopt-lint-\d+-[0-9a-f]+/", file) is not None
