"""How a loop reads as a function of one turn: its parameters, its body, its results."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.excerpt import Excerpt, fresh, row_names
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import assigned_names, keeps, parameters, stored_names
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.loops import Loop, loops
from jaxopt_lint.semantics.subjects.looping.outputs import Output


class NoPlan(Exception):
    """Why a loop cannot be written as a function, in words for the user."""


@dataclass(frozen=True, slots=True)
class Argument:
    """What one turn is given: the name it has there, the array it is a row of, the axis."""

    name: str
    value: str
    axis: int = 0


def arguments(
    facts: Facts,
    loop: Loop,
    excerpt: Excerpt,
    arange: Callable[[], str],
    gone: frozenset[ast.AST] = frozenset(),
) -> list[Argument]:
    """What a turn takes, counter first; the rows in the excerpt are replaced by their names.

    Args:
        arange: spells `jnp.arange`, and imports it, where the counter is needed as an array.
        gone: the `y.at[...]` that the rewrite leaves out.

    Raises:
        NoPlan: an array may have more rows than the loop takes, and cannot be cut.
    """
    out: list[Argument] = []
    taken: set[str] = set()
    index, stop = loop.source.index, loop.source.stop
    counted = loop.used("gather", "key", "compare", "arithmetic", "place")
    if index is not None and any(u.subscript is None or u.subscript not in gone for u in counted):
        out.append(Argument(index, _counts(facts, loop, arange())))
    for element in loop.source.elements:
        if element.unpacked or not isinstance(element.target, ast.Name):
            raise NoPlan("the rows that it takes have no names of their own")
        out.append(Argument(element.target.id, facts.module.source(element.array)))
    known = bool(loop.source.elements) or any(
        stop is not None and arrays(facts).has_length(array, axis, stop)
        for array, axis, _ in loop.rows
    )
    for array, axis, uses in loop.rows:
        assert index is not None
        name = fresh(facts, loop.node, *row_names(array, index), taken=taken)
        taken.add(name)
        out.append(Argument(name, _rows(facts, loop, array, axis, known), axis))
        for use in uses:
            assert use.subscript is not None
            excerpt.put(use.subscript, name + use.rest)
    return out


def results(
    facts: Facts, loop: Loop, excerpt: Excerpt, outputs: list[Output], taken: set[str]
) -> list[str]:
    """The names that the results of a turn have at its end.

    The statements that gathered them become plain assignments, or go.
    """
    out: list[str] = []
    for output in outputs:
        value = result_text(facts, excerpt, output)
        if isinstance(output.value, ast.Name) and not _rebound(loop, output):
            out.append(value)
            excerpt.drop_beside_comment(output.statement)
            continue
        wish = f"{output.name}_{(loop.index or 'row').strip('_') or 'row'}"
        name = fresh(facts, loop.node, wish, taken=taken | set(out))
        out.append(name)
        excerpt.put(output.statement, f"{name} = {value}")
    return out


def result_text(facts: Facts, excerpt: Excerpt, output: Output) -> str:
    """What one turn gives, with the rows put in; in parentheses where it takes several lines."""
    text = excerpt.expression(output.value)
    return f"({text})" if "\n" in text and not _bracketed(output.value) else text


def body_text(loop: Loop, excerpt: Excerpt) -> str:
    """The statements of a turn as the body of a nested function.

    Raises:
        NoPlan: a string in the body spans lines.
    """
    node = loop.statement
    if loop.counter is not None:
        excerpt.drop(loop.counter)
    try:
        return excerpt.block(node.body, node)
    except ValueError as error:
        raise NoPlan(str(error)) from None


def wrapped(target: str, function: str, given: list[str], column: int, width: int = 96) -> str:
    """`target = function(given, ...)`, on one line, three, or one a piece."""
    short = f"{target} = {function}({', '.join(given)})"
    if column + len(short) <= width:
        return short
    inner = ", ".join(given)
    if column + 4 + len(inner) <= width:
        return f"{target} = {function}(\n    {inner}\n)"
    return f"{target} = {function}(\n" + "".join(f"    {g},\n" for g in given) + ")"


def opens_block(facts: Facts, loop: Loop, removed: set[ast.stmt]) -> bool:
    """Whether nothing, or a blank line already, stands in front of the loop in the end."""
    module = facts.module
    before = [s for s in module.before(loop.statement) if s not in removed]
    row = loop.node.lineno - 1
    while row and module.lines[row - 1].strip().startswith("#"):
        row -= 1
    return not before or not module.lines[row - 1].strip()


def bounds(facts: Facts, loop: Loop) -> tuple[str, str, str]:
    """Start, stop and step of a counting loop as text; "" where they are left out."""
    source = loop.source
    parts = (source.start, source.stop, source.step)
    start, stop, step = ("" if part is None else facts.module.source(part) for part in parts)
    return start, stop, step


def _counts(facts: Facts, loop: Loop, arange: str) -> str:
    start, stop, step = bounds(facts, loop)
    if loop.source.kind != "count":
        return f"{arange}(len({facts.module.source(loop.source.elements[0].array)}))"
    if step:
        return f"{arange}({start or '0'}, {stop}, {step})"
    return f"{arange}({start}, {stop})" if start else f"{arange}({stop})"


def _rows(facts: Facts, loop: Loop, array: ast.expr, axis: int, known: bool) -> str:
    """An array, cut to the rows that the loop takes where that may be fewer than all."""
    source, text = loop.source, facts.module.source(array)
    if source.kind != "count":
        return text
    start, stop, step = bounds(facts, loop)
    assert source.stop is not None
    full = arrays(facts).has_length(array, axis, source.stop)
    # An array that is also read at `i + 1` has more rows than the loop takes.
    ahead = {ast.unparse(u.subscript.value) for u in loop.used("gather") if u.subscript}
    known = known and ast.unparse(array) not in ahead
    if (known or full) and not start and not step:
        return text
    if axis < 0:
        raise NoPlan(f"`{text}` may have more rows than the loop takes")
    return f"{text}[{':, ' * axis}{start}:{'' if full else stop}{':' + step if step else ''}]"


def _rebound(loop: Loop, output: Output) -> bool:
    """Whether the gathered name gets another value later in the turn."""
    assert isinstance(output.value, ast.Name)
    return output.value.id in stored_names(*loop.body[loop.body.index(output.statement) + 1 :])


def _bracketed(node: ast.expr) -> bool:
    """Whether an expression of several lines needs no parentheses around it."""
    return isinstance(node, (ast.Call, ast.List, ast.Dict, ast.Subscript, ast.ListComp))


def carry_of(facts: Facts, loop: Loop, stacked: list[Output]) -> list[str]:
    """The names whose values go from turn to turn, or out of the last one.

    Raises:
        NoPlan: a name of the body is read after the loop and has no value in front of it.
    """
    names = [*loop.carried, *(o.name for o in loop.outputs if o not in stacked)]
    for name in loop.live_outs:
        if name == loop.index or name not in loop.assigned:
            raise NoPlan(f"its counter or row `{name}` is read after the loop")
        if not bound_before(facts, loop, name):
            raise NoPlan(f"`{name}` is read after the loop, and has no value in front of it")
        names.append(name)
    for name in names:
        if loops(facts).starts_as_python(loop.statement, name):
            raise NoPlan(f"`{name}` does not start as an array or a number")
    if not names:
        raise NoPlan("nothing goes from one iteration to the next")
    return sorted(dict.fromkeys(names), key=lambda n: first_mention(loop, n))


def bound_before(facts: Facts, loop: Loop, name: str) -> bool:
    """Whether a statement in front of the loop, in its block, certainly binds a name."""
    function = facts.module.function(loop.node)
    given = parameters(function) if function is not None else []
    return name in given or any(
        not keeps(facts.module, [s], name) and name in assigned_names(s)
        for s in facts.module.before(loop.statement)
    )


def first_mention(loop: Loop, name: str) -> tuple[int, int]:
    """Where a body first mentions a name."""
    found = (n for n in loop.nodes if isinstance(n, ast.Name) and n.id == name)
    return min(((n.lineno, n.col_offset) for n in found), default=(0, 0))
