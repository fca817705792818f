"""What the log of an observed run says of the way to some lines: which tests led there, how far
into the run, or that nothing did.

So just those tests of a command are run again that get there, and none of a command that never did.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from jaxopt_lint.observe.child.events import Called, Place
from jaxopt_lint.observe.reading import CannotRead, Run, read
from jaxopt_lint.verify.inputs.standing import is_test

_TESTS = 4  # that are run again
_PYTEST = ("pytest", "py.test")
# Options of pytest whose value is a word of its own.
_VALUED = {
    "-c", "-k", "-m", "-n", "-o", "-p", "-r", "-W", "--basetemp", "--confcutdir", "--cov",
    "--cov-config", "--cov-report", "--deselect", "--dist", "--durations", "--ignore",
    "--ignore-glob", "--import-mode", "--junitxml", "--maxfail", "--rootdir", "--tb",
}  # fmt: skip


@dataclass(frozen=True)
class Way:
    """How a run got to some lines.

    Attributes:
        tests: as pytest names them, from the root of the project; those that came first.
        seconds: from the start of the process to the first time; 0 where nobody knows.
        after: seconds until a run was cut that had not come there.
    """

    tests: tuple[str, ...] = ()
    seconds: float = 0.0
    after: float = 0.0


@dataclass(frozen=True)
class Ways:
    """What one run says.

    Attributes:
        run: what it wrote; None where that cannot be read.
        root: of the project.
    """

    run: Run | None
    root: Path

    @classmethod
    def of(cls, folder: Path, root: Path) -> Ways:
        """Those of the run in a folder of the store."""
        with contextlib.suppress(CannotRead):
            return cls(read(folder), root)
        return cls(None, root)

    def to(self, file: str, holder: str, lines: Collection[int]) -> Way | None:
        """The way to lines of a function, or to the function where none to these is known; None
        where the run did not come to it, as far as it says.

        A run says nothing of a file that is another one by now: that is a way without tests. One
        that was cut says how it got where it was, and that it was nowhere else until then.
        """
        run = self.run
        if run is None or not self._is_of(run, file):
            return Way()
        # Of what happens often not all is told, so that the function is a way, too.
        for found in (_through(run, file, lines), _called(run, file, holder)):
            ways = sorted(found)
            if ways:
                tests = dict.fromkeys(test for _, chain in ways for test in _tests(chain))
                return Way(tuple(tests)[:_TESTS], ways[0][0])
        return Way(after=max(one.end for one in run.processes)) if run.cut else None

    def _is_of(self, run: Run, file: str) -> bool:
        """Whether all of the run was watched, and the file is the one that it loaded."""
        if run.header.options.get("functions") or not run.of(Called):
            return False
        try:
            now = hashlib.sha256((self.root / file).read_bytes()).hexdigest()
        except OSError:
            return False
        loaded = [one.files[file] for one in run.processes if file in one.files]
        return bool(loaded) and all(one == now for one in loaded)


def _through(
    run: Run, file: str, lines: Collection[int]
) -> Iterator[tuple[float, tuple[Place, ...]]]:
    """When something happened on some lines, or below them, and the lines that led there."""
    for event in run.events:
        chain = (event.place, *event.chain)
        for depth, place in enumerate(chain):
            if place.file == file and place.line in lines and place.function != "<module>":
                yield event.first, chain[depth:]
                break


def _called(run: Run, file: str, holder: str) -> Iterator[tuple[float, tuple[Place, ...]]]:
    """When a function was called, and the lines that led there."""
    for event in run.of(Called):
        if event.place.file == file and holder:
            name = event.place.function
            if name == holder or name.startswith(f"{holder}.<locals>."):
                yield event.first, (event.place, *event.chain)


def _tests(chain: Iterable[Place]) -> Iterator[str]:
    """The test that a chain began in, if it did."""
    for place in reversed(tuple(chain)):
        parts = place.function.split(".")
        at = next((i for i, part in enumerate(parts) if part.startswith("test")), None)
        if at is not None and is_test(place.file):
            yield "::".join([place.file, *parts[: at + 1]])
            return


def narrowed(words: Sequence[str], tests: Iterable[str], folder: Path, top: Path) -> list[str]:
    """A command of pytest that runs some tests alone; as it is where it is none.

    Args:
        tests: from the root of the project.
        folder: in which the command is started; `top`: the root.
    """
    start = _arguments(words)
    wanted = [os.path.relpath(top / test, folder) for test in tests]
    if start is None or not wanted:
        return list(words)
    kept, valued = [], False
    for word in words[start:]:
        is_path = not valued and word[:1] != "-" and (folder / word.partition("::")[0]).exists()
        valued = not valued and word in _VALUED
        if not is_path:
            kept.append(word)
    return [*words[:start], *kept, *wanted]


def _arguments(words: Sequence[str]) -> int | None:
    """Where the arguments of pytest begin in a command; None where that starts something else."""
    words = list(words)
    if words and os.path.basename(words[0]) in _PYTEST:
        return 1
    for at, word in enumerate(words[1:], 1):
        if word == "-m":
            return at + 2 if words[at + 1 : at + 2] == ["pytest"] else None
        if word[:1] != "-":
            return None
    return None
