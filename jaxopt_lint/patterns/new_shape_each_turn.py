"""Arrays that have another length on each turn of a loop on the host, and what compiles for each.

They are a part up to the counter (`x[:t]`), an array to which a turn adds
(`concatenate([x, new])`), or an array that is made of a list to which a turn adds.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.growing_input import cropped, network_called
from jaxopt_lint.patterns.key_callees import code_of
from jaxopt_lint.patterns.static_argument_per_step import counter
from jaxopt_lint.patterns.worth import turns_left
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.recurrence import in_test, loop_around, short
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import LOOPS, arguments, first_of, is_name, read_names
from jaxopt_lint.semantics.subjects.looping.outputs import value_for
from jaxopt_lint.semantics.subjects.looping.source import source_of

FEW = 8  # turns, where they are known: fewer are not worth a word
_MANY = 64  # turns after which growing by itself is a matter
_JOINS = ("concatenate", "append", "hstack", "vstack", "column_stack", "row_stack")
_STACKS = ("array", "asarray", "stack", *_JOINS)
_CONVERSIONS = ("jax.numpy.asarray", "jax.numpy.array", "numpy.asarray", "jax.device_put")
_DEPTH = 2  # functions on the way to what is compiled


@dataclass(frozen=True, slots=True, eq=False)
class NewShape:
    """One array of a new length on each turn.

    Attributes:
        node: where it is handed to what is compiled, or where it grows.
        array: what it is, as the file says it.
        step: what is compiled for each length; "" where it only grows.
        why: how the length comes to differ.
        severity: how much it matters.
    """

    node: ast.expr
    array: str
    step: str
    why: str
    severity: Severity


@fact
def new_shapes(facts: Facts) -> dict[ast.AST, NewShape]:
    """The arrays of a file that have a new length on each turn of a loop, by the place"""
    found = [one for call in facts.module.all(ast.Call) for one in _handed(facts, call)]
    function = facts.module.function
    told = {(function(one.node), facts.module.source(one.node)) for one in found}
    grown = (one for loop in facts.module.all(*LOOPS) for one in _grown(facts, loop))
    found += [one for one in grown if (function(one.node), one.array) not in told]
    return first_of((one.node, one) for one in found)


def _hosted(facts: Facts, node: ast.AST) -> bool:
    """Whether nothing says that code is traced, as methods of networks are nearly always."""
    if framework_of(facts, facts.module.owner(node)) is not None or in_test(facts, node):
        return False
    return tracing(facts).untraced(facts.module.function(node))


def _handed(facts: Facts, call: ast.Call) -> Iterator[NewShape]:
    """The arguments of a call in a loop that have a new length each time."""
    loop = loop_around(facts, call)
    if loop is None or not call.args:
        return
    hosted, network = _hosted(facts, call), network_called(facts, call, loop)
    if not hosted and (not network or in_test(facts, call)):
        return
    for argument in call.args:
        given = _unconverted(facts, argument)
        parts = [given, *(cropped(facts, argument) if network else ())]
        why = next(
            (
                w
                for one in _loops(facts, loop, call)
                for p in parts
                if (w := _varies(facts, p, one))
            ),
            "",
        )
        step = (network or _compiles(facts, call, argument, _DEPTH)) if why else ""
        if step:
            text = facts.module.source(given)
            little = not network and _soon_compiled(facts, call, loop)
            severity = Severity.INFO if little else Severity.WARNING
            yield NewShape(argument, text, step, why, severity)
            return


def _soon_compiled(facts: Facts, call: ast.Call, loop: ast.AST) -> bool:
    """Whether a loop has few turns as its author left it, and each compiles a few operations: a
    function that is written out and calls no other one of the project."""
    turns = turns_left(facts, loop)
    callee = calls(facts).callee(call.func)
    code = code_of(facts, call.func, callee) if turns is not None and turns <= _SOON else None
    if code is None:
        return False
    made = [*code.home.module.inside(ast.Call, *code.function.body)]  # type: ignore[misc]
    more = [*code.home.module.inside(ast.BinOp, *code.function.body)]  # type: ignore[misc]
    inner = any(calls(code.home).function(one) is not None for one in made)
    plain = all(_is_plain(code.home, one) for one in made)
    return plain and not inner and len(made) + len(more) <= _LITTLE


def _is_plain(facts: Facts, call: ast.Call) -> bool:
    """Whether a call is of `jax.numpy`, or of a method of an array."""
    name = facts.names.call(call)
    return name.startswith("jax.numpy.") if name else isinstance(call.func, ast.Attribute)


_SOON = 32  # turns, of which each compiles what takes a part of a second
_LITTLE = 24  # operations


def _loops(facts: Facts, loop: ast.AST | None, node: ast.AST) -> Iterator[ast.AST]:
    """The loops around a node that have more than a few turns, the innermost first."""
    while loop is not None:
        if not short(facts, facts.module.statement(node), loop) and not _few(facts, loop):
            yield loop
        node, loop = loop, loop_around(facts, loop)


def _unconverted(facts: Facts, node: ast.expr) -> ast.expr:
    """What is handed over, behind conversions and the one name that a turn gives it."""
    while isinstance(node, ast.Call) and facts.names.call(node) in _CONVERSIONS and node.args:
        if isinstance(node.args[0], ast.Name) and not _is_part(facts.names.value(node.args[0])):
            break  # it may be a list, of which an array is made
        node = node.args[0]
    if isinstance(node, ast.Name):
        made = facts.names.value(node)
        if _is_part(made):
            assert made is not None
            return made
    return node


def _converted(facts: Facts, node: ast.expr) -> list[ast.expr]:
    """What a conversion is given."""
    converts = isinstance(node, ast.Call) and facts.names.call(node) in _CONVERSIONS
    return node.args if isinstance(node, ast.Call) and converts else []


def _is_part(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Subscript)


def _varies(facts: Facts, node: ast.expr, loop: ast.AST) -> str:
    """Why an array has a new length on each turn of a loop; "" if nothing says so."""
    if isinstance(node, ast.Subscript) and facts.module.within(node, loop):
        found = _counted_bound(facts, node, loop)
        return f"its length follows `{found.id}`" if found is not None else ""
    if isinstance(node, ast.Name) and isinstance(loop, LOOPS):
        grows = next((s for s in loop.body if _joins(facts, s, node.id)), None)
        alone = grows is not None and _only_change(facts, loop, node.id, grows)
        return f"it grows at {facts.at(grows)}" if alone and grows is not None else ""
    if isinstance(node, ast.Call) and node.args and isinstance(loop, LOOPS):
        head, _, short_name = (facts.names.call(node) or "").rpartition(".")
        held = node.args[0]
        if head in ("jax.numpy", "numpy") and short_name in _STACKS and isinstance(held, ast.Name):
            grows = next((s for s in loop.body if _appends(s, held.id)), None)
            if grows is not None and _only_appended(facts, loop, held.id):
                return f"`{held.id}` grows at {facts.at(grows)}"
    return ""


def _counted_bound(facts: Facts, node: ast.Subscript, loop: ast.AST) -> ast.Name | None:
    """The counter that one end of a slice follows, while the other end stays: `x[:t]`."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    for part in parts:
        if isinstance(part, ast.Slice) and part.step is None:
            ends = [end for end in (part.lower, part.upper) if end is not None]
            counts = [counter(facts, end) or _stepped(facts, end, loop) for end in ends]
            moving = [one for one in counts if one is not None]
            if len(moving) == 1:
                still = [e for e, c in zip(ends, counts, strict=True) if c is None]
                if all(static_int(facts, end) is not None for end in still):
                    return moving[0]
    return None


