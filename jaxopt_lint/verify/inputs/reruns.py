"""The command of a run that was observed, run again in the copy of the project, where what nobody
has recorded is a function of its own: statements that changed, and functions of tests.

So whatever the program hands to these is what they are judged on, although it is no call, and
although what holds them takes what is no data. Where the log of the run tells which tests got
there, these alone are run, and where it tells that nothing did, nothing is.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from jaxopt_lint.observe.child.marking import recordable
from jaxopt_lint.observe.recorded import Lost, recorded
from jaxopt_lint.observe.running import CALLS
from jaxopt_lint.observe.sealing import ending
from jaxopt_lint.observe.store import Header, Store
from jaxopt_lint.verify.budget import shorter
from jaxopt_lint.verify.child.variables import kept
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.calls import file_of
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan, Running, records
from jaxopt_lint.verify.inputs.watched import PYTEST, Watched, watched
from jaxopt_lint.verify.inputs.ways import Way, Ways, narrowed
from jaxopt_lint.verify.lifting import LINE_END, NAME, is_lifted
from jaxopt_lint.verify.outlining import caller, in_front
from jaxopt_lint.verify.spec import find_definition

RUNS = 3  # the newest, which are looked at
_PART = 0.5  # of the time limit, for running one of them again
_SURE = 0.75  # of it, for tests that got there
_SLACK, _START = 1.25, 5.0  # times as long as a run took to get there, and seconds for its start
_PYTHON = re.compile(r"python[0-9.]*(?:\.exe)?")
_STARTERS = (["uv", "run"], ["poetry", "run"], ["pixi", "run"], ["pdm", "run"], ["hatch", "run"])
_DEVICES = "--xla_force_host_platform_device_count"
_NOT_KEPT = "runs keep no calls of generators, of special methods and of what some decorators make"
_LAST = 160  # characters of what a command said last


class Reruns:
    """Runs the newest observed command again that loaded the function's file, where that run has
    nothing to say of the function.

    Args:
        lifted: whether of code that was made a function to be judged; else of the user's functions,
            for which it is sooner done to run just the code that calls them.
        tested: whether only where tests got there, as the log of the run says.
    """

    name = "recorded"

    def __init__(self, *, lifted: bool, tested: bool = False) -> None:
        self.lifted = lifted
        self.tested = tested

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """The calls that it made, or why there are none; None where no run is of use."""
        running = asked.running
        alone = asked.pieces or asked.qualname == NAME  # its file holds nothing that calls it
        if running is None or (alone and not asked.whole):
            return None
        if is_lifted(asked.qualname) is not self.lifted:
            return None
        home = file_of(asked, running)
        if home is None or not home.resolve().is_relative_to(running.overlay.resolve()):
            return None
        file = home.resolve().relative_to(running.overlay.resolve()).as_posix()
        missing: Missing | None = None
        # What it does besides, such as what it sends, is done once, when the user starts it.
        for header in _silent(asked, file) if running.session.is_confined() else ():
            if not self.lifted and not _is_kept(asked):
                return None if self.tested else Missing(Reason.NO_INPUT_SPEC, _NOT_KEPT)
            typed = shlex.join(header.command)
            way = _way(asked, running, header, file)
            if self.tested and not (way is not None and way.tests):
                continue
            if way is None:
                missing = missing or Missing(
                    Reason.NO_INPUT_SPEC, f"run {header.name} does not get there: {typed}"
                )
                continue
            late = _too_late(asked, running, header, way, file)
            if late:
                why = f"run {header.name}{ending(Store(asked.root).runs / header.name)}, {late}"
                missing = missing or Missing(Reason.NO_INPUT_SPEC, f"{why}: {typed}")
                continue
            with _all_of_it(home, asked):
                shown = _again(asked, running, header, way)
            calls = shown.seen.calls.get(asked.function, [])[:CALLS]
            if calls:
                words = f"{len(calls)} call{'s' if len(calls) > 1 else ''} of run {header.name}, "
                words += f"which was run again: {typed}"
                lost = shown.seen.lost.get(asked.function)
                return records(
                    calls, shown.values, words, asked.settings, lost, variables=header.variables
                )
            if not shown.ended and not shown.seen.functions and not way.tests:
                running.session.collected[_slow(asked, header, file)] = True
            missing = missing or _missing(shown, shown.seen.lost.get(asked.function), typed)
        return missing


def _is_kept(asked: Asked) -> bool:
    """Whether calls of a function are among those that a run keeps."""
    node = find_definition(asked.source, asked.qualname)
    method = "." in asked.qualname
    return not isinstance(node, ast.FunctionDef) or recordable(node, method=method)


@contextlib.contextmanager
def _all_of_it(home: Path, asked: Asked) -> Iterator[None]:
    """Have the function's file hold all that the program runs of it, in that order."""
    text = asked.whole or asked.source
    text = in_front(text, asked.qualname) if is_lifted(asked.qualname) else text
    home.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        home.write_text(asked.source, encoding="utf-8")


def _missing(shown: Watched, lost: Lost | None, typed: str) -> Missing:
    if lost is not None:
        return Missing(Reason.UNPICKLABLE, lost.reason)
    lines = shown.log.strip().splitlines()
    why = f": {lines[-1].strip()[:_LAST]}" if lines and shown.ended else ""
    far = "does not get there" if shown.ended else "does not get there in time"
    return Missing(Reason.NO_INPUT_SPEC, f"run again, `{typed}` {far}{why}")


