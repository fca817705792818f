"""Code outside of functions made into one: of what it reads, giving what it binds.

What is lifted is the smallest run of statements that holds all that differs between two versions of
a file: of the module, of what runs where the file is a script, or of a function without parameters.
A function that is made there, nested or jitted, is lifted with what it reads from around it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify import handing
from jaxopt_lint.verify.differing import (
    DEFINES,
    DESCENDED,
    FUNCTIONS,
    LOOPS,
    CannotLift,
    Region,
    differing,
)
from jaxopt_lint.verify.inputs.slicing import (
    bound,
    called,
    lines_of,
    live,
    needed,
    only,
    read,
    words,
)
from jaxopt_lint.verify.inputs.standing import Piece, is_main
from jaxopt_lint.verify.signatures import shown

NAME = "lifted_code"
LINE_END = re.compile("\r\n|\r|\n")
# All arguments of a call; what code around takes may well be called `args` itself. A signature of
# this form says nothing (`child/contract.py`).
ANY = "*lifted_args, **lifted_kwargs"


def is_lifted(name: str) -> bool:
    """Whether a function is one that was made here, which no program of the user's has."""
    return name == NAME or name.startswith(f"{NAME}_")


@dataclass(frozen=True)
class Lifted:
    """A file whose changed code is a function `NAME`, in both versions.

    Attributes:
        piece: code that calls it.
        made: the name of the function that it makes and calls; empty where it does something else.
        given: what it takes of the code around it.
        made_at: the line of the new version on which the function is made.
        whole: the file as it was with all that stands in it, which calls the function where it
            changed.
    """

    old: str
    new: str
    piece: Piece
    made: str
    given: list[str]
    made_at: int
    whole: str = ""

    @property
    def words(self) -> str:
        """What it is, for people."""
        given = ", ".join(self.given)
        if self.made:
            return f"`{self.made}` with {given}" if given else f"`{self.made}`"
        return f"the change as a function of {given}" if given else "the change as a function"


def lift(old: str, new: str, path: str) -> Lifted:
    """Lift what differs between two versions of a file.

    Raises:
        CannotLift: it is in several places, or leaves the block that it is in.
    """
    before, after = parse(old).tree, parse(new).tree
    region = differing(before, after)
    parts = Parts(region, making(region), before)
    kept = _before(region, parts)
    names = {name for one in (*kept, *parts.inlined) for name in read(one)}
    names = parts.outer | names.difference(*map(bound, kept))
    texts = [
        f"{_module(text, tree, region, names)}\n\n\n{as_function(parts, side)}\n"
        for text, tree, side in ((old, before, region.old), (new, after, region.new))
    ]
    line = region.old[0].lineno
    piece = Piece(path, line, _caller(old, region, parts, kept), own=True)
    made = region.new[0].lineno if parts.made else 0
    whole = in_place(old, region.old, parts)
    return Lifted(texts[0], texts[1], piece, parts.made, parts.given, made, whole)


def making(region: Region) -> str:
    """The function that the region is there to make, or empty."""
    if len(region.old) != 1:
        return ""
    one = region.old[0]
    if isinstance(one, ast.FunctionDef):
        return one.name
    if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call) and len(bound(one)) == 1:
        (name,) = bound(one)
        return name if name in called(region.block) else ""
    return ""


# -- what it reads and binds


