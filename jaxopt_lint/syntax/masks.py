"""Which parts of a text the running Python cannot read, and what to put there instead.

A mask has the length of what it hides, in bytes, because `ast` counts columns in bytes:

    def f[T: int](x: T): ...      def f(       x: T): ...
    class C[T]: ...               class C( ): ...
    type A[T] = list[T]           _  = A[0] = list[T]
    f"{d["key"]}"                 "_{d[_key_]}"
    except A, B:                  except A| B:
    lazy import jax               0  ; import jax

The text is read in pieces, statement by statement at the left margin, so that LibCST, which is
slow and recurses deeply, sees only those pieces that the running Python does not read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from jaxopt_lint.syntax.mask import Mask, Unread
from jaxopt_lint.syntax.warned import quiet

# One of these stands in every piece that a newer Python reads and an older one does not.
_SIGNS = re.compile(
    r"""\b(?:def|class)\s+\w+\s*\[ | \btype\s+\w | \bexcept\b[^:\n]*, | \blazy\s
    | \b(?:[fFtT][rR]?|[rR][fFtT])["'] | [\[({]\s*\*""",
    re.VERBOSE,
)
_START = re.compile(r"^(?![ \t\f\r\n#)\]}]|(?:else|elif|except|finally)\b)", re.MULTILINE)
_MAX_LINE = 4000
_MAX_DEPTH = 100
_CHAINS = re.compile(
    r"(?:[-+~]\s*){200}|(?:\b(?:not|await)\s+){200}|(?:\blambda\b[^:]{0,50}:\s*){200}"
)
_NEWER = (
    (re.compile(r"""\b(?:[tT][rR]?|[rR][tT])["']"""), "3.14"),
    (re.compile(r"\{\s*\*\*\s*[\w.]+\s+for\b"), "3.15"),
)


Parse = Callable[[str], ast.Module]  # reads a module, newer syntax too


@dataclass(frozen=True, slots=True)
class Found:
    """The masks of a text, and the parts that nothing reads."""

    masks: list[Mask]
    unread: list[Unread]


def possible(text: str) -> bool:
    """Whether a text that the running Python does not read may be newer Python."""
    return "\0" not in text and _SIGNS.search(text) is not None


def masks(text: str, parse: Parse) -> Found:
    """What has to be hidden so that the running Python reads a text."""
    found: list[Mask] = []
    unread: list[Unread] = []
    starts = [match.start() for match in _START.finditer(text)]
    starts = [0, *(s for s in starts if s)]
    ends = [*starts[1:], len(text)]
    at = 0
    while at < len(starts):
        stop, own = _piece(text, starts, ends, at, parse)
        before = text[: starts[at]]
        if isinstance(own, Unread):
            unread.append(replace(own, row=own.row + _rows(before)) if own.row else own)
        elif own:
            offset, row = len(before.encode(errors="surrogatepass")), _rows(before)
            found += [_moved(mask, offset, row) for mask in own]
        at = stop
    return Found(found, unread)


def masked(text: str, hidden: Iterable[Mask]) -> str:
    """A text with masks in place."""
    out = bytearray(text.encode(errors="surrogatepass"))
    for mask in hidden:
        out[mask.start : mask.start + len(mask.cover)] = mask.cover
    return out.decode(errors="surrogatepass")


def version_of(text: str, row: int) -> str:
    """The Python whose syntax a row seems to have that even LibCST does not read; else ""."""
    here = line(text, row)
    return next((version for sign, version in _NEWER if sign.search(here)), "")


def line(text: str, row: int) -> str:
    """A row of a text, as Python counts them; "" behind the last one."""
    lines = re.split(r"\r\n|\r|\n", text)
    return lines[row - 1] if row <= len(lines) else ""


def libcst_version() -> str:
    import libcst

    return str(getattr(libcst, "LIBCST_VERSION", "")) or "here"


# -----------------------------------------------------------------------------------------


def _piece(
    text: str, starts: Sequence[int], ends: Sequence[int], at: int, parse: Parse
) -> tuple[int, tuple[Mask, ...] | Unread]:
    """The masks of the statements that begin at a start, and the number of the next start.

    A statement may run over what looks like others (text in a string, lines in a bracket), so
    that more and more is taken until something reads it.
    """
    worst = Unread()
    for last in _steps(at, len(starts)):
        piece = text[starts[at] : ends[last]]
        if _reads(piece):
            return last + 1, ()
        if _SIGNS.search(piece) and not _too_deep(piece):
            made = _of_piece(piece, parse)
            if not isinstance(made, Unread):
                return last + 1, made
            worst = max(worst, made)
    return len(starts), worst  # what is behind it cannot be told apart from it


def _steps(first: int, end: int) -> Iterator[int]:
    """Numbers from one on, ever further apart, and the last one before an end."""
    step, number = 1.0, first
    while number < end - 1:
        yield number
        number += int(step)
        step *= 1.25
    yield end - 1


def _reads(piece: str) -> bool:
    with quiet():
        try:
            ast.parse(piece)
        except (SyntaxError, ValueError):
            return False
    return True


def _too_deep(piece: str) -> bool:
    """Whether LibCST, which recurses without a limit, is better not asked."""
    if max(map(len, piece.splitlines())) > _MAX_LINE or _CHAINS.search(piece):
        return True
    depth = 0
    for letter in re.findall(r"[\[({})\]]", piece):
        depth += 1 if letter in "[({" else -1
        if depth > _MAX_DEPTH:
            return True
    return False


@lru_cache(maxsize=512)
def _of_piece(piece: str, parse: Parse) -> tuple[Mask, ...] | Unread:
    """The masks of statements that the running Python does not read."""
    from jaxopt_lint.syntax.collecting import collect

    return collect(piece, parse)


def _moved(mask: Mask, offset: int, row: int) -> Mask:
    return Mask(
        mask.start + offset, mask.cover, mask.string, mask.kind,
        mask.row + row, mask.column, mask.graft, row,
    )  # fmt: skip


def _rows(text: str) -> int:
    """How many line ends a text has, as Python counts them."""
    return len(re.findall(r"\r\n|\r|\n", text))
