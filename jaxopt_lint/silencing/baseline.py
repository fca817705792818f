"""The baseline: findings of old code that are accepted for now, and new ones stand out.

A file next to the configuration lists them by fingerprint, so that they are found again when
lines move. Of findings that are alike but for their place the first ones count as the old ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jaxopt_lint import __version__
from jaxopt_lint.files import leftovers
from jaxopt_lint.files.source import display_path
from jaxopt_lint.finding import Finding, fingerprint

NAME = ".jaxopt-lint-baseline.json"
_FORMAT = 1


class BaselineError(Exception):
    """A baseline that cannot be used; the text is one line for the user."""


@dataclass(frozen=True, order=True)
class Entry:
    """Findings of one rule in one file.

    Attributes:
        path: from the directory of the baseline.
        fingerprints: one for each finding; the path in them starts from the same place.
    """

    path: str
    code: str
    rule: str
    fingerprints: frozenset[str] = field(compare=False)


class Baseline:
    """What a baseline holds.

    Attributes:
        path: the file.
        entries: by path and rule.
        tool: the version of jaxopt-lint that wrote it.
    """

    def __init__(self, path: Path, entries: Iterable[Entry], tool: str = __version__) -> None:
        self.path = path
        self.entries = sorted(entries)
        self.tool = tool
        self._known = frozenset(f for entry in self.entries for f in entry.fingerprints)

    @classmethod
    def read(cls, path: Path) -> Baseline:
        """The baseline of a file.

        Raises:
            BaselineError: there is none, or it is not what we write.
        """
        shown = display_path(path, Path.cwd())
        try:
            table = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise BaselineError(f"{shown}: cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise BaselineError(f"{shown}: no baseline of jaxopt-lint: it is no JSON") from None
        try:
            if table["format"] > _FORMAT:
                raise BaselineError(
                    f"{shown}: written by jaxopt-lint {table['jaxopt-lint']}, which is newer than "
                    f"this one ({__version__})"
                )
            entries = [_entry(item) for item in table["findings"]]
            return cls(path, entries, str(table["jaxopt-lint"]))
        except (KeyError, TypeError, AttributeError, ValueError):
            raise BaselineError(f"{shown}: no baseline of jaxopt-lint") from None

    @classmethod
    def of(cls, path: Path, findings: Iterable[Finding], root: Path) -> Baseline:
        """The baseline that accepts some findings, whose paths start from a root."""
        grouped: dict[tuple[str, str, str], set[str]] = {}
        for finding in findings:
            place = _place(finding, root, path)
            key = (place, finding.code, finding.name)
            grouped.setdefault(key, set()).add(fingerprint(finding, place))
        return cls(path, (Entry(*key, frozenset(names)) for key, names in grouped.items()))

    def __len__(self) -> int:
        return len(self._known)

    def holds(self, finding: Finding, root: Path) -> bool:
        """Whether a finding, whose path starts from a root, is accepted."""
        return fingerprint(finding, _place(finding, root, self.path)) in self._known

    def stale(self, findings: Iterable[Finding], root: Path, looked_at: Iterable[str],
              ran: Iterable[str]) -> list[Entry]:  # fmt: skip
        """What it holds and the code no longer does.

        Args:
            findings: what was found, accepted or not, less what comments silence.
            looked_at: the files of the run, from the root. Of other files only those count that
                are gone.
            ran: the names of the rules that were looked for.
        """
        found = {fingerprint(f, _place(f, root, self.path)) for f in findings}
        seen = {display_path(root / path, self.path.parent) for path in looked_at}
        rules = set(ran)
        out = []
        for entry in self.entries:
            gone = not (self.path.parent / entry.path).exists()
            judged = gone or (entry.path in seen and entry.rule in rules)
            idle = entry.fingerprints - found if judged else frozenset()
            if idle:
                out.append(Entry(entry.path, entry.code, entry.rule, idle))
        return out

    def without(self, stale: Iterable[Entry]) -> Baseline:
        """The baseline less some findings."""
        dropped = {name for entry in stale for name in entry.fingerprints}
        kept = (
            Entry(e.path, e.code, e.rule, e.fingerprints - dropped)
            for e in self.entries
            if e.fingerprints - dropped
        )
        return Baseline(self.path, kept)

    def dumps(self) -> str:
        """The text of the file: sorted, one fingerprint a line, so that a diff can be read."""
        table = {
            "jaxopt-lint": self.tool,
            "format": _FORMAT,
            "findings": [
                {
                    "path": entry.path,
                    "rule": entry.rule,
                    "code": entry.code,
                    "count": len(entry.fingerprints),
                    "fingerprints": sorted(entry.fingerprints),
                }
                for entry in self.entries
            ],
        }
        return json.dumps(table, indent=2) + "\n"

    def write(self) -> None:
        """Put the file in its place, completely or not at all.

        Raises:
            BaselineError: it cannot be written.
        """
        try:
            leftovers.replace_file(self.path, self.dumps().encode(), shared=True)
        except OSError as error:
            shown = display_path(self.path, Path.cwd())
            raise BaselineError(f"{shown}: cannot be written: {error.strerror}") from None


def nearest(root: Path) -> Path | None:
    """The baseline of a project: in its root, or above it as far as the repository goes."""
    for directory in (root, *root.parents):
        if (directory / NAME).is_file():
            return directory / NAME
        if (directory / ".git").exists():
            break
    return None


def _place(finding: Finding, root: Path, baseline: Path) -> str:
    return display_path(root / finding.path, baseline.parent)


def _entry(item: Mapping[str, Any]) -> Entry:
    names = item["fingerprints"]
    values = (item["path"], item["code"], item["rule"])
    if not all(isinstance(v, str) for v in (*values, *names)) or not isinstance(names, list):
        raise ValueError
    return Entry(*values, frozenset(names))
