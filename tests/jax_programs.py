"""Whole programs that use JAX, each in a process of its own that is forked from a warm one.

To import JAX takes longer than most of these programs. No backend has started when a program
begins, so that it chooses its devices itself, by `XLA_FLAGS`, as if it were alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

_SERVER = Path(__file__).with_name("jax_programs_child.py")


@dataclass(frozen=True, slots=True)
class Done:
    """How a program ended, and what it wrote."""

    code: int
    out: str
    err: str


class Programs:
    """The warm process; a context manager."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._process.communicate()  # which closes its input, and so ends it

    def run(self, text: str, *arguments: str, cwd: Path | None = None, warn: str = "") -> Done:
        """Run a program; `warn` is what Python's option `-W` would say about warnings."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, str(_SERVER)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        job = {"text": text, "arguments": arguments, "cwd": str(cwd or Path.cwd()), "warn": warn}
        process.stdin.write(json.dumps(job) + "\n")
        process.stdin.flush()
        return Done(**json.loads(process.stdout.readline()))

    def output(self, text: str, *arguments: str, cwd: Path | None = None) -> str:
        """What a program prints that must not fail."""
        done = self.run(text, *arguments, cwd=cwd)
        assert done.code == 0, done.err[-2000:]
        return done.out
