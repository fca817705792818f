"""Where a command's words go: results, notes and progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import click

from jaxopt_lint.cli.progress import Bar
from jaxopt_lint.report.console import Style, clean, inert, is_terminal, one_line
from jaxopt_lint.running.ends import CannotDo
from jaxopt_lint.running.progress import Progress


@dataclass
class Output:
    """Results to standard output or a file, notes to standard error.

    Attributes:
        level: -2 silent, -1 findings only, 0 normal, 1 verbose.
        file: where results go instead of standard output.
    """

    level: int = 0
    file: str = ""
    style: Style = field(default_factory=Style)
    error_style: Style = field(default_factory=Style)
    _bar: Bar | None = None
    _begun: bool = False  # to write to the file

    @classmethod
    def of(cls, given: dict[str, Any]) -> Output:
        """The output that the options ask for."""
        level = -2 if given.get("silent") else -1 if given.get("quiet") else 0
        level += bool(given.get("verbose")) and level == 0
        choice = given.get("color", "auto")
        file = given.get("output_file") or ""
        return cls(
            level,
            file,
            Style() if file else Style.of(choice, sys.stdout),
            Style.of(choice, sys.stderr),
        )

    def results(self, text: str, *, exact: bool = False) -> None:
        """Print what was asked for.

        Args:
            exact: a program reads it; else no line of it may be a command to a runner.
        """
        if text and not text.endswith("\n"):
            text += "\n"
        if self.file:
            self._write(text, "w")
        elif self.level > -2 and text:
            click.echo(text if exact else inert(text), nl=False, color=self.style.colour)

    def more(self, lines: Iterable[str]) -> None:
        """Print a part of what was asked for, which people read, as soon as it is known."""
        text = "".join(f"{line}\n" for line in lines)
        if self.file:
            self._write(text, "a" if self._begun else "w")
            self._begun = True
        elif self.level > -2 and text:
            with self._without_bar():
                click.echo(inert(text), nl=False, color=self.style.colour)

    def _write(self, text: str, mode: str) -> None:
        try:
            with open(self.file, mode, encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(text)
        except OSError as error:
            raise CannotDo(f"{self.file}: cannot be written: {error.strerror}") from None

    def _without_bar(self) -> AbstractContextManager[None]:
        return nullcontext() if self._bar is None else self._bar.away()

    def patch(self, text: str) -> None:
        """Print a patch, which holds lines of code as they are.

        A workflow's runner is told not to look for commands in it.
        """
        if text and not self.file and os.environ.get("GITHUB_ACTIONS") == "true":
            token = f"jaxopt-lint-{os.urandom(16).hex()}"
            text = f"::stop-commands::{token}\n{text}\n::{token}::\n"
        self.results(text, exact=True)

    def note(self, text: str, level: int = 0) -> None:
        """Print a remark, unless the run is to be quieter than that."""
        if self.level >= level:
            with self._without_bar():
                click.echo(inert(text), err=True, color=self.error_style.colour)

    def warn(self, text: str) -> None:
        """Print a warning."""
        if self.level > -2:
            word = self.error_style("warning", "yellow", "bold")
            self.note(f"{word}: {one_line(text)}", level=-1)

    def crashes(self, crashes: Sequence[str]) -> None:
        """Print what failed inside; the details only when asked to be verbose."""
        word = self.error_style("error", "red", "bold")
        for crash in crashes:
            head, *rest = crash.strip().splitlines() or ["unknown"]
            if rest:
                head += f": {rest[-1].strip()}"
            self.note(f"{word}: {one_line(head)}", level=-2)
            for line in rest if self.level > 0 else ():
                self.note(f"  {clean(line)}")
        if any("Traceback" in crash for crash in crashes):
            hint = "The other rules ran. Please report this bug"
            hint += "." if self.level > 0 else "; --verbose shows the details."
            click.echo(hint, err=True)

    @contextmanager
    def progress(self, what: str) -> Iterator[Progress | None]:
        """Something to report progress to: a bar, if somebody watches and it takes long."""
        if self.level < 0 or not is_terminal(sys.stderr):
            yield None
            return
        bar = self._bar = Bar(what)
        try:
            yield bar
        finally:
            self._bar = None
            bar.stop()
