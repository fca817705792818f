"""Comments that silence findings.

    x = f(y)  # jaxopt-lint: ignore[python-loop-over-batch] three items, never more
    # jaxopt-lint: ignore[JOL201] on a line of its own: covers the next statement
    # jaxopt-lint: disable[JOL2]       up to `enable[JOL2]`, a dedent, or the end of the file
    # jaxopt-lint: file-ignore[JOL201]
    x = f(y)  # noqa: JOL201

Names, codes and prefixes of codes are accepted alike.
"""

from __future__ import annotations

import ast
import difflib
import io
import re
import tokenize
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from jaxopt_lint.finding import Finding

_OURS = re.compile(
    r"#\s*jaxopt-lint:\s*(?P<verb>file-ignore|ignore|disable|enable)\b\s*(?:\[(?P<codes>[^\]]*)\])?"
    r"(?P<reason>[^#]*)",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"#\s*jaxopt-lint:\s*(?P<verb>[A-Za-z-]+)\s*(?:\[(?P<codes>[^\]]*)\])?", re.IGNORECASE
)
VERBS = ("ignore", "file-ignore", "disable", "enable")
# What stands behind `noqa:` and begins as our codes do; the reason may say anything else.
_OURS_IN_NOQA = re.compile(r"(?<![\w-])JOL\d\w*", re.IGNORECASE)
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
        text: the directive, with its reason.
        comment: the whole comment around it.
        at: where in the comment the directive begins.
        verb: `ignore`, `disable`, `file-ignore` or `noqa`.
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
    comment: str = ""
    at: int = 0
    verb: str = "ignore"
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


@dataclass(frozen=True, slots=True)
class Directive:
    """A comment that wants to steer the linter, as it is written; it may be misspelt.

    Attributes:
        text: what was read of it.
        verb: the word behind `jaxopt-lint:`, or `noqa`.
        words: the selectors, or what stands in their place.
    """

    row: int
    column: int
    text: str
    verb: str
    words: tuple[str, ...]


class CommentNode(ast.AST):
    """A directive in the place of a node, for what reports on comments and what rewrites them.

    Attributes:
        row, column: where it stands, from 1.
        text: the directive.
        entry: the suppression that it is, if it is one.
        idle: the selectors of it that silence nothing.
    """

    def __init__(
        self,
        row: int,
        column: int,
        text: str,
        entry: Suppression | None = None,
        idle: tuple[str, ...] = (),
    ) -> None:
        super().__init__()
        self.row, self.column, self.text = row, column, text
        self.entry, self.idle = entry, idle


class Suppressions:
    """All suppressions of one file, and the directives that they were read from."""

    def __init__(
        self,
        entries: list[Suppression],
        directives: Sequence[Directive] = (),
        lines: Sequence[LogicalLine] = (),
    ) -> None:
        self.entries = entries
        self.directives = list(directives)
        self.lines = list(lines)

    @classmethod
    def parse(cls, text: str, *, every_line: bool = False) -> Suppressions:
        """Read a file's comments; free of cost for a file that has no such comment.

        Args:
            every_line: read the file in any case, for its `lines`.
        """
        lowered = text.lower()
        if not every_line and "noqa" not in lowered and "jaxopt-lint:" not in lowered:
            return cls([])
        reader = _Reader(text)
        return cls(reader.entries(), reader.directives(), reader.lines)

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


def without(entry: Suppression, idle: Collection[str]) -> str:
    """The comment of a suppression less some of its selectors; empty if nothing is left of it.

    The reason goes with the last selector.

    >>> both = Suppressions.parse("x = 1  # jaxopt-lint: ignore[JOL101, JOL201] small").entries[0]
    >>> without(both, ["JOL101"])
    '# jaxopt-lint: ignore[JOL201] small'
    >>> without(both, ["JOL101", "JOL201"])
    ''
    """
    before, behind = entry.comment[: entry.at], entry.comment[entry.at + len(entry.text) :]
    kept = [s for s in entry.selectors if s not in idle]
    if not kept:
        return f"{before.rstrip()}  {behind.lstrip()}".strip()
    return before + _listing(entry, kept) + behind


