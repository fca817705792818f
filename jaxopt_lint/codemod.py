"""The base class of everything in codemods/: a rewrite of one target, or a reason to refuse it.

A codemod defines `rewrite(node)`. It looks at the target through `self.facts` (Python's `ast`),
takes LibCST nodes with `self.cst`, and says what replaces what; the tree around stays byte for
byte. Four verbs, in this order: look, refuse, spell, build.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import ClassVar, NoReturn

import libcst

from jaxopt_lint.finding import Applicability, Edit, Promise
from jaxopt_lint.semantics.facts import Facts
from jaxopt_lint.surgery import Surgeon

_SAFETY = {
    Promise.SAME: Applicability.SAFE,
    Promise.CLOSE: Applicability.UNSAFE,
    Promise.ASK: Applicability.UNSAFE,
}


class Refusal(Exception):
    """Why a target is left as it is, in words for the user."""


class Codemod:
    """One rewrite; the first line of its docstring is the title of the fix.

    Attributes:
        promise: what the result is compared to the original. A codemod may lower it for one
            target by assigning `self.promise`.
        display: set on an instance whose result is only shown, never applied unasked.
    """

    promise: ClassVar[Promise] = Promise.ASK
    name: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, facts: Facts, surgeon: Surgeon) -> None:
        self.facts = facts
        self.surgeon = surgeon
        self.display = False

    def rewrite(self, node: ast.AST) -> None:
        """Rewrite one target.

        Raises:
            Refusal: the target is better left alone.
        """
        raise NotImplementedError

    def targets(self, qualname: str) -> list[ast.AST]:
        """What `jaxopt-lint rewrite NAME FILE:QUALNAME` rewrites in a function; none by default."""
        return []

    @property
    def title(self) -> str:
        """What the fix does, as a verb phrase."""
        return (self.__doc__ or "").strip().splitlines()[0].rstrip(".")

    @property
    def applicability(self) -> Applicability:
        """How freely the last rewrite may be applied."""
        return Applicability.DISPLAY if self.display else _SAFETY[self.promise]

    # -- the verbs ----------------------------------------------------------------------

    def refuse(self, reason: str) -> NoReturn:
        """Leave the target as it is and say why."""
        raise Refusal(reason)

    def spell(self, dotted: str, at: ast.AST) -> libcst.BaseExpression:
        """An expression for an importable thing, valid at a node; adds the import it needs."""
        return self.surgeon.spell(dotted, at)

    def spelled(self, dotted: str, at: ast.AST) -> str:
        """The same as text, to be put into a template."""
        return libcst.Module([]).code_for_node(self.spell(dotted, at))

    def cst(self, node: ast.AST) -> libcst.CSTNode:
        """The LibCST node of an `ast` expression or statement."""
        return self.surgeon.cst(node)

    def code(self, node: ast.AST) -> str:
        """The source of an expression or statement, as written.

        Lines behind the first lose the indentation of their block, which they get again where
        they are put; those that begin inside a string stay as they are.
        """
        text = self.facts.module.source(node)
        if "\n" not in text:
            return text
        indent = self.surgeon.indent(self.facts.module.statement(node))
        first: int = getattr(node, "lineno")
        whole = {
            row
            for part in ast.walk(node)
            if isinstance(part, (ast.Constant, ast.JoinedStr))
            for row in range(part.lineno + 1, (part.end_lineno or part.lineno) + 1)
        }
        head, *lines = text.split("\n")
        rows = enumerate(lines, first + 1)
        return "\n".join([head, *(x if r in whole else x.removeprefix(indent) for r, x in rows)])

    def replace(self, node: ast.AST, new: libcst.CSTNode | str) -> None:
        """Put an expression (or a call's argument) in the place of another."""
        self.surgeon.replace(node, new)

    def replace_statement(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        """Put statements in the place of one; its leading comments stay in front."""
        self.surgeon.replace_statement(node, new)

    def insert_before(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        """Put statements before one, below its leading comments' block."""
        self.surgeon.insert_before(node, new)

    def insert_after(self, node: ast.stmt, new: Sequence[libcst.CSTNode | str]) -> None:
        """Put statements after one."""
        self.surgeon.insert_after(node, new)

    def remove(self, node: ast.stmt) -> None:
        """Drop a statement; comments in front of it move to what follows."""
        self.surgeon.replace_statement(node, [])

    def edits(self) -> tuple[Edit, ...]:
        """The text edits of everything said so far."""
        return self.surgeon.edits()