class Parts:
    """What the lifted function takes, holds and gives.

    Attributes:
        made: the function that the region makes; empty where it does something else.
        given: names that it takes from the block.
        inlined: statements of the block that make functions and modules for it.
        out: names that it gives.
        outer: names that it reads from the module.
        hints: what functions around say of what it takes, as texts of annotations.
        known: the functions of the module.
    """

    def __init__(self, region: Region, made: str, tree: ast.Module) -> None:
        self.made = made
        self.known = {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}
        inside = {id(node) for one in region.old for node in ast.walk(one)}
        binders = [*_binders(region.block, inside), *_around(region)]
        self.inlined: list[ast.stmt] = []
        self.given: list[str] = []
        self.outer: set[str] = set()
        self.hints: dict[str, str] = {}
        annotated = _annotated(region)
        calls = called([*region.old, *region.new])
        looping = any(isinstance(one, LOOPS) for one in region.around)
        own = {name for one in (*region.old, *region.new) for name in bound(one)}
        pending = live(region.old) | live(region.new)
        seen: set[str] = set()
        while pending:
            name = pending.pop()
            if name in seen or (name == made and isinstance(region.old[0], FUNCTIONS)):
                continue
            seen.add(name)
            those = [one for one in binders if name in bound(one)]
            if region.guard is None:
                those = [one for one in those if not isinstance(one, DEFINES)]
            if not those:
                self.outer.add(name)
            elif len(those) == 1 and (
                isinstance(those[0], DEFINES)
                or _is_call(those[0], name, calls)
                or (_is_constant(those[0]) and not (looping and name in own))
            ):
                if those[0] not in self.inlined:
                    self.inlined.append(those[0])
                pending |= read(those[0])
                calls |= called(those)
            else:
                self.given.append(name)
                if annotated.get(name) and all(map(_is_parameter, those)):
                    self.hints[name] = annotated[name]
        self.given.sort()
        self.inlined.sort(key=lambda one: one.lineno)
        self.out = sorted(self._given_back(region, inside))

    def _given_back(self, region: Region, inside: set[int]) -> set[str]:
        made = {name for one in region.old if not isinstance(one, DEFINES) for name in bound(one)}
        looping = any(isinstance(one, LOOPS) for one in region.around)
        later = {
            node.id
            for one in region.block
            for node in ast.walk(one)
            if isinstance(node, ast.Name) and id(node) not in inside
        }
        return {name for name in made if name in later or (looping and name in self.given)}


def _annotated(region: Region) -> dict[str, str]:
    """The annotations of parameters of the functions around a region, those further in last."""
    functions = [one for one in (*region.scopes, region.guard) if isinstance(one, ast.FunctionDef)]
    return {
        one.arg: ast.unparse(one.annotation) if one.annotation else ""
        for function in functions
        for one in ast.walk(function.args)
        if isinstance(one, ast.arg)
    }


def _is_parameter(statement: ast.stmt) -> bool:
    """Whether what binds a name is a parameter, which stands at no line here."""
    return getattr(statement, "lineno", None) is None


def _is_call(statement: ast.stmt, name: str, calls: set[str]) -> bool:
    """Whether a statement makes what is called, such as `step = jax.jit(loss)`."""
    return _is_written(statement) and name in calls and bound(statement) == {name}


def _is_written(statement: ast.stmt) -> TypeGuard[ast.Assign]:
    """Whether an assignment stands in the file, and not for a parameter or a loop's target."""
    return isinstance(statement, ast.Assign) and getattr(statement, "end_lineno", None) is not None


def _is_constant(statement: ast.stmt) -> bool:
    """Whether a statement gives names plain values, such as `total, rate = 0.0, 1e-3`."""
    if not _is_written(statement) or not all(
        isinstance(one, (ast.Name, ast.Tuple)) for one in statement.targets
    ):
        return False
    value = statement.value
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    parts = [one.operand if isinstance(one, ast.UnaryOp) else one for one in parts]
    return all(isinstance(one, ast.Constant) for one in parts)


def _binders(block: Iterable[ast.stmt], inside: set[int]) -> Iterator[ast.stmt]:
    """The statements that bind names of a block, those of inner blocks by themselves."""
    for statement in block:
        if id(statement) in inside:
            continue
        if not isinstance(statement, DESCENDED):
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


def _around(region: Region) -> Iterator[ast.stmt]:
    """What binds names in the functions around a region."""
    guard = region.guard
    holders: list[ast.stmt] = [*region.scopes, guard] if guard is not None else []
    own = {id(one) for one in holders}
    for holder in region.scopes:
        yield from _binders(holder.body, own)
    for function in (one for one in holders if isinstance(one, ast.FunctionDef)):
        for one in ast.walk(function.args):
            if isinstance(one, ast.arg):
                yield ast.Assign([ast.Name(one.arg, ast.Store())], ast.Constant(None))


# -- the texts


def _module(text: str, tree: ast.Module, region: Region, names: set[str]) -> str:
    """One version of the module, with what the function and its caller need of it."""
    guard = region.guard.name if isinstance(region.guard, ast.FunctionDef) else None
    changed = {*region.old, *region.new}
    body = [one for one in tree.body if one not in changed and not is_main(one)]
    body = [one for one in body if guard is None or getattr(one, "name", None) != guard]
    if region.guard is None:  # the caller runs what else stands there
        body = [one for one in body if isinstance(one, (*DEFINES, ast.Assign, ast.Expr))]
    kept, _ = needed(body, [], names)
    return only(text, [number for one in kept for number in lines_of(one)], {})


