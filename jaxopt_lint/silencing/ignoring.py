"""Comments that silence what is found, put where they do it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from jaxopt_lint.files.suppressions import LogicalLine, Suppression, Suppressions, with_selectors
from jaxopt_lint.finding import Edit, Finding, Location
from jaxopt_lint.registry import UNPARSABLE
from jaxopt_lint.rewriting import edits
from jaxopt_lint.semantics.python.layout import WIDTH
from jaxopt_lint.syntax import reading


class CannotIgnore(Exception):
    """The comments would change what the file means; the text says why, for the user."""


def silenceable(finding: Finding) -> bool:
    """Whether a comment of its own can silence a finding.

    It cannot where nobody can tell what is a comment, and a comment about a comment helps nobody:
    those are to be corrected.
    """
    return finding.code != UNPARSABLE[0] and not finding.name.endswith("-suppression")


def with_ignores(text: str, findings: Iterable[Finding], reason: str = "") -> str:
    """A text in which comments silence findings; see `ignores`."""
    return edits.apply(text, ignores(text, findings, reason))


def ignores(text: str, findings: Iterable[Finding], reason: str = "") -> list[Edit]:
    """The edits that put comments into a text, which silence findings.

    A comment goes behind the statement where that fits on the line, else on a line of its own
    above it, which covers the statement whatever strings or continuations are in it. Where an
    `ignore` of ours covers the same statement, it gets one more name.

    Args:
        findings: of this text, those that are `silenceable`.
        reason: put behind each new comment; one line without `#`.

    Raises:
        CannotIgnore: the result would not be the same program.
        SyntaxError: the text cannot be read.
    """
    parsed = reading.parse(text)
    comments = Suppressions.parse(parsed.tokens, every_line=True)
    wanted: dict[int, tuple[LogicalLine, list[str]]] = {}
    for finding in findings:
        for line in comments.lines:
            if line.first <= finding.start.row <= line.last:
                names = wanted.setdefault(line.first, (line, []))[1]
                if finding.name not in names:
                    names.append(finding.name)
                break
    starts = edits.line_starts(text)
    rows = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    made = [_edit(rows, line, names, reason, comments) for line, names in wanted.values()]
    new = edits.apply(text, made)
    if ast.dump(reading.parse(new).tree) != ast.dump(parsed.tree):
        raise CannotIgnore("a comment would change what the file means")
    return made


def _edit(
    rows: Sequence[str],
    line: LogicalLine,
    names: Sequence[str],
    reason: str,
    comments: Suppressions,
) -> Edit:
    mine = _joinable(comments, line)
    if mine is not None:
        end = Location(mine.row, mine.column + len(mine.comment))
        return Edit(Location(mine.row, mine.column), end, with_selectors(mine, names))
    comment = f"# jaxopt-lint: ignore[{', '.join(names)}]" + (f" {reason}" if reason else "")
    first = rows[line.first - 1]
    code = first.rstrip()
    if line.first == line.last and len(code) + 2 + len(comment) <= WIDTH:
        at = Location(line.first, len(code) + 1)
        return Edit(at, at, f"  {comment}")
    indent = first[: len(first) - len(first.lstrip(" \t\f"))]
    newline = first[len(first.rstrip("\r\n")) :] or "\n"
    at = Location(line.first, 1)
    return Edit(at, at, f"{indent}{comment}{newline}")


def _joinable(comments: Suppressions, line: LogicalLine) -> Suppression | None:
    """A comment of ours that covers exactly a statement."""
    for entry in comments.entries:
        if entry.verb == "ignore" and (entry.first, entry.last) == (line.first, line.last):
            return entry
    return None
