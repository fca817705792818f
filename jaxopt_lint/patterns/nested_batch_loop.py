"""How the innermost body of a nest of loops reads as a function of one row of each array."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.excerpt import Excerpt, fresh, row_names
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import read_names
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.nest import Nest
from jaxopt_lint.semantics.subjects.looping.plan import NoPlan


@dataclass(frozen=True, slots=True)
class GridArgument:
    """What one turn is given: its name, the array, and the axis that each loop takes of it."""

    name: str
    value: str
    positions: tuple[int | None, ...]  # in the array as a whole, outermost loop first

    def axis(self, level: int) -> int | None:
        """The axis for the `vmap` of a level, which finds the axes of outer levels gone."""
        own = self.positions[level]
        if own is None:
            return None
        return own - sum(1 for p in self.positions[:level] if p is not None and p < own)


def grid_arguments(facts: Facts, nest: Nest, excerpt: Excerpt) -> list[GridArgument]:
    """What a turn takes; the rows in the excerpt are replaced by their names.

    Raises:
        NoPlan: a row is taken in a way that is no plain `x[i]`, `x[:, j]` or `x[i, j]`.
    """
    varying = frozenset().union(*(loop.varying for loop in nest.loops))
    out: list[GridArgument] = []
    for level, loop in enumerate(nest.loops):
        if loop.source.reversed or loop.source.start is not None or loop.source.step is not None:
            raise NoPlan("it does not count from zero by one")
        for element in loop.source.elements:
            if not isinstance(element.target, ast.Name) or element.unpacked:
                raise NoPlan("the rows that it takes have no names of their own")
            if read_names(element.array) & varying:
                raise NoPlan("an inner loop goes over a row of an outer one")
            positions = tuple(0 if k == level else None for k in range(len(nest.loops)))
            array = facts.module.source(element.array)
            out.append(GridArgument(element.target.id, array, positions))
    found: dict[tuple[str, tuple[int | None, ...]], list[ast.Subscript]] = {}
    for subscript in _subscripts(nest):
        if read_names(subscript.value) & varying:
            raise NoPlan("the array that a row is taken of changes in the loop")
        text = facts.module.source(subscript.value)
        places = found.setdefault((text, _positions(nest, subscript)), [])
        if subscript not in places:
            places.append(subscript)
    taken = {a.name for a in out}
    for (text, positions), places in found.items():
        taking = (loop for loop, p in zip(nest.loops, positions, strict=True) if p is not None)
        index = next(taking).index
        name = fresh(facts, nest.outer.node, *row_names(places[0].value, index or ""), taken=taken)
        taken.add(name)
        value = _cut(facts, nest, places[0].value, text, positions)
        out.append(GridArgument(name, value, positions))
        for place in places:
            excerpt.put(place, name)
    if any(all(a.positions[k] is None for a in out) for k in range(len(nest.loops))):
        raise NoPlan("one of the loops takes no rows of an array")
    return out


def grid_call(vmap: str, function: str, given: list[GridArgument], room: int, width: int) -> str:
    """The call of one `vmap` for each loop, the innermost first."""
    text = function
    for level in reversed(range(len(given[0].positions))):
        axes = [a.axis(level) for a in given]
        if all(a == 0 for a in axes):
            text = f"{vmap}({text})"
        elif len(axes) == 1:
            text = f"{vmap}({text}, in_axes={axes[0]})"
        else:
            text = f"{vmap}({text}, in_axes=({', '.join(map(str, axes))}))"
    values = ", ".join(a.value for a in given)
    if room + len(text) + len(values) + 2 <= width:
        return f"{text}({values})"
    return f"{text}(\n    {values}\n)"


def _subscripts(nest: Nest) -> list[ast.Subscript]:
    """Every place that takes a row with a counter, in source order."""
    gone = {o.place for o in nest.outputs if o.place is not None}
    out: list[ast.Subscript] = []
    for loop in nest.loops:
        for use in loop.uses:
            if use.subscript is not None and use.subscript in gone:
                continue
            if use.kind not in ("row", "gather") or use.subscript is None:
                raise NoPlan(use.why or "a counter is used for more than taking rows")
            if use.subscript not in out:
                out.append(use.subscript)
    return sorted(out, key=lambda s: (s.lineno, s.col_offset))


def _positions(nest: Nest, subscript: ast.Subscript) -> tuple[int | None, ...]:
    """The axis that each loop's counter takes in an index of counters and full slices."""
    index = subscript.slice
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    counters = [loop.index for loop in nest.loops]
    at: dict[str, int] = {}
    for position, item in enumerate(items):
        if isinstance(item, ast.Name) and item.id in counters and item.id not in at:
            at[item.id] = position
        elif isinstance(item, ast.Slice):
            if item.lower or item.upper or item.step:
                raise NoPlan("a row is taken together with a slice")
        else:
            raise NoPlan("a row is taken with another index")
    return tuple(at.get(name) if name is not None else None for name in counters)


def _cut(
    facts: Facts, nest: Nest, array: ast.expr, text: str, positions: tuple[int | None, ...]
) -> str:
    """An array, cut to the rows that the loops take where that may be fewer than all."""
    known = arrays(facts)
    for loop, position in zip(nest.loops, positions, strict=True):
        stop = loop.source.stop
        if position is None or stop is None or known.has_length(array, position, stop):
            continue
        if position != 0:
            raise NoPlan(f"`{text}` may have more rows than the loop takes")
        text = f"{text}[:{facts.module.source(stop)}]"
    return text