def as_function(
    parts: Parts,
    side: Sequence[ast.stmt],
    name: str = NAME,
    *,
    ends: bool = False,
    hands: bool = False,
) -> str:
    """The function that one version becomes.

    Args:
        ends: whether it gives a result by itself.
        hands: whether what it gives is what it hands to those whom it calls for what they do.
    """
    if hands:
        side = handing.noting(side)
    lines = [line for one in (*parts.inlined, *side) for line in ast.unparse(one).split("\n")]
    body = "\n".join(f"    {line}" for line in lines)
    if parts.made:
        keywords = "".join(f", {one}" for one in parts.given)
        back = f"    return {parts.made}({ANY})"
        told = shown(name, side[0], parts.inlined, parts.known, parts.given, parts.hints)
        taken = ANY.replace(",", f"{keywords},")
        return f"def {name}({taken}):\n{body}\n{back}{told}"
    head = f"def {name}({', '.join(parts.given)}):\n{body}"
    told = f"\n{name}.__annotations__ = {parts.hints!r}" if parts.hints else ""
    if ends:
        return head + told
    if hands:
        return f"{handing.head(head)}\n    return {{'handed over': {handing.HANDED}}}{told}"
    out = tuple(parts.out)
    back = f"    return {{name: value for name, value in locals().items() if name in {out!r}}}"
    return f"{head}\n{back}{told}"


def handing_on(parts: Parts, name: str) -> str:
    """A line that defines what the region makes: it hands all to the lifted function, and what that
    takes of the code around."""
    keywords = "".join(f", {one}={one}" for one in parts.given)
    return f"def {parts.made}({ANY}): return {name}({ANY.replace(',', f'{keywords},')})"


def _before(region: Region, parts: Parts) -> list[ast.stmt]:
    """The statements of the block that have to run so that the function is called, and those that
    hold the call."""
    body = region.block
    if region.guard is None:
        body = [one for one in body if not isinstance(one, DEFINES)]
    outermost = region.around[0] if region.around else region.old[0]
    last = lines_of(region.around[0] if region.around else region.old[-1])[-1]
    calling = [one for one in body if one.lineno > last and parts.made in words(one)]
    kept, _ = needed(body, [outermost, *(calling if parts.made else ())], parts.given)
    return kept if parts.made else [one for one in kept if one.lineno <= last]


def _caller(text: str, region: Region, parts: Parts, kept: Iterable[ast.stmt]) -> str:
    """What runs the block up to the region, and there calls the function."""
    numbers = {number for one in kept for number in lines_of(one)}
    gone = {number for one in region.old for number in lines_of(one)}
    if len({*map(_line_of, region.old)} & {*map(_line_of, apart(region))}):
        raise CannotLift("a line of it holds something else")
    column = region.old[0].col_offset
    first = min(gone)
    if parts.made:
        call = handing_on(parts, NAME)
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


def in_place(
    text: str,
    side: Sequence[ast.stmt],
    parts: Parts,
    name: str = NAME,
    *,
    ends: bool = False,
    hands: bool = False,
) -> str:
    """A file with a call in the place of statements, whose other lines keep their numbers, and with
    the function that it calls, see `as_function`."""
    numbers = [number for one in side for number in lines_of(one)]
    first, last = min(numbers), max(numbers)
    lines = LINE_END.split(text)
    indent = lines[first - 1][: len(lines[first - 1]) - len(lines[first - 1].lstrip())]
    taken = ", ".join(parts.given)
    if parts.made:
        call = handing_on(parts, name)
    elif ends:
        call = f"return {name}({taken})"
    else:
        kept = "".join(f"; {one} = {name}_out.get({one!r})" for one in parts.out)
        call = f"{name}_out = {name}({taken}){kept}"
    lines[first - 1 : last] = [indent + call] + [""] * (last - first)
    return "\n".join(lines) + f"\n\n\n{as_function(parts, side, name, ends=ends, hands=hands)}\n"


def _line_of(statement: ast.stmt) -> int:
    return statement.lineno


def apart(region: Region) -> Iterator[ast.stmt]:
    """The statements of the block that are not in the region, those around it included."""
    inside = {id(node) for one in region.old for node in ast.walk(one)}
    for one in region.block:
        for node in ast.walk(one):
            if isinstance(node, ast.stmt) and id(node) not in inside:
                yield node