def with_selectors(entry: Suppression, more: Iterable[str]) -> str:
    """The comment of a suppression that names further rules."""
    before, behind = entry.comment[: entry.at], entry.comment[entry.at + len(entry.text) :]
    return before + _listing(entry, [*entry.selectors, *more]) + behind


def _listing(entry: Suppression, selectors: Sequence[str]) -> str:
    listed = ", ".join(selectors)
    if entry.verb != "noqa":
        return re.sub(r"\[[^\]]*\]", lambda _: f"[{listed}]", entry.text, count=1)
    last = max(entry.text.rfind(s) + len(s) for s in entry.selectors)
    return re.match(r"#\s*noqa\s*:\s*", entry.text, re.I)[0] + listed + entry.text[last:]  # type: ignore[index]


def may_silence(raw: bytes) -> bool:
    """Whether a file can hold a comment that silences something."""
    lowered = raw.lower()
    return b"jaxopt-lint" in lowered or b"noqa" in lowered


def matches(selector: str, code: str, name: str) -> bool:
    """Whether a selector (name, code, prefix of a code, ALL) names a rule."""
    upper = selector.upper()
    return (
        upper == "ALL"
        or selector.lower() == name
        or (upper.startswith("JOL") and code.startswith(upper))
    )


@dataclass(slots=True)
class LogicalLine:
    """A statement's head, with its decorators: its rows and its indentation."""

    first: int
    last: int
    indent: int
    decorator: bool


class _Reader:
    """Walks the tokens of one file and pairs comments with the logical lines that they cover."""

    def __init__(self, text: str) -> None:
        self.lines: list[LogicalLine] = []
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
                    comment=text, at=match.start(), verb=verb,
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
                entry = Suppression(
                    row, column, match[0].rstrip(), noqa, first, last,
                    comment=text, at=match.start(), verb="noqa", bare=not noqa,
                )  # fmt: skip
                out.append(entry)
        return out + blocks

    def directives(self) -> list[Directive]:
        """Every comment that looks as if it were meant for us."""
        out = []
        for row, column, text, _ in self.comments:
            for match in _MEANT.finditer(text):
                words = _split(match["codes"])
                if match["codes"] is None and match["verb"].lower() not in VERBS:
                    # Words about us, such as a link to the manual, or a verb that was misspelt.
                    if not difflib.get_close_matches(match["verb"].lower(), VERBS, 1, 0.75):
                        continue
                out.append(Directive(row, column, match[0].rstrip(), match["verb"], words))
            for match in _NOQA.finditer(text):
                words = tuple(_OURS_IN_NOQA.findall(match["codes"])) if match["colon"] else ()
                if words:
                    out.append(Directive(row, column, match[0].rstrip(), "noqa", words))
        return out

    def _tokenize(self, text: str) -> None:
        start: tokenize.TokenInfo | None = None
        try:
            for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
                if token.type == tokenize.COMMENT:
                    own = not token.line[: token.start[1]].strip() and start is None
                    self.comments.append((token.start[0], token.start[1] + 1, token.string, own))
                elif token.type == tokenize.NEWLINE and start is not None:
                    line = LogicalLine(start.start[0], token.start[0], start.start[1],
                                 start.string == "@")  # fmt: skip
                    self.lines.append(line)
                    start = None
                elif start is None and token.type not in _SKIPPED:
                    start = token
        except (tokenize.TokenError, IndentationError, SyntaxError):
            pass  # such a file is reported as unparsable; what was read up to there still counts

    def _join_decorators(self) -> None:
        """Count decorators and the header below them as one line: it is one statement's head."""
        group: list[LogicalLine] = []
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
