"""Differences between two texts, as `diff -u` and `patch` write and read them."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Container, Iterator, Sequence

from jaxopt_lint.finding import Edit, Fix, Location
from jaxopt_lint.report.console import Style, clean
from jaxopt_lint.rewriting.edits import Overlap, apply

# Only true line ends: a form feed or U+2028 in a line is no end of it for `patch`.
_LINE_END = re.compile(r"\r\n|\r|\n")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def unified(old: str, new: str, path: str, style: Style, context: int = 3) -> str:
    """A unified diff that `git apply` accepts, empty if nothing differs."""
    out = []
    names = _quoted(f"a/{path}"), _quoted(f"b/{path}")
    lines = difflib.unified_diff(_LINE.findall(old), _LINE.findall(new), *names, n=context)
    for line in lines:
        whole = line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
        out.append(_painted(whole, style))
    return "".join(out)


def excerpt(
    lines: Sequence[str], fix: Fix, style: Style, most: int = 40, seen: Container[int] = ()
) -> Iterator[str]:
    """The lines that a fix takes out and puts in, numbered, for reading.

    Args:
        most: how many lines to show.
        seen: rows that the reader has before them, and that need not stand around a change again.
    """
    gutter = len(str(len(lines)))
    shown = 0
    for first, old, new in _hunks(lines, fix):
        if shown:
            yield style("." * gutter, "blue")
        rows = list(_rows(first, old, new))
        while rows and rows[-1][1] == " " and not rows[-1][2].strip():
            rows.pop()
        changed = [i for i, (_, sign, _) in enumerate(rows) if sign != " "]
        if any(sign == "-" for _, sign, _ in rows):
            # What stays between changes is shown: the body of a loop that becomes a function.
            rows = [
                row
                for i, row in enumerate(rows)
                if changed[0] < i < changed[-1] or row[1] != " " or int(row[0]) not in seen
            ]
        for number, sign, text in rows:
            shown += 1
            if shown > most:
                yield f"{' ' * gutter} {style('(cut; --diff shows all of it)', 'dim')}"
                return
            line = f"{sign} {clean(text.expandtabs(4))}".rstrip()
            painted = style(line, {"-": "red", "+": "green"}.get(sign, "dim"))
            yield f"{style(number.rjust(gutter), 'blue')} {painted}".rstrip()


def _hunks(lines: Sequence[str], fix: Fix) -> Iterator[tuple[int, list[str], list[str]]]:
    """Groups of neighbouring edits: first row, old lines and new lines, with one line around."""
    groups: list[list[Edit]] = []
    bottom = 0
    for edit in sorted(set(fix.edits), key=lambda e: (e.start, e.end, e.content)):
        if not groups or edit.start.row > bottom + 2:
            groups.append([])
        groups[-1].append(edit)
        bottom = max(bottom, edit.end.row)
    for group in groups:
        first = max(1, group[0].start.row - 1)
        last = min(len(lines), max(edit.end.row for edit in group) + 1)
        old = list(lines[first - 1 : last])
        if last == len(lines) and old and not old[-1]:
            old.pop()  # what follows the last line end is no line
        moved = [
            Edit(
                Location(edit.start.row - first + 1, edit.start.column),
                Location(edit.end.row - first + 1, edit.end.column),
                edit.content,
            )
            for edit in group
        ]
        try:
            text = apply("\n".join([*old, ""]), moved)
        except (Overlap, IndexError):
            continue
        yield first, old, _LINE_END.split(text)[:-1]


def _rows(first: int, old: list[str], new: list[str]) -> Iterator[tuple[str, str, str]]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        sign = " " if tag == "equal" else "-"
        yield from ((str(first + i), sign, old[i]) for i in range(a, b))
        if tag != "equal":
            yield from (("", "+", new[i]) for i in range(c, d))


def _quoted(path: str) -> str:
    """A path as git writes it in a patch: in quotes if it holds what would end the line."""
    if path.isprintable() and not set(path) & {'"', "\\"}:
        return path
    out = ""
    for letter in path:
        if letter in '"\\':
            out += "\\" + letter
        elif letter.isprintable():
            out += letter
        else:
            out += "".join(f"\\{byte:03o}" for byte in os.fsencode(letter))
    return f'"{out}"'


def _painted(line: str, style: Style) -> str:
    if not style.colour:
        return line  # bytes for `patch`, not for a terminal
    body = clean(line.rstrip("\r\n"))
    if line.startswith(("---", "+++")):
        return style(body, "bold") + "\n"
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[0])
    if "\n\\ No newline" in line:
        first, _, rest = line.partition("\n")
        return (style(clean(first), colour) if colour else clean(first)) + "\n" + rest
    return (style(body, colour) if colour else body) + "\n"