def _stepped(facts: Facts, end: ast.expr, loop: ast.AST) -> ast.Name | None:
    """A bound that is a number which every way through the turn of a `while` counts up or down."""
    if not isinstance(end, ast.Name) or not isinstance(loop, ast.While):
        return None
    holder = facts.module.scope[end].holder(end.id)
    bound = holder.bindings.get(end.id, []) if holder is not None else []
    within = [b for b in bound if facts.module.within(b.node, loop)]
    if len(within) == len(bound) or not all(_counts(facts, b.node, end.id) for b in within):
        return None
    return end if any(_always_steps(s, end.id) for s in loop.body) else None


def _counts(facts: Facts, node: ast.AST, name: str) -> bool:
    """Whether what binds a name adds a number to it."""
    match facts.module.statement(node):
        case ast.AugAssign(ast.Name(), ast.Add() | ast.Sub(), ast.Constant(int())):
            return True
        case ast.Assign(
            [ast.Name()], ast.BinOp(ast.Name(left), ast.Add() | ast.Sub(), ast.Constant(int()))
        ):
            return left == name
    return False


def _always_steps(statement: ast.stmt, name: str) -> bool:
    """Whether a statement, or both ways of a test, bind a name, or leave the loop."""
    if isinstance(statement, ast.If):
        ways = [statement.body, statement.orelse]
        return all(any(_always_steps(s, name) for s in way) for way in ways)
    if isinstance(statement, (ast.Break, ast.Return, ast.Raise)):
        return True
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    targets = [statement.target] if isinstance(statement, ast.AugAssign) else targets
    return any(is_name(target, name) for target in targets)


