"""Where two versions of a file differ: the smallest run of statements that can stand for itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from jaxopt_lint.verify.inputs.slicing import bound, called, read
from jaxopt_lint.verify.inputs.standing import is_main

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINES = (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
LOOPS = (ast.For, ast.While)
DESCENDED = (ast.If, ast.For, ast.While, ast.With, ast.Try)
_WIDEST = 12  # statements that are judged along with a change
_LEAVES = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)


class CannotLift(Exception):
    """The change cannot be lifted; the text says why."""


@dataclass
class Region:
    """Where the versions differ.

    Attributes:
        block: the statements around, those of a script or of a function that is one.
        old: the statements that differ, `new` those in their place.
        around: the statements of the block that it is in, the outermost first.
        guard: the statement that holds the block; None for the module itself.
        scopes: the functions around the guard, the outermost first.
        after: the statements that follow in the same block, as they stand in both versions.
    """

    block: list[ast.stmt]
    old: list[ast.stmt]
    new: list[ast.stmt]
    around: list[ast.stmt] = field(default_factory=list)
    guard: ast.stmt | None = None
    scopes: list[ast.FunctionDef] = field(default_factory=list)
    after: list[tuple[ast.stmt, ast.stmt]] = field(default_factory=list)


def differing(before: ast.Module, after: ast.Module) -> Region:
    """The smallest run of statements that can be lifted.

    Raises:
        CannotLift: the versions differ in several places, or what differs leaves its block.
    """
    first, second = _known(before, after)
    block, guard = list(before.body), None
    around: list[ast.stmt] = []
    levels: list[Region] = []
    while True:
        old, new, rest = _different(first, second)
        if not old:
            raise CannotLift("nothing but new names differs")
        after_it = _following(first, second, old, new)
        levels.append(Region(block, old, new, [*around], guard, after=after_it))
        inner = _inside(old, new, outermost=guard is None and not around)
        if inner is None or rest:
            break
        holder, first, second = inner
        if guard is None and not around and (is_main(holder) or isinstance(holder, FUNCTIONS)):
            guard, block = holder, first
        else:
            around.append(holder)
    for region in reversed(levels):
        if region.guard is not None and isinstance(region.old[0], FUNCTIONS) and region.new:
            return region
        if _stays(region.old) and _stays(region.new) and _stands_alone(region):
            return _with_rebinding(region)
    raise CannotLift("the change is in several places, or ends the code around it")


def enclosed(before: ast.Module, after: ast.Module, *, wide: bool = False) -> Region:
    """The smallest run of statements in some function that can be a function of its own.

    Args:
        wide: to have what follows in its block along, as far as that reads what it binds.

    Raises:
        CannotLift: the versions differ in several places, or outside of functions.
    """
    first, second = _known(before, after)
    around: list[ast.stmt] = []
    scopes: list[ast.FunctionDef] = []
    levels: list[Region] = []
    while True:
        old, new, rest = _different(first, second)
        if scopes and old and new:
            after_it = _following(first, second, old, new)
            levels.append(
                Region(
                    scopes[-1].body, old, new, [*around], scopes[-1], scopes[:-1], after=after_it
                )
            )
        inner = _inside(old, new, outermost=True, deep=not scopes)
        if inner is None or rest:
            break
        holder, first, second = inner
        if isinstance(holder, ast.FunctionDef):
            scopes.append(holder)
            around = []
        elif scopes:
            around.append(holder)
    for region in reversed(levels):
        if _ends(region.old) == _ends(region.new) and all(
            _stays(side[:-1] if _ends(side) else side) for side in (region.old, region.new)
        ):
            return _with_uses(region) if wide else _with_rebinding(region)
    raise CannotLift("the change is in several places, or ends the code around it")


def _following(
    first: Sequence[ast.stmt],
    second: Sequence[ast.stmt],
    old: Sequence[ast.stmt],
    new: Sequence[ast.stmt],
) -> list[tuple[ast.stmt, ast.stmt]]:
    """What follows a change in both versions of its block."""
    if not old or not new:
        return []
    rest = list(first[list(first).index(old[-1]) + 1 :])
    return list(zip(rest, list(second)[len(second) - len(rest) :], strict=True)) if rest else []


def _with_rebinding(region: Region) -> Region:
    """A change with the statements after it that give what it binds the form in which all else
    reads it, such as `keys = jnp.array(keys)`: what the name held before is nobody's affair."""
    if isinstance(region.old[0], DEFINES):
        return region
    names = _bound_by(region)
    count = 0
    for one, _ in region.after:
        if not bound(one) & read(one) & names or isinstance(one, DEFINES):
            break
        count += 1
    return _grown(region, count)


def _with_uses(region: Region) -> Region:
    """A change with the statements of its block up to the last one that reads what it binds.

    Raises:
        CannotLift: there are none, or too many, or they leave the block.
    """
    names = _bound_by(region)
    uses = [place for place, (one, _) in enumerate(region.after) if read(one) & names]
    if not uses or uses[-1] >= _WIDEST:
        raise CannotLift("what the change binds is used too far from it")
    grown = _grown(region, uses[-1] + 1)
    if grown is region:
        raise CannotLift("what uses the change ends the code around it")
    return grown


