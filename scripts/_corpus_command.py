"""An installed command of the linter: running it as users do, on projects or on copies of them."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from _corpus_lint import LIMIT
from _corpus_store import CorpusError, digest, python_files

# What the linter and its fixes depend on; data and history need not be copied.
COPIED = re.compile(r".*\.(py|pyi|ipynb|toml|cfg|ini|txt)|\.gitignore")


@dataclass(slots=True)
class Answer:
    """What one run printed and how it ended; `code` is None where it had to be stopped."""

    code: int | None
    out: str
    err: str
    seconds: float = 0.0  # of the processor, for the run and the processes that it waited for


class Command:
    """One installed command.

    Args:
        words: what to run, without arguments.
        scratch: a directory for its cache.
    """

    def __init__(self, words: Sequence[str], scratch: Path) -> None:
        self.words = list(words)
        self.scratch = scratch

    def __str__(self) -> str:
        return " ".join(self.words)

    def call(self, cwd: Path, *arguments: str) -> Answer:
        """Run it in a directory, with none of the user's settings from the environment."""
        known = {k: v for k, v in os.environ.items() if not k.startswith("JAXOPT_LINT_")}
        environment = {**known, "JAXOPT_LINT_CACHE_DIR": str(self.scratch / "cache")}
        started = _spent()
        try:
            done = subprocess.run(
                [*self.words, *arguments], cwd=cwd, env=environment, capture_output=True,
                timeout=LIMIT, check=False,
            )  # fmt: skip
        except OSError as error:
            raise CorpusError(f"{self.words[0]}: {error.strerror}") from None
        except subprocess.TimeoutExpired:
            return Answer(None, "", "", _spent() - started)
        out, err = (text.decode(errors="surrogateescape") for text in (done.stdout, done.stderr))
        return Answer(done.returncode, out, err, _spent() - started)

    def formats(self) -> list[str]:
        """The output formats that the command itself says it has."""
        return self._told("output formats", "enum", "output-format")

    def settings(self) -> list[str]:
        """The settings that the command itself says it has."""
        return self._told("settings", "properties")

    def _told(self, what: str, part: str, *key: str) -> list[str]:
        answer = self.call(self.scratch, "config", *key, "--output-format", "json")
        try:
            return list(json.loads(answer.out)[part])
        except (ValueError, KeyError):
            said = answer.err.strip() or answer.out.strip() or "nothing"
            raise CorpusError(f"{self} does not tell its {what}, but: {said}") from None


def _spent() -> float:
    """Seconds of the processor that ended child processes have used so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def copied(folder: Path, root: Path) -> Path:
    """A fresh copy at `root` of what the linter reads of a project."""
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(folder, root, symlinks=True, ignore=_uncopied)
    return root


def digests(root: Path) -> dict[str, str]:
    """A digest of every Python file that is no link, by its path from `root`."""
    found = {path.relative_to(root).as_posix(): digest(path) for path in python_files(root)}
    return {name: text for name, text in found.items() if not (root / name).is_symlink()}


def _uncopied(folder: str, names: list[str]) -> list[str]:
    return [
        name
        for name in names
        if not (COPIED.fullmatch(name) or os.path.isdir(os.path.join(folder, name)))
        or name == ".git"
    ]
