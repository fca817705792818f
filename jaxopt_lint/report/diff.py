"""Differences between two texts, as `diff -u` and `patch` write and read them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from jaxopt_lint.edits import Overlap, apply
from jaxopt_lint.finding import Fix
from jaxopt_lint.report.console import Style, clean

# Only true line ends: a form feed or U+2028 in a line is no end of it for `patch`.
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def unified(old: str, new: str, path: str, style: Style, context: int = 3) -> str:
    """A unified diff that `git apply` accepts, empty if nothing differs."""
    out = []
    lines = difflib.unified_diff(
        _LINE.findall(old), _LINE.findall(new), f"a/{path}", f"b/{path}", n=context
    )
    for line in lines:
        whole = line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"
        out.append(_painted(whole, style))
    return "".join(out)


def excerpt(old: str, fix: Fix, style: Style, most: int = 40) -> Iterator[str]:
    """The lines that a fix takes out and puts in, numbered, for reading."""
    try:
        new = apply(old, fix.edits)
    except (Overlap, IndexError):
        return
    before = re.split(r"\r\n|\r|\n", old)
    after = re.split(r"\r\n|\r|\n", new)
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    gutter = len(str(len(before)))
    shown = 0
    for group in matcher.get_grouped_opcodes(1):
        if shown:
            yield style("." * gutter, "blue")
        for tag, a, b, c, d in group:
            if tag == "equal":
                rows = [(str(a + i + 1), " ", text) for i, text in enumerate(before[a:b])]
            else:
                rows = [(str(a + i + 1), "-", text) for i, text in enumerate(before[a:b])]
                rows += [("", "+", text) for text in after[c:d]]
            for number, sign, text in rows:
                shown += 1
                if shown > most:
                    yield f"{' ' * gutter} {style('(cut; --diff shows all of it)', 'dim')}"
                    return
                line = f"{sign} {clean(text.expandtabs(4))}".rstrip()
                painted = style(line, {"-": "red", "+": "green"}.get(sign, "dim"))
                yield f"{style(number.rjust(gutter), 'blue')} {painted}".rstrip()


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
