"""Whether a loop carries what it fetches from the device on to the next call, through the host.

An agent asks for an action, steps an environment with it, and asks for the next: there the wait is
owed, and no loop on the device takes the place of the calls. What is told here is read from the
source as it ran: what statements of the loop make of the fetched value by its name, and whether
that gets to the arguments of the call. A value that is handed back as it was fetched is not
carried through the host, as it need not have left the device.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.observe.child.events import Place
from jaxopt_lint.observe.losses.stream import Stream, holds

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def carried_on(stream: Stream, fetch: tuple[Place, ...], call: tuple[Place, ...]) -> bool:
    """Whether a loop around both makes arguments of the next call of what is fetched.

    Args:
        fetch: where it is fetched, with the callers, the nearest first.
        call: where the call for the device stands, with its callers.
    """
    for one in fetch:
        for other in call:
            if (one.file, one.function) == (other.file, other.function):
                tree = stream.tree(one.file)
                loop = _innermost(tree, one.line, other.line)
                if tree is not None and loop is not None:
                    return _Loop(loop, _imported(tree)).carries(one.line, other.line)
    return False


def _imported(tree: ast.AST) -> set[str]:
    """Names of modules and what comes from them, whose calls change nothing of theirs."""
    return {
        (alias.asname or alias.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }


def _innermost(tree: ast.AST | None, *lines: int) -> ast.stmt | None:
    """The innermost loop that all these lines are in."""
    around = [
        node
        for node in (ast.walk(tree) if tree else ())
        if isinstance(node, _LOOPS) and all(holds(node, line) for line in lines)
    ]
    return max(around, key=lambda node: node.lineno, default=None)


class _Loop:
    """A loop, and what its statements make of each other's values.

    Args:
        imported: names of the module that stand for what it imports.
    """

    def __init__(self, loop: ast.stmt, imported: set[str]) -> None:
        self.statements = [node for node in ast.walk(loop) if isinstance(node, _SIMPLE)]
        self.imported = imported

    def carries(self, fetch: int, call: int) -> bool:
        """Whether the host makes what the line of the call reads of what a line fetches."""
        fetching = [one for one in self.statements if holds(one, fetch)]
        calling = [one for one in self.statements if holds(one, call)]
        between = [one for one in self.statements if one not in fetching and one not in calling]
        fetched = {name for one in fetching for name in self._changed(one, set())}
        made: set[str] = set()
        for _ in between:
            known = fetched | made
            found = [self._changed(one, known) for one in between if _reads(one) & known]
            more = made.union(*found)
            if more == made:
                break
            made = more
        return any(_reads(one) & made for one in calling)

    def _changed(self, statement: ast.AST, known: set[str]) -> set[str]:
        """The names that a statement binds, and those of objects whose methods it calls.

        Args:
            known: only methods that get one of these count; all do where it is empty.
        """
        out: set[str] = set()
        for node in ast.walk(statement):
            if isinstance(getattr(node, "ctx", None), ast.Store):
                out.add(_dotted(node))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                given = {name for one in (*node.args, *node.keywords) for name in _reads(one)}
                receiver = _dotted(node.func.value)
                if receiver not in ("self", "cls") and (not known or given & known):
                    out.add(receiver)
        return out - self.imported - {""}


def _reads(statement: ast.AST) -> set[str]:
    target = {_dotted(statement.target)} if isinstance(statement, ast.AugAssign) else set()
    roots = _roots(statement)
    return target | {_dotted(node) for node in roots if isinstance(node.ctx, ast.Load)}


def _roots(statement: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """Names, and attributes of names, each once."""
    pending = [statement]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Name, ast.Attribute)) and _dotted(node):
            yield node
        else:
            pending += ast.iter_child_nodes(node)


def _dotted(node: ast.AST) -> str:
    """A name, or the attribute of an object that a name stands for; else empty."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        if isinstance(node.value, ast.Name):
            own = node.value.id in ("self", "cls")
            return f"{node.value.id}.{node.attr}" if own else node.value.id
        return _dotted(node.value)
    if isinstance(node, ast.Subscript):
        return _dotted(node.value)
    return ""