def _silent(asked: Asked, file: str) -> Iterator[Header]:
    """The newest runs that loaded a file, and did not look for calls of the function."""
    store = Store(asked.root)
    holder = f"{asked.module}:{caller(asked.whole or asked.source, asked.qualname)}"
    for count, name in enumerate(store.own()):
        if count == RUNS:
            return
        header = store.header(name)
        seen = recorded(store.runs / name)
        if asked.function in seen.functions:
            return
        if holder in seen.never_called:
            continue
        if header.command and (not header.watched or store.loaded(name, file)):
            yield header


def _way(asked: Asked, running: Running, header: Header, file: str) -> Way | None:
    """How a run got to what changed, see `Ways.to`."""
    if not header.watched:
        return Way()
    known = running.session.collected
    key = "ways", f"{asked.root} {header.name}"
    if key not in known:
        known[key] = Ways.of(Store(asked.root).runs / header.name, asked.root)
    ways: Ways = known[key]
    text = asked.whole or asked.source
    if not is_lifted(asked.qualname):
        return ways.to(file, asked.qualname, running.changed)
    return ways.to(file, caller(text, asked.qualname), _lines_in_place(text, asked.qualname))


def _too_late(asked: Asked, running: Running, header: Header, way: Way, file: str) -> str:
    """Why a run cannot come to the function in the time that there is for it, in words; "" where
    it may. As it is not watched when it is run again, it takes half as long at best."""
    limit = asked.settings.timeout
    if way.tests:
        return ""
    if _slow(asked, header, file) in running.session.collected:
        return "run again, does not even load its file in time"
    if way.seconds / 2 > limit:
        return f"took {way.seconds:.0f} s to get there, for which --timeout leaves no time"
    if way.after / 2 > limit * _PART:
        return f"had not got there after {way.after:.0f} s"
    return ""


def _slow(asked: Asked, header: Header, file: str) -> tuple[str, str]:
    """The name for that a run takes too long to load a file."""
    return "slow", f"{asked.root} {header.name} {file}"


def _seconds(asked: Asked, way: Way) -> float:
    """The time for running a run again: more than usual, where it is known to get there then."""
    settings = asked.settings
    part = _SURE if way.tests else _PART
    known = 0.0 if way.tests else way.seconds * _SLACK + _START
    seconds = min(settings.timeout, max(part * settings.timeout, known if way.seconds else 0.0))
    return shorter(seconds, settings.budget)


def _lines_in_place(text: str, name: str) -> range:
    """The lines that a call of a lifted function stands for."""
    lines = LINE_END.split(text)
    calls = (i for i, one in enumerate(lines) if f"{name}(" in one and f"def {name}(" not in one)
    first = next(calls, None)
    if first is None:
        return range(0)
    after = (i for i, line in enumerate(lines) if i > first and line.strip())
    return range(first + 1, next(after, len(lines)) + 1)


def _again(asked: Asked, running: Running, header: Header, way: Way) -> Watched:
    """What a run shows of the function when it is made again; once for each function, as more and
    less of its file is asked about."""
    node = find_definition(asked.source, asked.qualname)
    text = ast.unparse(node) if node is not None else asked.source
    told = hashlib.sha256(text.encode()).hexdigest()
    key = "again", f"{header.name} {running.devices} {asked.function} {told}"
    known = running.session.collected
    if key not in known:
        settings = asked.settings
        seconds = _seconds(asked, way)
        overlay, root = running.overlay, asked.root
        folder = _folder(header.cwd, root, overlay)
        command = _here(header.command, settings.python, root, overlay)
        command = narrowed(command, way.tests, folder, overlay)
        flags = [*running.session.unoptimized()]  # it is run for its inputs alone
        if running.devices > 1:
            flags.append(f"{_DEVICES}={running.devices}")
        variables = {
            **kept(header.variables),
            "PYTEST_ADDOPTS": " ".join(PYTEST),
            "MPLBACKEND": "Agg",
            "XLA_FLAGS": " ".join(flags),
        }
        known[key] = watched(
            command, asked.function, running, settings, seconds,
            folder=folder, variables=variables,
        )  # fmt: skip
    found: Watched = known[key]
    return found


def _here(command: Sequence[str], python: str, root: Path, overlay: Path) -> list[str]:
    """A command as it is run in the copy: by the interpreter of the project, on its files there."""
    words = [*command]
    if words[:2] in _STARTERS and len(words) > 2 and not words[2].startswith("-"):
        words = words[2:]
    name = os.path.basename(words[0])
    beside = Path(python).parent / name
    if _PYTHON.fullmatch(name):
        words[0] = python
    elif beside.is_file():
        words[0] = str(beside)
    first, *rest = words
    return [first, *(_there(one, root, overlay) for one in rest)]


def _there(word: str, root: Path, overlay: Path) -> str:
    """A word of a command line, with the copy's files for those of the project."""
    head, found, tail = word.partition(f"{root}{os.sep}")
    return f"{head}{overlay / tail}" if found and (overlay / tail).exists() else word


def _folder(cwd: str, root: Path, overlay: Path) -> Path:
    """The folder of the copy that stands for the one in which the run was started."""
    place = Path(cwd).resolve()
    if place.is_relative_to(root) and (overlay / place.relative_to(root)).is_dir():
        return overlay / place.relative_to(root)
    return overlay
