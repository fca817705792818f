"""Comments that silence findings.

    x = f(y)  # jaxopt-lint: ignore[python-loop-over-batch] three items, never more
    # jaxopt-lint: ignore[JOL201] on a line of its own: covers the next statement
    # jaxopt-lint: disable[JOL2]       up to `enable[JOL2]`, a dedent, or the end of the file
    # jaxopt-lint: file-ignore[JOL201]
    x = f(y)  # noqa: JOL201

Names, codes and prefixes of codes are accepted alike.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from jaxopt_lint.finding import Finding

_OURS = re.compile(
    r"#\s*jaxopt-lint:\s*(?P<verb>file-ignore|ignore|disable|enable)\b\s*(?:\[(?P<codes>[^\]]*)\])?"
    r"(?P<reason>[^#]*)",
    re.IGNORECASE,
)
_NOQA = re.compile(r"#\s*noqa(?P<colon>\s*:)?(?P<codes>[^#]*)", re.IGNORECASE)
_SELECTOR = re.compile(r"JOL|[A-Z]+[0-9]+|[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+")
_SKIPPED = frozenset(
    {tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING}
)


@dataclass(slots=True)
class Suppression:
    """One comment, or one block between two comments.

    Attributes:
        row: where the comment stands, from 1.
        column: likewise, in code points.
        text: the comment.
        selectors: what it names; empty for a bare `noqa`, which silences everything.
        first: first row that it covers.
        last: last row that it covers.
        reason: what stands behind it, for people.
        used: selectors that silenced something.
    """

    row: int
    column: int
    text: str
    selectors: tuple[str, ...]
    first: int
    last: int
    bare: bool = False
    reason: str = ""
    used: set[str] = field(default_factory=set)

    def covers(self, finding: Finding) -> bool:
        """Whether it silences a finding; remembers that it did."""
        if not self.first <= finding.start.row <= self.last:
            return False
        if self.bare:
            self.used.add("")
            return True
        hits = [s for s in self.selectors if matches(s, finding.code, finding.name)]
        self.used.update(hits)
        return bool(hits)


class Suppressions:
    """All suppressions of one file."""

    def __init__(self, entries: list[Suppression]) -> None:
        self.entries = entries

    @classmethod
    def parse(cls, text: str) -> Suppressions:
        """Read a file's comments; free of cost for a file that has no such comment."""
        lowered = text.lower()
        if "noqa" not in lowered and "jaxopt-lint:" not in lowered:
            return cls([])
        return cls(_Reader(text).entries())

    def covers(self, finding: Finding) -> bool:
        """Whether some comment silences a finding; remembers which one did."""
        return self.silencing(finding) is not None

    def silencing(self, finding: Finding) -> Suppression | None:
        """The comment that silences a finding: one with a reason, where there are several."""
        # Every entry is asked, so that none counts as unused that would have done it.
        covering = [entry for entry in self.entries if entry.covers(finding)]
        return max(covering, key=lambda entry: bool(entry.reason), default=None)

    def unused(self) -> list[tuple[Suppression, tuple[str, ...]]]:
        """Comments that silenced nothing so far, each with the selectors that were in vain.

        Bare `noqa` and foreign codes are other tools' business and are left out.
        """
        out = []
        for entry in self.entries:
            ours = [s for s in entry.selectors if s.upper().startswith("JOL") or "-" in s]
            idle = tuple(s for s in ours if s not in entry.used)
            if idle:
                out.append((entry, idle))
        return out


def matches(selector: str, code: str, name: str) -> bool:
    """Whether a selector (name, code, prefix of a code, ALL) names a rule."""
    upper = selector.upper()
    return (
        upper == "ALL"
        or selector.lower() == name
        or (upper.startswith("JOL") and code.startswith(upper))
    )


@dataclass(slots=True)
class _Line:
    """A logical line: its rows and its indentation."""

    first: int
    last: int
    indent: int
    decorator: bool


