"""What rules and codemods hold: one file, and what is known about it, worked out when asked.

`Facts` knows nothing by itself but the file. A fact is a function of it:

    @fact
    def loops(facts: Facts) -> Loops:
        return Loops(facts)

    loops(facts).of(node)

It is worked out at the first call and kept with the file. A fact with further arguments is kept for
each of them. What follows from the file's Python alone is a fact of its `Module`, in the same way.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from jaxopt_lint.finding import Location, RanEager
from jaxopt_lint.semantics.jax.doubts import Doubt, Ledger, excerpt
from jaxopt_lint.semantics.jax.names import Names
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python import Module
from jaxopt_lint.semantics.python.fact import Holder, fact
from jaxopt_lint.settings.beside import Bounds

Version = tuple[int, ...]
_Answer = TypeVar("_Answer")
# Where a project does not say which JAX it needs, a fix writes what this release and all later
# ones have. It is the last one for Python 3.11, and so the newest that many people can install.
UNSTATED_FLOOR: Version = (0, 10, 2)

_NOTHING_SEEN = RanEager()


class Facts(Holder):
    """What is known about one file of a project.

    Args:
        module: the index of the file.
        project: what the other files of the project say.
        display: the path that findings carry.
        target_jax: the newest JAX that the code must run on; None for the newest known.
        min_jax: the oldest JAX that the code must run on, where the project states one.
        jax_origin: the file that says so, and the place in it; "" where none does.
        dated: no file bounds JAX; the target is what goes with the libraries that it pins.
        most_jax: then the newest JAX that the project's Python or NumPy allows; None for any.
        python: the Python that a project is run with, where it is for that that JAX is bound.
        beside: by the name of a library around JAX, what the project says of it.
        ledger: takes what the facts could not make out, for those who ask.
        seen_eager: what a run of the program showed to run operation by operation.

    Attributes:
        oldest_jax: the oldest JAX that what a fix writes has to run on: `min_jax`, or else the
            target, or else `UNSTATED_FLOOR`.
    """

    def __init__(
        self,
        module: Module,
        project: Project,
        *,
        display: str = "",
        target_jax: Version | None = None,
        min_jax: Version | None = None,
        jax_origin: str = "",
        dated: bool = False,
        most_jax: Version | None = None,
        python: Version | None = None,
        beside: Mapping[str, Bounds] = MappingProxyType({}),
        ledger: Ledger | None = None,
        seen_eager: RanEager = _NOTHING_SEEN,
    ) -> None:
        super().__init__(within=module)
        self.module = module
        self.project = project
        self.display = display or module.path
        self.target_jax = target_jax
        self.min_jax = min_jax
        self.jax_origin = jax_origin
        self.dated = dated
        self.most_jax = most_jax
        self.python = python
        self.beside = beside
        self.ledger = ledger
        self.seen_eager = seen_eager
        self.oldest_jax: Version = min_jax or target_jax or UNSTATED_FLOOR

    @cached_property
    def names(self) -> Names:
        """Who a dotted expression is."""
        return Names(self.module, self.project.exports, self.project.returned)

    def targets(self, release: Version) -> bool:
        """Whether the newest JAX that the code must run on is a release or a later one."""
        return self.target_jax is None or self.target_jax >= release

    @property
    def newest_jax(self) -> Version | None:
        """The newest JAX that the code may meet: where no file bounds JAX, the newest known."""
        return self.most_jax if self.dated else self.target_jax

    @property
    def capped(self) -> bool:
        """Whether the project says that newer releases of JAX are not for it."""
        return self.target_jax is not None

    @property
    def asked(self) -> bool:
        """Whether somebody listens to doubts, so that some work for them alone is worth it."""
        return self.ledger is not None

    def doubt(
        self,
        node: ast.AST,
        reason: str,
        *parts: ast.AST | str | int,
        at: ast.AST | None = None,
        early: bool = False,
        answer: _Answer = None,  # type: ignore[assignment]
    ) -> _Answer:
        """Say why no more is known about something that was looked at, or what spoke against it.

        Gives the answer for `return facts.doubt(...)`, where a function ends with its doubt.

        Args:
            reason: a sentence without full stop, with a `{}` for each part.
            parts: texts, or nodes that are shown as source; put together only if somebody asks.
            at: where the reason lies, if that is not `node`.
            early: the node was hardly a candidate.
            answer: what the function gives that doubts.
        """
        if self.ledger is not None:
            shown = [excerpt(self.module, p) if isinstance(p, ast.AST) else str(p) for p in parts]
            self.ledger.add(Doubt(node, at or node, reason.format(*shown), early))
        return answer

    # -- positions ----------------------------------------------------------------------

    @cached_property
    def _ascii(self) -> bool:
        return self.module.text.isascii()

    @cached_property
    def _plain_lines(self) -> list[str]:
        # `ast` counts lines at \n, \r\n and \r only, unlike str.splitlines.
        return self.module.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def column(self, row: int, offset: int) -> int:
        """The column, in code points from 1, of a byte offset that `ast` gave."""
        if self._ascii:
            return offset + 1
        line = self._plain_lines[row - 1]
        return len(line.encode()[:offset].decode(errors="replace")) + 1

    def range(self, node: ast.AST) -> tuple[Location, Location]:
        """Where a node starts and ends; for a definition or loop, its first line only."""
        placed = (ast.expr, ast.stmt, ast.arg, ast.alias, ast.keyword, ast.ExceptHandler)
        if not isinstance(node, placed):
            return Location(1, 1), Location(1, 1)
        first, column = node.lineno, self.column(node.lineno, node.col_offset)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            words = {ast.FunctionDef: "def ", ast.ClassDef: "class "}
            column += len(words.get(type(node), "async def "))
            return Location(first, column), Location(first, column + len(node.name))
        last: ast.AST = node
        if isinstance(node, (ast.For, ast.AsyncFor)):
            last = node.iter
        elif isinstance(node, (ast.While, ast.If)):
            last = node.test
        start = Location(first, column)
        if isinstance(last, ast.ExceptHandler):
            return start, start
        row = getattr(last, "end_lineno") or getattr(last, "lineno")
        offset = getattr(last, "end_col_offset") or getattr(last, "col_offset")
        return start, Location(row, self.column(row, offset))

    def snippet(self, start: Location, end: Location) -> str:
        """The source lines of a range, as they stand."""
        return "\n".join(self._plain_lines[start.row - 1 : end.row])

    def at(self, node: ast.AST) -> str:
        """`file.py:row`, for witness chains."""
        return f"{self.display}:{getattr(node, 'lineno', 1)}"


__all__ = ["Facts", "Version", "fact"]