def _joins(facts: Facts, statement: ast.stmt, name: str) -> ast.Call | None:
    """`x = jnp.concatenate([x, new])`, where what is new is not made of `x` itself."""
    match statement:
        case ast.Assign([ast.Name(target)], ast.Call() as call) if target == name and call.args:
            pass
        case _:
            return None
    head, _, short_name = (facts.names.call(call) or "").rpartition(".")
    if head not in ("jax.numpy", "numpy") or short_name not in _JOINS:
        return None
    first = call.args[0]
    items = first.elts if isinstance(first, (ast.List, ast.Tuple)) else call.args
    own = [item for item in items if is_name(item, name)]
    others = [item for item in items if not is_name(item, name)]
    if len(own) != 1 or not others or name in read_names(*others):
        return None
    return call


def _only_change(facts: Facts, loop: ast.AST, name: str, grows: ast.stmt) -> bool:
    """Whether a loop binds a name at one place alone, and another before it."""
    holder = facts.module.scope[grows].holder(name)
    bindings = holder.bindings.get(name, []) if holder is not None else []
    within = [b for b in bindings if facts.module.within(b.node, loop)]
    return len(within) == 1 and len(bindings) > 1


def _appends(statement: ast.stmt, name: str) -> bool:
    """`held.append(x)`."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(held), "append"))):
            return held == name
    return False


def _only_appended(facts: Facts, loop: ast.AST, name: str) -> bool:
    """Whether a loop does nothing to a list but to append to it and to read it."""
    bound = facts.names.only_binding(next(n for n in ast.walk(loop) if is_name(n, name)))
    made = bound.value if bound is not None else None
    if bound is not None and isinstance(bound.node, ast.Assign):
        made = value_for(bound.node, name)
    if bound is None or not isinstance(made, (ast.List, ast.Call)):
        return False
    if isinstance(made, ast.Call) and not facts.names.is_builtin(made.func, "list"):
        return False  # a `deque` may leave out what is old
    if facts.module.within(bound.node, loop):
        return False
    for node in ast.walk(loop):
        around = facts.module.parent.get(node)
        if is_name(node, name) and isinstance(around, ast.Attribute) and around.attr != "append":
            return False
        if is_name(node, name) and isinstance(around, ast.Subscript):
            if not isinstance(around.ctx, ast.Load):
                return False
    return True


def _compiles(facts: Facts, call: ast.Call, argument: ast.expr, depth: int) -> str:
    """What a call compiles for the length of an argument, itself or where it hands it on."""
    if tracing(facts).compiled(call.func):
        wrap = tracing(facts).jitted(call.func)
        static = tracing(facts).static_arguments(call, wrap) if wrap is not None else []
        return "" if any(v is argument for _, v in static) else facts.module.source(call.func)
    callee = calls(facts).callee(call.func)
    if depth <= 0 or callee is None or callee.node is None or callee.wraps:
        return ""
    name = next((n for n, v in arguments(call, callee.node, callee.bound) if v is argument), "")
    for inner in facts.module.inside(ast.Call, callee.node):
        for given in inner.args if name else ():
            if any(is_name(n, name) for n in (given, *_converted(facts, given))):
                found = _compiles(facts, inner, given, depth - 1)
                if found:
                    return found
    return ""


def _grown(facts: Facts, loop: ast.For | ast.AsyncFor | ast.While) -> Iterator[NewShape]:
    """What a turn adds to an array of JAX by itself, whatever becomes of it."""
    if not _hosted(facts, loop) or _few(facts, loop):
        return
    for statement in loop.body:
        name = statement.targets[0] if isinstance(statement, ast.Assign) else None
        if not isinstance(name, ast.Name) or short(facts, statement, loop):
            continue
        call = _joins(facts, statement, name.id)
        if call is None or not (facts.names.call(call) or "").startswith("jax."):
            continue
        if _only_change(facts, loop, name.id, statement):
            turns = _turns(facts, loop)
            severity = Severity.WARNING if turns and turns >= _MANY else Severity.INFO
            yield NewShape(call, name.id, "", f"it is bound anew at {facts.at(call)}", severity)


def _few(facts: Facts, loop: ast.AST) -> bool:
    turns = _turns(facts, loop)
    return turns is not None and turns < FEW


def _turns(facts: Facts, loop: ast.AST) -> int | None:
    """How many turns a loop has, where constants and defaults tell."""
    head = loop if isinstance(loop, ast.For) else getattr(loop, "generators", [None])[0]
    return source_of(facts, head.target, head.iter).trip(facts) if head is not None else None
