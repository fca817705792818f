"""A change inside of a function made into a function of its own, which the first one calls.

So a change in a function that gives nothing back, that takes what nobody can make up, or that runs
for hours is judged on what the changed statements alone are handed, and on what they bind.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.differing import FUNCTIONS, CannotLift, Region, enclosed
from jaxopt_lint.verify.handing import hands
from jaxopt_lint.verify.inputs.slicing import bound, lines_of, words
from jaxopt_lint.verify.lifting import LINE_END, NAME, Parts, apart, in_place, making

_OF_SCOPES = {"super", "locals", "globals", "vars", "eval", "exec", "__class__"}


@dataclass(frozen=True)
class Outlined:
    """A file in which a function calls `name` where it changed, in both versions.

    Attributes:
        function: the function of the module, or the method, that the change is in.
        given: what the changed statements take of it.
        made: the function that they are there to make; empty where they do something else.
        made_at: the line of the new version on which it is made.
        innermost: the function that the statements stand in.
        silent: whether that one gives nothing back.
        handed: whether what they hand to those whom they call is what they give.
    """

    old: str
    new: str
    name: str
    function: str
    given: list[str]
    made: str
    made_at: int
    innermost: ast.FunctionDef
    silent: bool
    handed: bool

    @property
    def words(self) -> str:
        """What it is, for people."""
        given = ", ".join(self.given)
        what = f"`{self.made}`" if self.made else "the changed statements"
        return f"{what} as a function of {given}" if given else f"{what} as a function"


def outline(old: str, new: str, *, wide: bool = False) -> Outlined:
    """Make a function of what differs between two versions of a file.

    Args:
        wide: to have in it what uses the things that the change binds, too.

    Raises:
        CannotLift: it is in several places or in no function, leaves the block that it is in, or
            asks for the very scope that it stands in.
    """
    before, after = parse(old).tree, parse(new).tree
    region = enclosed(before, after, wide=wide)
    guard = region.guard
    assert isinstance(guard, ast.FunctionDef)
    parts = Parts(region, making(region), before)
    every = [*region.old, *region.new, *parts.inlined]
    if any(_asks_for_its_scope(one) for one in every):
        raise CannotLift("it asks for the scope that it stands in")
    if _at_top(after, before) & {*parts.out}:
        raise CannotLift("what it binds is bound at the top of the file now")
    outermost = (*region.scopes, guard)[0]
    function = _qualname(before, outermost)
    if (owner := _owner(outermost, function)) and owner[0] in parts.given:
        parts.hints |= [owner]
    name = f"{NAME}_{region.old[0].lineno}"
    ends = isinstance(region.old[-1], ast.Return)
    handed = not (ends or parts.made or parts.out) and all(map(hands, (region.old, region.new)))
    texts = [
        _outlined(text, tree, side, parts, name, ends=ends, handed=handed)
        for text, tree, side in ((old, before, region.old), (new, after, region.new))
    ]
    made_at = region.new[0].lineno if parts.made else 0
    return Outlined(
        texts[0], texts[1], name, function, parts.given, parts.made, made_at,
        guard, not _gives(guard), handed,
    )  # fmt: skip


def _owner(function: ast.FunctionDef, qualname: str) -> tuple[str, str] | None:
    """What a method calls its object, and the class; None for what is no method of objects."""
    owner = qualname.rpartition(".")[0]
    first = [*function.args.posonlyargs, *function.args.args][:1]
    made = {getattr(one, "id", "") for one in function.decorator_list}
    if not owner or not first or made & {"staticmethod", "classmethod"}:
        return None
    return first[0].arg, owner


def in_front(text: str, name: str) -> str:
    """An outlined file with the function in front, as a script calls it before its end."""
    tree = parse(text).tree
    made = next((one for one in tree.body if getattr(one, "name", None) == name), None)
    if made is None:
        return text
    head = [one for one in tree.body[:1] if is_docstring(one)]
    imports = [one for one in tree.body if isinstance(one, ast.ImportFrom)]
    head += [one for one in imports if one.module == "__future__"]
    lines = LINE_END.split(text)
    at, start = max((one.end_lineno or 0 for one in head), default=0), made.lineno - 1
    return "\n".join([*lines[:at], *lines[start:], *lines[at:start]])


def caller(text: str, name: str) -> str:
    """The function of a module, or the method, in which a function is called; empty for none."""
    tree = parse(text).tree
    pending: list[tuple[str, ast.AST]] = [("", tree)]
    while pending:
        outer, node = pending.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                pending.append((f"{outer}{child.name}.", child))
            elif isinstance(child, FUNCTIONS) and name != child.name and name in words(child):
                return outer + child.name
    return ""


def is_docstring(statement: ast.stmt) -> bool:
    """Whether a statement is a text by itself."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _at_top(tree: ast.Module, other: ast.Module) -> set[str]:
    """The names that one version of a file binds at its top, and the other does not."""
    names, others = ({n for one in t.body for n in bound(one)} for t in (tree, other))
    return names - others


def _asks_for_its_scope(statement: ast.stmt) -> bool:
    named = words(statement)
    private = any(one.startswith("__") and not one.endswith("__") for one in named)
    return (
        private
        or not named.isdisjoint(_OF_SCOPES)
        or any(isinstance(one, (ast.Nonlocal, ast.Global)) for one in ast.walk(statement))
    )


def _gives(function: ast.FunctionDef) -> bool:
    """Whether a function gives something back, or yields."""
    pending: list[ast.AST] = [*function.body]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)) or (
            isinstance(node, ast.Return) and node.value is not None
        ):
            return True
        if not isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            pending += ast.iter_child_nodes(node)
    return False


def _qualname(tree: ast.Module, function: ast.FunctionDef) -> str:
    """The name of a function of a module or of its classes."""
    pending: list[tuple[str, ast.AST]] = [("", tree)]
    while pending:
        outer, node = pending.pop()
        for child in ast.iter_child_nodes(node):
            named = outer + child.name if isinstance(child, (*FUNCTIONS, ast.ClassDef)) else outer
            if child is function:
                return named
            pending.append((f"{named}." if isinstance(child, ast.ClassDef) else outer, child))
    return function.name


def _outlined(
    text: str,
    tree: ast.Module,
    side: Sequence[ast.stmt],
    parts: Parts,
    name: str,
    *,
    ends: bool,
    handed: bool,
) -> str:
    """One version of the file. Its other lines keep their numbers, but for what a rewrite added."""
    numbers = [number for one in side for number in lines_of(one)]
    first, last = min(numbers), max(numbers)
    everything = Region(tree.body, list(side), [])
    if any(first <= one.lineno <= last for one in apart(everything)):
        raise CannotLift("a line of it holds something else")
    return in_place(text, side, parts, name, ends=ends, hands=handed)