def _grown(region: Region, count: int) -> Region:
    """The region with some of the statements after it; itself where these leave the block."""
    more = region.after[:count]
    tail = [one for one, _ in more]
    inside = tail[:-1] if tail and isinstance(tail[-1], ast.Return) else tail
    if not more or _ends(region.old) or not _stays(inside):
        return region
    if tail != inside and region.around:  # it would be no result of the whole
        return region
    return replace(
        region, old=[*region.old, *tail], new=[*region.new, *(two for _, two in more)],
        after=region.after[count:],
    )  # fmt: skip


def _bound_by(region: Region) -> set[str]:
    return {name for one in (*region.old, *region.new) for name in bound(one)}


def _known(before: ast.Module, after: ast.Module) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The statements of both versions, without imports and names that only the second has."""
    known = {name for one in before.body for name in bound(one)}
    first = [one for one in before.body if not isinstance(one, (ast.Import, ast.ImportFrom))]
    second = [one for one in after.body if not isinstance(one, (ast.Import, ast.ImportFrom))]
    return first, [one for one in second if not bound(one) or not bound(one).isdisjoint(known)]


def _ends(statements: Sequence[ast.stmt]) -> bool:
    """Whether code gives the result of the function that it is in."""
    return isinstance(statements[-1], ast.Return)


def in_common(first: Sequence[ast.stmt], second: Sequence[ast.stmt]) -> tuple[int, int]:
    """How many statements two blocks have in common from their start on, and up to their end."""
    ones, others = [*map(ast.dump, first)], [*map(ast.dump, second)]
    start = 0
    while start < min(len(ones), len(others)) and ones[start] == others[start]:
        start += 1
    end = 0
    while end < min(len(ones), len(others)) - start and ones[-1 - end] == others[-1 - end]:
        end += 1
    return start, end


def _different(
    first: Sequence[ast.stmt], second: Sequence[ast.stmt]
) -> tuple[list[ast.stmt], list[ast.stmt], bool]:
    """What differs of two blocks; True where one side alone has it, and a neighbour came along."""
    start, end = in_common(first, second)
    alone = start in (len(first) - end, len(second) - end)
    if alone and start and not isinstance(first[start - 1], DEFINES):
        start -= 1  # what is put in, such as a wait, is about what comes before
    elif alone and end:
        end -= 1
    return list(first[start : len(first) - end]), list(second[start : len(second) - end]), alone


def _inside(
    old: list[ast.stmt], new: list[ast.stmt], *, outermost: bool, deep: bool | None = None
) -> tuple[ast.stmt, list[ast.stmt], list[ast.stmt]] | None:
    """The one block of a statement in which the versions differ; None where it is not the one.

    Args:
        deep: to look into any function, and into classes where it is True; None for neither.
    """
    if len(old) != 1 or len(new) != 1 or type(old[0]) is not type(new[0]):
        return None
    one, other = old[0], new[0]
    descended = isinstance(one, DESCENDED) or bool(deep and isinstance(one, ast.ClassDef))
    if outermost and isinstance(one, ast.FunctionDef):
        descended = deep is not None or _needs_nothing(one.args)
    if not descended:
        return None
    names = []
    for (name, mine), (_, theirs) in zip(ast.iter_fields(one), ast.iter_fields(other), strict=True):
        if dumped(mine) != dumped(theirs):
            names.append(name)
    if len(names) != 1 or names[0] not in ("body", "orelse", "finalbody"):
        return None
    return one, getattr(one, names[0]), getattr(other, names[0])


def _needs_nothing(arguments: ast.arguments) -> bool:
    """Whether all parameters have defaults, and none takes many."""
    every = [*arguments.posonlyargs, *arguments.args]
    others = arguments.vararg or arguments.kwarg or arguments.kwonlyargs
    return len(every) == len(arguments.defaults) and not others


def is_script(tree: ast.Module, name: str) -> bool:
    """Whether a function is what a file is there to run: it needs no arguments, and the file calls
    it outside of functions."""
    function = next((one for one in tree.body if getattr(one, "name", None) == name), None)
    if not isinstance(function, ast.FunctionDef) or not _needs_nothing(function.args):
        return False
    return name in called(one for one in tree.body if not isinstance(one, DEFINES))


def dumped(value: object) -> object:
    """A field of a node in a form that can be compared."""
    if isinstance(value, list):
        return [dumped(one) for one in value]
    return ast.dump(value) if isinstance(value, ast.AST) else value


def _stays(statements: Iterable[ast.stmt]) -> bool:
    """Whether code ends nothing around it, and asks for no other scope."""

    def fine(node: ast.AST, looping: bool) -> bool:
        if isinstance(node, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            return True
        if isinstance(node, _LEAVES) or (
            isinstance(node, (ast.Break, ast.Continue)) and not looping
        ):
            return False
        inner = looping or isinstance(node, LOOPS)
        return all(fine(child, inner) for child in ast.iter_child_nodes(node))

    return all(fine(one, False) for one in statements)


def _stands_alone(region: Region) -> bool:
    """Whether statements define nothing that the module can be asked for."""
    return region.guard is not None or not any(isinstance(one, DEFINES) for one in region.old)
