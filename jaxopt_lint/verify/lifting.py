"""Code outside of functions made into one: of what it reads, giving what it binds.

What is lifted is the smallest run of statements that holds all that differs between two versions of
a file: of the module, of what runs where the file is a script, or of a function without parameters.
A function that is made there, nested or jitted, is lifted with what it reads from around it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.inputs.slicing import bound, lines_of, needed, only, read, words
from jaxopt_lint.verify.inputs.standing import Piece, is_main

NAME = "lifted_code"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINES = (*_FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom)
_LOOPS = (ast.For, ast.While)
_LEAVES = (ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal)
_DESCENDED = (ast.If, ast.For, ast.While, ast.With, ast.Try)


class CannotLift(Exception):
    """The change cannot be lifted; the text says why."""


@dataclass(frozen=True)
class Lifted:
    """A file whose changed code is a function `NAME`, in both versions.

    Attributes:
        piece: code that calls it.
        made: the name of the function that it makes and calls; empty where it does something else.
        given: what it takes of the code around it.
        made_at: the line of the new version on which the function is made.
    """

    old: str
    new: str
    piece: Piece
    made: str
    given: list[str]
    made_at: int

    @property
    def words(self) -> str:
        """What it is, for people."""
        of = f" of {', '.join(self.given)}" if self.given else ""
        return (
            f"`{self.made}`{of and ' with' + of[3:]}"
            if self.made
            else f"the change as a function{of}"
        )


@dataclass
class _Region:
    """Where the versions differ.

    Attributes:
        block: the statements around, those of a script or of a function that is one.
        old: the statements that differ, `new` those in their place.
        around: the statements of the block that it is in, the outermost first.
        guard: the statement of the module that holds the block; None for the module itself.
    """

    block: list[ast.stmt]
    old: list[ast.stmt]
    new: list[ast.stmt]
    around: list[ast.stmt] = field(default_factory=list)
    guard: ast.stmt | None = None


def lift(old: str, new: str, path: str) -> Lifted:
    """Lift what differs between two versions of a file.

    Raises:
        CannotLift: it is in several places, or leaves the block that it is in.
    """
    before, after = parse(old).tree, parse(new).tree
    region = _region(before, after)
    parts = _Parts(region, _made(region))
    kept = _before(region, parts)
    names = {name for one in (*kept, *parts.inlined) for name in read(one)}
    names = parts.outer | names.difference(*map(bound, kept))
    texts = [
        f"{_module(text, tree, region, names)}\n\n\n{_function(parts, side)}\n"
        for text, tree, side in ((old, before, region.old), (new, after, region.new))
    ]
    line = region.old[0].lineno
    piece = Piece(path, line, _caller(old, region, parts, kept), own=True)
    made = region.new[0].lineno if parts.made else 0
    return Lifted(texts[0], texts[1], piece, parts.made, parts.given, made)


# -- where the versions differ


def _region(before: ast.Module, after: ast.Module) -> _Region:
    """The smallest run of statements that can be lifted."""
    known = {name for one in before.body for name in bound(one)}
    first = [one for one in before.body if not isinstance(one, (ast.Import, ast.ImportFrom))]
    second = [one for one in after.body if not isinstance(one, (ast.Import, ast.ImportFrom))]
    second = [one for one in second if not bound(one) or not bound(one).isdisjoint(known)]
    block, guard = list(before.body), None
    around: list[ast.stmt] = []
    levels: list[_Region] = []
    while True:
        old, new, rest = _different(first, second)
        if not old:
            raise CannotLift("nothing but new names differs")
        levels.append(_Region(block, old, new, [*around], guard))
        inner = _inside(old, new, outermost=guard is None and not around)
        if inner is None or rest:
            break
        holder, first, second = inner
        if guard is None and not around and (is_main(holder) or isinstance(holder, _FUNCTIONS)):
            guard, block = holder, first
        else:
            around.append(holder)
    for region in reversed(levels):
        if region.guard is not None and isinstance(region.old[0], _FUNCTIONS) and region.new:
            return region
        if _stays(region.old) and _stays(region.new) and _stands_alone(region):
            return region
    raise CannotLift("the change is in several places, or ends the code around it")


def _different(
    first: Sequence[ast.stmt], second: Sequence[ast.stmt]
) -> tuple[list[ast.stmt], list[ast.stmt], bool]:
    """What differs of two blocks; True where one side alone has it, and a neighbour came along."""
    ones, others = [*map(ast.dump, first)], [*map(ast.dump, second)]
    start = 0
    while start < min(len(ones), len(others)) and ones[start] == others[start]:
        start += 1
    end = 0
    while end < min(len(ones), len(others)) - start and ones[-1 - end] == others[-1 - end]:
        end += 1
    alone = start in (len(ones) - end, len(others) - end)
    if alone and start and not isinstance(first[start - 1], _DEFINES):
        start -= 1  # what is put in, such as a wait, is about what comes before
    elif alone and end:
        end -= 1
    return list(first[start : len(ones) - end]), list(second[start : len(others) - end]), alone


def _inside(
    old: list[ast.stmt], new: list[ast.stmt], *, outermost: bool
) -> tuple[ast.stmt, list[ast.stmt], list[ast.stmt]] | None:
    """The one block of a statement in which the versions differ; None where it is not the one."""
    if len(old) != 1 or len(new) != 1 or type(old[0]) is not type(new[0]):
        return None
    one, other = old[0], new[0]
    script = outermost and isinstance(one, ast.FunctionDef) and _needs_nothing(one.args)
    if not script and not isinstance(one, _DESCENDED):
        return None
    names = []
    for (name, mine), (_, theirs) in zip(ast.iter_fields(one), ast.iter_fields(other), strict=True):
        if _dumped(mine) != _dumped(theirs):
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
    return name in _called(one for one in tree.body if not isinstance(one, _DEFINES))


def _dumped(value: object) -> object:
    if isinstance(value, list):
        return [_dumped(one) for one in value]
    return ast.dump(value) if isinstance(value, ast.AST) else value


def _stays(statements: Iterable[ast.stmt]) -> bool:
    """Whether code ends nothing around it, and asks for no other scope."""

    def fine(node: ast.AST, looping: bool) -> bool:
        if isinstance(node, (*_FUNCTIONS, ast.Lambda, ast.ClassDef)):
            return True
        if isinstance(node, _LEAVES) or (
            isinstance(node, (ast.Break, ast.Continue)) and not looping
        ):
            return False
        inner = looping or isinstance(node, _LOOPS)
        return all(fine(child, inner) for child in ast.iter_child_nodes(node))

    return all(fine(one, False) for one in statements)


def _stands_alone(region: _Region) -> bool:
    """Whether statements define nothing that the module can be asked for."""
    return region.guard is not None or not any(isinstance(one, _DEFINES) for one in region.old)


def _made(region: _Region) -> str:
    """The function that the region is there to make, or empty."""
    if len(region.old) != 1:
        return ""
    one = region.old[0]
    if isinstance(one, ast.FunctionDef):
        return one.name
    if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call) and len(bound(one)) == 1:
        (name,) = bound(one)
        return name if name in _called(region.block) else ""
    return ""


def _called(statements: Iterable[ast.AST]) -> set[str]:
    return {
        node.func.id
        for one in statements
        for node in ast.walk(one)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


# -- what it reads and binds


class _Parts:
    """What the lifted function takes, holds and gives.

    Attributes:
        made: the function that the region makes; empty where it does something else.
        given: names that it takes from the block.
        inlined: statements of the block that make functions and modules for it.
        out: names that it gives.
        outer: names that it reads from the module.
    """

    def __init__(self, region: _Region, made: str) -> None:
        self.made = made
        inside = {id(node) for one in region.old for node in ast.walk(one)}
        binders = [*_binders(region.block, inside)]
        self.inlined: list[ast.stmt] = []
        self.given: list[str] = []
        self.outer: set[str] = set()
        called = _called([*region.old, *region.new])
        pending = _live(region.old) | _live(region.new)
        seen: set[str] = set()
        while pending:
            name = pending.pop()
            if name in seen or (name == made and isinstance(region.old[0], _FUNCTIONS)):
                continue
            seen.add(name)
            those = [one for one in binders if name in bound(one)]
            if region.guard is None:
                those = [one for one in those if not isinstance(one, _DEFINES)]
            if not those:
                self.outer.add(name)
            elif len(those) == 1 and (
                isinstance(those[0], _DEFINES) or _is_call(those[0], name, called)
            ):
                self.inlined.append(those[0])
                pending |= read(those[0])
                called |= _called(those)
            else:
                self.given.append(name)
        self.given.sort()
        self.inlined.sort(key=lambda one: one.lineno)
        self.out = sorted(self._given_back(region, inside))

    def _given_back(self, region: _Region, inside: set[int]) -> set[str]:
        made = {name for one in region.old if not isinstance(one, _DEFINES) for name in bound(one)}
        looping = any(isinstance(one, _LOOPS) for one in region.around)
        later = {
            node.id
            for one in region.block
            for node in ast.walk(one)
            if isinstance(node, ast.Name) and id(node) not in inside
        }
        return {name for name in made if name in later or (looping and name in self.given)}


def _is_call(statement: ast.stmt, name: str, called: set[str]) -> bool:
    """Whether a statement makes what is called, such as `step = jax.jit(loss)`."""
    return isinstance(statement, ast.Assign) and name in called and bound(statement) == {name}


def _binders(block: Iterable[ast.stmt], inside: set[int]) -> Iterator[ast.stmt]:
    """The statements that bind names of a block, those of inner blocks by themselves."""
    for statement in block:
        if id(statement) in inside:
            continue
        if not isinstance(statement, _DESCENDED):
            yield statement
            continue
        parts = [one for one in ast.iter_child_nodes(statement) if not isinstance(one, ast.stmt)]
        names = {
            node.id
            for part in parts
            for node in ast.walk(part)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        if names:
            targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
            yield ast.Assign(targets, ast.Constant(None), lineno=statement.lineno)
        for name in ("body", "orelse", "finalbody"):
            yield from _binders(getattr(statement, name, []), inside)
        for handler in getattr(statement, "handlers", []):
            yield from _binders(handler.body, inside)


def _live(statements: Iterable[ast.stmt]) -> set[str]:
    """The names that code reads before it has surely bound them."""
    out: set[str] = set()
    known: set[str] = set()
    for one in statements:
        if isinstance(one, _FUNCTIONS):
            known.add(one.name)
        out |= read(one) - known
        if isinstance(one, ast.AugAssign):
            out |= bound(one) - known
        if isinstance(one, (ast.Assign, ast.AnnAssign, *_DEFINES)):
            known |= bound(one)
    return out


# -- the texts


def _module(text: str, tree: ast.Module, region: _Region, names: set[str]) -> str:
    """One version of the module, with what the function and its caller need of it."""
    guard = region.guard.name if isinstance(region.guard, ast.FunctionDef) else None
    changed = {*region.old, *region.new}
    body = [one for one in tree.body if one not in changed and not is_main(one)]
    body = [one for one in body if guard is None or getattr(one, "name", None) != guard]
    if region.guard is None:  # the caller runs what else stands there
        body = [one for one in body if isinstance(one, (*_DEFINES, ast.Assign, ast.Expr))]
    kept, _ = needed(body, [], names)
    return only(text, [number for one in kept for number in lines_of(one)], {})


def _function(parts: _Parts, side: Sequence[ast.stmt]) -> str:
    lines = [line for one in (*parts.inlined, *side) for line in ast.unparse(one).split("\n")]
    body = "\n".join(f"    {line}" for line in lines)
    if parts.made:
        keywords = "".join(f", {name}" for name in parts.given)
        back = f"    return {parts.made}(*args, **kwargs)"
        return f"def {NAME}(*args{keywords}, **kwargs):\n{body}\n{back}"
    out = tuple(parts.out)
    back = f"    return {{name: value for name, value in locals().items() if name in {out!r}}}"
    return f"def {NAME}({', '.join(parts.given)}):\n{body}\n{back}"


def _before(region: _Region, parts: _Parts) -> list[ast.stmt]:
    """The statements of the block that have to run so that the function is called, and those that
    hold the call."""
    body = region.block
    if region.guard is None:
        body = [one for one in body if not isinstance(one, _DEFINES)]
    outermost = region.around[0] if region.around else region.old[0]
    last = lines_of(region.around[0] if region.around else region.old[-1])[-1]
    calling = [one for one in body if one.lineno > last and parts.made in words(one)]
    kept, _ = needed(body, [outermost, *(calling if parts.made else ())], parts.given)
    return kept if parts.made else [one for one in kept if one.lineno <= last]


def _caller(text: str, region: _Region, parts: _Parts, kept: Iterable[ast.stmt]) -> str:
    """What runs the block up to the region, and there calls the function."""
    numbers = {number for one in kept for number in lines_of(one)}
    gone = {number for one in region.old for number in lines_of(one)}
    if len({*map(_line_of, region.old)} & {*map(_line_of, _apart(region))}):
        raise CannotLift("a line of it holds something else")
    column = region.old[0].col_offset
    first = min(gone)
    if parts.made:
        keywords = "".join(f", {name}={name}" for name in parts.given)
        call = f"def {parts.made}(*args, **kwargs): return {NAME}(*args{keywords}, **kwargs)"
    else:
        call = f"globals().update({NAME}({', '.join(parts.given)}))"
    instead = {first: " " * column + call}
    if isinstance(region.guard, ast.FunctionDef):
        arguments = region.guard.args
        names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
        values = ", ".join(ast.unparse(one) for one in arguments.defaults)
        header = f"for {', '.join(names)}, in [({values},)]:" if names else "if True:"
        instead[region.guard.lineno] = header
    elif region.guard is not None:
        instead[region.guard.lineno] = "if True:"
    return only(text, numbers - gone, instead)


def _line_of(statement: ast.stmt) -> int:
    return statement.lineno


def _apart(region: _Region) -> Iterator[ast.stmt]:
    """The statements of the block that are not in the region, those around it included."""
    inside = {id(node) for one in region.old for node in ast.walk(one)}
    for one in region.block:
        for node in ast.walk(one):
            if isinstance(node, ast.stmt) and id(node) not in inside:
                yield node
