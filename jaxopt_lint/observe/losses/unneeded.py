"""What a compiled function computes in each call though nobody uses it, or few rounds do.

What becomes of a result is read from the source as it ran, and told only where that is plain: a
call that is assigned to names, which the function around reads in ways that can be followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.observe.child.events import Apart, Dispatch, Place, Program, Wait
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream, holds, line_of

_CALLS = 8  # of a line, below which it does no harm
_FEW = 0.5  # of its calls, whose results are used
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_REFLECTION = {"locals", "vars", "eval", "exec"}


@dataclass
class _Assigned:
    """A call whose results get names of a function.

    Attributes:
        names: for each name the path of its part of the results, as `[1]`.
        unnamed: whether a part goes elsewhere, as into an attribute.
    """

    statement: ast.Assign
    function: ast.AST
    names: dict[str, str]
    unnamed: bool

    def uses(self) -> list[tuple[str, ast.Name]] | None:
        """The parts of the results that are read, each as a path; `None` if that is not plain."""
        parents = {
            id(child): node
            for node in ast.walk(self.function)
            for child in ast.iter_child_nodes(node)
        }
        out = []
        for node in ast.walk(self.function):
            if isinstance(node, (ast.Global, ast.Nonlocal)) and {*node.names} & {*self.names}:
                return None
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                if node.target.id in self.names:
                    return None
            if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
                continue
            if node.id in _REFLECTION:
                return None
            if node.id in self.names:
                out.append((self.names[node.id] + _behind(node, parents), node))
        return out


def _behind(node: ast.AST, parents: dict[int, ast.AST]) -> str:
    """What is taken of a value where a name reads it: `['loss']` of `metrics["loss"]`."""
    path = ""
    while True:
        above = parents.get(id(node))
        if isinstance(above, ast.Subscript) and above.value is node:
            if not isinstance(above.slice, ast.Constant):
                return path
            path += f"[{above.slice.value!r}]"
        elif isinstance(above, ast.Attribute) and above.value is node:
            called = parents.get(id(above))
            if isinstance(called, ast.Call) and called.func is above:
                return path  # a method may read all of it
            path += f".{above.attr}"
        else:
            return path
        node = above


def unused(stream: Stream, tally: Tally) -> None:
    """Results that nobody reads, of calls of which other results are."""
    for event in stream.of(Apart):
        call = _assigned(stream, event.place)
        uses = call.uses() if call is not None else None
        if not call or not uses or event.at is None or not _names(call, event.result):
            continue
        if any(_overlap(path, event.result) for path, _ in uses):
            continue
        for dispatch in _calls(stream, event.place):
            name = dispatch.operation
            tally.losses.append(
                Loss(
                    "unused",
                    Group.TIME,
                    event.at,
                    f"`{name}` computes this in each call, about {amounts.share(event.part)} of "
                    f"its work, for a result that nothing reads: `{_shown(call, event.result)}` "
                    f"({at(event.place, event.at)})",
                    f"do not compute it in `{name}`, or return it from a function of its own",
                    seconds=event.part * stream.device_at(dispatch),
                    count=dispatch.count,
                    chain=(event.place, *event.chain),
                )
            )


def seldom_used(stream: Stream, tally: Tally) -> None:
    """Calls in a loop whose results are read under a condition that few rounds meet."""
    effects = {one.function for one in stream.of(Program) if one.effects}
    for event in stream.of(Dispatch):
        if event.how != "jitted" or event.count < _CALLS or event.operation in effects:
            continue
        call = _assigned(stream, event.place)
        uses = call.uses() if call is not None and not call.unnamed else None
        branch = _branch(call, [node for _, node in uses]) if call and uses else None
        if branch is None:
            continue
        used = max(
            (
                wait.count
                for wait in stream.of(Wait)
                if wait.place.file == event.place.file
                and wait.producer is not None
                and line_of(wait.producer) == line_of(event.place)
                and any(holds(one, wait.place.line) for one in branch.body)
            ),
            default=event.count,
        )
        if used > _FEW * event.count:
            continue
        tally.losses.append(
            Loss(
                "seldom-used",
                Group.TIME,
                event.place,
                f"`{event.operation}` was called {amounts.times(event.count)}, and what it gives "
                f"is used {amounts.times(used)}, where the condition at line {branch.lineno} holds",
                "call it there",
                seconds=stream.device_at(event) * (1 - used / event.count),
                count=event.count,
                chain=event.chain,
            )
        )


def _calls(stream: Stream, place: Place) -> Iterator[Dispatch]:
    """The calls of compiled functions at a place, if they are often enough."""
    for event in stream.on(Dispatch, place):
        if event.how == "jitted" and event.place == place and event.count >= _CALLS:
            yield event


def _assigned(stream: Stream, place: Place) -> _Assigned | None:
    """The assignment of what a call at a place gives, in a function."""
    tree = stream.tree(place.file)
    around = [node for node in _at(tree, place.line) if isinstance(node, _FUNCTIONS)]
    if not around:
        return None  # what a module assigns may be read from elsewhere
    function = max(around, key=lambda node: node.lineno)
    for node in _at(function, place.line):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if len(node.targets) == 1 and _column(node.value, place.column):
                names, unnamed = _targets(node.targets[0])
                return _Assigned(node, function, names, unnamed)
    return None


def _at(tree: ast.AST | None, line: int) -> Iterator[ast.stmt]:
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.stmt) and holds(node, line):
            yield node


def _column(call: ast.Call, column: int) -> bool:
    """Whether a call is the one at a column: no other stands in its line."""
    inside = (node for node in ast.walk(call) if isinstance(node, ast.Call))
    return not column or call.col_offset + 1 == column or len(list(inside)) == 1


def _targets(target: ast.expr) -> tuple[dict[str, str], bool]:
    """Names with the paths of what they get, and whether anything else gets a part."""
    if isinstance(target, ast.Name):
        return {target.id: ""}, False
    if not isinstance(target, (ast.Tuple, ast.List)):
        return {}, True
    if any(isinstance(one, ast.Starred) for one in target.elts):
        return {}, True
    names = {
        one.id: f"[{index}]"
        for index, one in enumerate(target.elts)
        if isinstance(one, ast.Name)
    }  # fmt: skip
    return names, len(names) < len(target.elts)


def _names(call: _Assigned, result: str) -> bool:
    """Whether a part of the results is within what gets a name."""
    return any(_within(result, path) for path in call.names.values())


def _within(path: str, around: str) -> bool:
    """Whether a path is another one, or goes on from it."""
    rest = path.removeprefix(around)
    return path.startswith(around) and rest[:1] in ("", "[", ".")


def _overlap(one: str, other: str) -> bool:
    """Whether one of two parts holds the other."""
    return _within(one, other) or _within(other, one)


def _shown(call: _Assigned, result: str) -> str:
    """How the function around would write a part of the results."""
    for name, path in call.names.items():
        if _within(result, path):
            return name + result.removeprefix(path)
    return result


def _branch(call: _Assigned, reads: list[ast.Name]) -> ast.If | None:
    """The `if` in whose body all of these stand, in the loop around the call but not around it."""
    loops = [
        node
        for node in ast.walk(call.function)
        if isinstance(node, _LOOPS) and _contains(node.body, call.statement)
    ]
    if not loops:
        return None
    loop = max(loops, key=lambda node: node.lineno)
    for node in ast.walk(loop):
        if isinstance(node, ast.If) and not _contains([node], call.statement):
            if node.lineno > call.statement.lineno:
                if all(_contains(node.body, read) for read in reads):
                    return node
    return None


def _contains(body: list[ast.stmt], node: ast.AST) -> bool:
    return any(one is node for part in body for one in ast.walk(part))
