"""The one place where text of the user becomes a tree.

The running Python's parser reads what it can. What it cannot read may still be Python: LibCST has
a grammar of its own, which does not depend on the interpreter. Where LibCST reads it, the newer
constructs are masked by something of the same length that the running parser reads
(`masks`), and put back into the tree as the nodes that a newer Python would have made of them
(`grafts`). Every row and every column stays.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jaxopt_lint.syntax.warned import quiet

if TYPE_CHECKING:
    from jaxopt_lint.syntax.mask import Unread


class NewerSyntax(SyntaxError):
    """Python that is newer than both the running interpreter and LibCST; `msg` is a sentence."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text that was read.

    Attributes:
        tree: with the nodes of newer Pythons where the text has them.
        code: the text as the running Python's parser reads it; the same length in bytes.
        tokens: the text as the running Python's tokenizer reads it; the same length in
            characters and in bytes.
    """

    tree: ast.Module
    code: str
    tokens: str


def parse(text: str) -> Parsed:
    """Read a module.

    Raises:
        SyntaxError: it is not Python, as far as anything at hand can tell.
        ValueError, RecursionError, MemoryError: as `ast.parse`.
    """
    with quiet():
        try:
            return Parsed(ast.parse(text), text, text)
        except SyntaxError as error:
            first = error
    from jaxopt_lint.syntax import grafts, masks

    if not masks.possible(text):
        raise first
    found = masks.masks(text, _tree)
    code = masks.masked(text, found.masks)
    with quiet():
        try:
            tree = ast.parse(code)
        except SyntaxError as error:
            raise _named(error, text, found.unread) from None
    tokens = masks.masked(text, [mask for mask in found.masks if mask.string])
    return Parsed(grafts.grafted(tree, found.masks), code, tokens)


def _tree(text: str) -> ast.Module:
    return parse(text).tree


def expression(text: str) -> ast.expr:
    """Read an expression, such as an annotation that is written as a string.

    Raises:
        SyntaxError, ValueError: it is none.
    """
    with quiet():
        return ast.parse(text, mode="eval").body


def compiles(parsed: Parsed, flags: int = 0, *, await_anywhere: bool = False) -> None:
    """Look for what only the compiler objects to, such as `return` outside of a function.

    Args:
        flags: of the `__future__` imports that stand above the text.
        await_anywhere: `await` may stand outside of a function, as in a notebook.

    Raises:
        SyntaxError, ValueError: it objects.
    """
    with quiet():
        flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT if await_anywhere else 0
        compile(parsed.code, "<rewrite>", "exec", flags, dont_inherit=True)


def running() -> str:
    """The running Python, as `3.11`."""
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def _named(error: SyntaxError, text: str, unread: Sequence[Unread]) -> SyntaxError:
    """The error, in a sentence of its own where it is the version that is at fault."""
    from jaxopt_lint.syntax import masks

    version = masks.version_of(text, error.lineno or 1)
    if not version and unread:
        # The running Python may stumble over what is only newer; LibCST gets to the mistake.
        first = unread[0]
        later = (first.row, first.column) > (error.lineno or 0, error.offset or 0)
        if later and masks.possible(masks.line(text, error.lineno or 1)):
            error.msg, error.lineno, error.offset = first.why, first.row, first.column
        return error
    kind = f"Python {version} syntax" if version else f"syntax newer than Python {running()}"
    sentence = f"{kind}; jaxopt-lint runs on Python {running()}"
    if unread:
        sentence += f", and LibCST {masks.libcst_version()} cannot read it either"
    newer = NewerSyntax(sentence)
    newer.lineno, newer.offset = error.lineno, error.offset
    return newer