class _Reader:
    """Walks the tokens of one file and pairs comments with the logical lines that they cover."""

    def __init__(self, text: str) -> None:
        self.lines: list[_Line] = []
        self.comments: list[tuple[int, int, str, bool]] = []
        self._tokenize(text)
        self._join_decorators()
        self.end = text.count("\n") + text.count("\r") + 2

    def entries(self) -> list[Suppression]:
        """What the comments say."""
        out: list[Suppression] = []
        blocks: list[Suppression] = []
        for row, column, text, own_line in self.comments:
            for match in _OURS.finditer(text):
                verb = match["verb"].lower()
                selectors = _split(match["codes"])
                if verb == "enable":
                    _close(blocks, selectors, row, out)
                    continue
                if not selectors:
                    continue  # what is silenced must be named
                entry = Suppression(
                    row, column, match[0].rstrip(), selectors, *self._span(row, own_line),
                    reason=match["reason"].strip(" \t-:\u2014"),
                )  # fmt: skip
                if verb == "file-ignore":
                    entry.first, entry.last = 1, self.end
                elif verb == "disable":
                    entry.first, entry.last = row, self._dedent(row, column - 1)
                    blocks.append(entry)
                    continue
                out.append(entry)
            for match in _NOQA.finditer(text):
                noqa = _noqa(match)
                if noqa is None:
                    continue
                # `noqa` belongs to its own line, as elsewhere; never to the next one.
                first, last = self._span(row, False)
                entry = Suppression(row, column, match[0].strip(), noqa, first, last, not noqa)
                out.append(entry)
        return out + blocks

    def _tokenize(self, text: str) -> None:
        start: tokenize.TokenInfo | None = None
        try:
            for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
                if token.type == tokenize.COMMENT:
                    own = not token.line[: token.start[1]].strip() and start is None
                    self.comments.append((token.start[0], token.start[1] + 1, token.string, own))
                elif token.type == tokenize.NEWLINE and start is not None:
                    line = _Line(start.start[0], token.start[0], start.start[1],
                                 start.string == "@")  # fmt: skip
                    self.lines.append(line)
                    start = None
                elif start is None and token.type not in _SKIPPED:
                    start = token
        except (tokenize.TokenError, IndentationError, SyntaxError):
            pass  # such a file is reported as unparsable; what was read up to there still counts

    def _join_decorators(self) -> None:
        """Count decorators and the header below them as one line: it is one statement's head."""
        group: list[_Line] = []
        for line in self.lines:
            group.append(line)
            if line.decorator:
                continue
            for member in group:
                member.first, member.last = group[0].first, line.last
            group = []

    def _span(self, row: int, own_line: bool) -> tuple[int, int]:
        for line in self.lines:
            if line.first <= row <= line.last:
                return line.first, line.last
            if line.first > row:
                return (line.first, line.last) if own_line else (row, row)
        return row, row

    def _dedent(self, row: int, indent: int) -> int:
        for line in self.lines:
            if line.first > row and line.indent < indent:
                return line.first - 1
        return self.end


def _close(
    blocks: list[Suppression], selectors: tuple[str, ...], row: int, out: list[Suppression]
) -> None:
    """End the open blocks that an `enable` names, or all of them if it names none."""
    for block in list(blocks):
        named = tuple(s for s in block.selectors if not selectors or s in selectors)
        if not named or block.last < row:
            continue
        rest = tuple(s for s in block.selectors if s not in named)
        out.append(replace(block, selectors=named, last=row - 1, used=set()))
        if rest:
            block.selectors = rest
        else:
            blocks.remove(block)


def _split(codes: str | None) -> tuple[str, ...]:
    return tuple(code for code in re.split(r"[,\s]+", codes or "") if code)


def _noqa(match: re.Match[str]) -> tuple[str, ...] | None:
    """The selectors of a `noqa`, empty if it is bare, None if it is no such comment."""
    if not match["colon"]:
        # With a reason behind it it is still bare; as the head of a longer word it is nothing.
        return () if not match["codes"] or match["codes"][0] in " \t\r\n,;(" else None
    return tuple(_leading(match["codes"]))


def _leading(text: str) -> Iterator[str]:
    """The selectors that a text begins with; the reason behind them is left alone."""
    found = False
    for word in re.split(r"[,\s]+", text.strip()):
        if not _SELECTOR.fullmatch(word):
            break
        found = True
        yield word
    if not found:
        yield "-"  # a colon and no code: names nothing, and so silences nothing
