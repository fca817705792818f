"""Turns a finding into a review comment: where it stands, and what it says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from jaxopt_lint.changes.cells import json_of, lines_of
from jaxopt_lint.changes.diff import FileDiff, Lines
from jaxopt_lint.files.cellsource import CannotWrite, written
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Applicability, Finding, Verdict
from jaxopt_lint.registry import UNPARSABLE
from jaxopt_lint.report.console import Style
from jaxopt_lint.report.diff import unified
from jaxopt_lint.report.evidence import details, headline
from jaxopt_lint.report.text import PROMISES
from jaxopt_lint.review.markdown import code, fence, prose
from jaxopt_lint.review.suggestion import Suggestion, rewritten, rows_agree, suggest
from jaxopt_lint.rewriting.cells import NotInCells, changed_parts, edited

_MARKER = re.compile(r"<!-- jaxopt-lint:([0-9a-z]+) -->\s*\Z")
LONGEST = 60_000  # the forge takes comments of 65,536 characters
_LONGEST_PATCH = 20_000
_LONGEST_SENTENCE = 2_000  # names in the code under review are as long as their author likes
_MOST_FACTS = 12
_PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on lines of the new version of a file."""

    path: str
    lines: Lines
    body: str
    fingerprint: str

    def payload(self) -> dict[str, Any]:
        """The comment as GitHub's review API takes it."""
        place: dict[str, Any] = {"line": self.lines.last, "side": "RIGHT"}
        if self.lines.first < self.lines.last:
            place |= {"start_line": self.lines.first, "start_side": "RIGHT"}
        return {"path": self.path, **place, "body": self.body}


def marker(name: str) -> str:
    """The invisible last line by which a comment is known again."""
    return f"<!-- jaxopt-lint:{name} -->"


def marked(body: str) -> str | None:
    """The name in a comment's marker; only the last line counts, as code may hold one too."""
    match = _MARKER.search(body)
    return match[1] if match else None


def comment(
    finding: Finding,
    path: str,
    source: SourceFile | None,
    diff: FileDiff,
    *,
    context: bool,
    told: Finding | None = None,
) -> Comment | None:
    """The comment for a finding, None if no line that can carry one belongs to it.

    Args:
        path: of the file, from the top of the repository.
        source: the text that was linted.
        context: also stand on unchanged lines that the forge shows beside added ones.
        told: the finding for its reader, with the rows of a notebook's cells.
    """
    if source is not None and not rows_agree(_text(source)):
        return None
    place = _place(lines_of(finding, source), diff, context)
    if place is None:
        return None
    new = _fixed(finding, source)
    suggestion = None
    if new is not None and source is not None and _may_suggest(finding):
        lying = replace(source, text=_text(source), notebook=None)
        suggestion = suggest(lying, new.lying, diff.added)
    if suggestion is not None:
        place = suggestion.lines
    patch = ""
    if suggestion is None and new is not None:
        patch = "".join(
            unified(old, changed, f"{path}{where}", _PLAIN) for old, changed, where in new.parts
        )
    return Comment(path, place, _body(told or finding, suggestion, patch), finding.fingerprint)


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A file with a fix in place.

    Attributes:
        lying: as it would lie on the disk.
        parts: what is read of it, before and after: the text, or each cell with its name.
    """

    lying: str
    parts: tuple[tuple[str, str, str], ...]


def _text(source: SourceFile) -> str:
    """What lies on the disk."""
    return source.text if source.notebook is None else json_of(source)


def _place(about: Lines, diff: FileDiff, context: bool) -> Lines | None:
    for run in diff.added:
        if (common := about.overlap(run)) is not None:
            return common
    for run in diff.hunks if context else ():
        if (common := about.overlap(run)) is not None:
            return common
    return None


def _fixed(finding: Finding, source: SourceFile | None) -> _Fixed | None:
    if finding.fix is None or source is None or _refuted(finding):
        return None
    if source.notebook is None:
        new = rewritten(source.text, finding.fix)
        return None if new is None else _Fixed(new, ((source.text, new, ""),))
    try:
        after = edited(source.notebook, finding.fix.edits)
        lying = written(json_of(source), source.notebook, after)
    except (NotInCells, CannotWrite):
        return None
    return _Fixed(lying, tuple(changed_parts(source.notebook, after)))


def _may_suggest(finding: Finding) -> bool:
    """Whether a click may apply the fix: not what is only to be shown, nor what loses."""
    if finding.fix is None or finding.fix.applicability is Applicability.DISPLAY:
        return False
    return finding.evidence is None or not finding.evidence.loses


def _refuted(finding: Finding) -> bool:
    return finding.evidence is not None and finding.evidence.verdict is Verdict.REFUTED


def clipped(text: str) -> str:
    """A sentence, cut where nobody would read on."""
    return text if len(text) <= _LONGEST_SENTENCE else text[:_LONGEST_SENTENCE] + " ..."


def _body(finding: Finding, suggestion: Suggestion | None, patch: str) -> str:
    parts = [f"**{finding.code}** {code(finding.name)}: {_sentence(finding.message)}"]
    if finding.cell is not None:
        parts[0] += f" (cell {finding.cell}, line {finding.start.row})"
    if finding.help:
        parts.append(_sentence(finding.help[:1].upper() + finding.help[1:]))
    if finding.because:
        parts.append("Because:\n" + _list(finding.because))
    if finding.assumed:
        parts.append(f"Assuming ({finding.confidence.value} confidence):\n{_list(finding.assumed)}")
    if finding.fix is not None:
        promise = PROMISES[finding.fix.promise]
        parts.append(f"Fix: {_sentence(finding.fix.title)} ({promise}).")
    elif finding.refused:
        parts.append(f"No fix: {_sentence(finding.refused)}.")
    if finding.evidence is not None:
        seen = "\n".join(details(finding.evidence, _PLAIN))[:_LONGEST_PATCH]
        parts.append(f"Verification: {_sentence(headline(finding.evidence, _PLAIN))}")
        if seen:
            parts.append(_folded("What was checked", fence("text", seen)))
    end = [_manual(finding), marker(finding.fingerprint)]
    block = _block(suggestion, patch)
    if sum(map(len, (*parts, block, *end))) > LONGEST:
        block = _TOO_LONG
    whole = "\n\n".join([*parts, *filter(None, [block]), *end])
    return whole if len(whole) <= LONGEST else "\n\n".join([parts[0], *end])


_TOO_LONG = "The fix is too long for a comment; `jaxopt-lint check --diff` shows it."


def _block(suggestion: Suggestion | None, patch: str) -> str:
    """The fix, to accept with a click or to read."""
    if suggestion is not None:
        return fence("suggestion", "".join(f"{line}\n" for line in suggestion.content))
    if len(patch) > _LONGEST_PATCH:
        return _TOO_LONG
    return _folded("The fix as a patch", fence("diff", patch)) if patch else ""


def _sentence(text: str) -> str:
    return prose(clipped(text))


def _list(facts: Sequence[str]) -> str:
    lines = [f"- {_sentence(fact)}" for fact in facts[:_MOST_FACTS]]
    if len(facts) > _MOST_FACTS:
        lines.append(f"- and {len(facts) - _MOST_FACTS} more")
    return "\n".join(lines)


def _folded(title: str, block: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{block}\n\n</details>"


def _manual(finding: Finding) -> str:
    about = f"[About this rule](<{finding.url}>)"
    if finding.code == UNPARSABLE[0]:  # no comment silences a file that nobody can read
        return f"<sub>{about}.</sub>"
    return f"<sub>{about}; `# jaxopt-lint: ignore[{finding.name}] reason` silences it here.</sub>"
