"""A loop over rows becomes one call of `jax.vmap`."""

from __future__ import annotations

import ast
from functools import partial

from jaxopt_lint.codemod import Promise
from jaxopt_lint.patterns.eager_turns import REFUSED, EagerTurns
from jaxopt_lint.patterns.fills import Fill
from jaxopt_lint.patterns.loop_codemod import SAME_LENGTH
from jaxopt_lint.patterns.map_codemod import MapCodemod
from jaxopt_lint.patterns.map_plan import Mapped, inline, named
from jaxopt_lint.semantics.jax.excerpt import fresh, one_line
from jaxopt_lint.semantics.python import layout, read_names
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.loops import Loop, loops
from jaxopt_lint.semantics.subjects.looping.outputs import Output
from jaxopt_lint.semantics.subjects.looping.plan import (
    Argument,
    arguments,
    body_text,
    result_text,
    results,
)
from jaxopt_lint.semantics.subjects.looping.readers import stacking
from jaxopt_lint.semantics.subjects.looping.row_loops import RowLoop


class Vmap(MapCodemod[Fill | RowLoop | EagerTurns]):
    """Map over the rows with `jax.vmap`."""

    promise = Promise.CLOSE

    def rebuild(self, found: Fill | RowLoop | EagerTurns) -> None:
        if isinstance(found, EagerTurns):
            self.refuse(REFUSED)
        self.loop = loop = loops(self.facts).of(found.node)
        self.gradient = found.gradient if isinstance(found, RowLoop) else None
        self._check(loop)
        places = frozenset(o.place for o in loop.outputs if o.place is not None)
        arange = partial(self.spelled, "jax.numpy.arange", found.node)
        given = arguments(self.facts, loop, self.excerpt, arange, places)
        if loop.element is not None:
            self._comprehension(loop, given)
        else:
            self._loop(loop, given)

    # -- may it be mapped? --------------------------------------------------------------

    def _check(self, loop: Loop) -> None:
        self.check_body(loop)
        if loop.carried:
            self.refuse(f"`{loop.carried[0]}` goes from one iteration to the next")
        if loop.live_outs:
            self.refuse(f"`{loop.live_outs[0]}` is read after the loop")
        if loop.source.reversed:
            self.refuse("it goes backwards")
        if any(e.unpacked for e in loop.source.elements):
            self.refuse("it goes over an unpacked tuple, which may hold other things than arrays")
        self.check_counters(loop)
        if not (loop.rows or loop.source.elements):
            self.refuse("it takes no rows of an array")
        self.check_modules(loop, "`vmap`")
        self.check_turn(loop)
        self.check_lengths(loop)
        self._check_count(loop)

    def _check_count(self, loop: Loop) -> None:
        """An array may have fewer rows than the loop has turns: JAX reads the last one again."""
        stop = loop.source.stop
        if not loop.rows or stop is None:
            return
        rows = [(self.code(a), arrays(self.facts).has_length(a, x, stop)) for a, x, _ in loop.rows]
        for text, full in rows:
            if not any(known for _, known in rows):
                unsaid = f"nothing says that `{text}` has {self.code(stop)} rows"
                reread = "JAX reads the last row again where there are fewer"
                self.refuse(f"{unsaid}, and {reread}", SAME_LENGTH)
            if not full:
                self.lower(SAME_LENGTH, f"`{text}` may have other rows than the loop has turns")

    # -- building -----------------------------------------------------------------------

    def _text(self, loop: Loop, mapped: Mapped, out_axes: list[int], lead: int = 12) -> str:
        vmap = self.spelled("jax.vmap", loop.node)
        text = mapped.text(vmap, out_axes, loop.node.col_offset + lead)
        if loop.element is not None:
            self.drop_count(loop, text)
            text = layout.continued(text, self.module, loop.stacker or loop.node)
        return text

    def _inline(self, loop: Loop, given: list[Argument], value: ast.expr) -> Mapped:
        whole = self.gradient is not None and self.gradient.call is value
        return inline(self.facts, loop, self.excerpt, given, value, whole)

    def _comprehension(self, loop: Loop, given: list[Argument]) -> None:
        assert loop.element is not None and isinstance(loop.node, (ast.ListComp, ast.GeneratorExp))
        found = self._inline(loop, given, loop.element)
        if "\n" in found.function:
            if "#" in found.function:
                self.refuse("a comment stands within it")
            found = Mapped(one_line(found.function), found.values, found.axes)
        if loop.stacker is not None or any(c.kind != "tree" for c in loop.consumers):
            self._check_row(loop.element)
        if loop.stacker is None:
            self._named_list(loop, found)
            return
        consumer = stacking(self.facts, loop.stacker)
        if consumer.kind == "sum":
            mapped = self._text(loop, found, [0])
            self.replace(loop.stacker, self.summed(loop, loop.element, mapped))
        elif consumer.kind == "join":
            self.replace(loop.node, self._text(loop, found, [0]))
        else:
            self.replace(loop.stacker, self._text(loop, found, [consumer.axis]))

    def _named_list(self, loop: Loop, found: Mapped) -> None:
        """`xs = [...]`, which is stacked later, or `*[...]`, which `jax.tree.map` takes apart."""
        around = self.module.parent[loop.node]
        kinds = {c.kind for c in loop.consumers}
        axes = {c.axis for c in loop.consumers if c.kind in ("stack", "array")}
        if not kinds or kinds & {"other", "turn"} or axes - {0}:
            self.refuse("its list is not made an array")
        if isinstance(around, ast.Starred):
            self.replace(*self.read_as(loop.consumers[0], self._text(loop, found, [0])))
            return
        assert isinstance(around, ast.Assign) and isinstance(around.targets[0], ast.Name)
        self.replace(loop.node, self._text(loop, found, [0]))
        self.read_by_name(around.targets[0].id, loop.consumers)

    def _loop(self, loop: Loop, given: list[Argument]) -> None:
        node = loop.node
        assert isinstance(node, ast.For)
        outputs = list(loop.outputs)
        if not outputs:
            self.refuse("it gathers nothing")
        for output in outputs:
            self._check_output(loop, output)
        definition, function = self._function(loop, given, outputs)
        room = sum(len(o.name) + 2 for o in outputs) + (20 if outputs[0].kind == "set" else 3)
        mapped = self._text(loop, function, [self._axis(o) for o in outputs], room)
        new = self.bound(loop, outputs, mapped, moved=bool(definition))
        text = "\n".join(new) + "\n"
        if definition:
            text = definition + ("\n" + text if new else "")
        self.drop_count(loop, text)
        self.put(loop, text, spaced=bool(definition))

    def _check_output(self, loop: Loop, output: Output) -> None:
        if output.kind == "append":
            if any(c.kind in ("other", "turn") for c in output.consumers):
                self.refuse(f"`{output.name}` is used as a list afterwards")
            axes = {c.axis for c in output.consumers if c.kind in ("stack", "array")}
            if not output.consumers or (axes - {0} and len(output.consumers) > 1):
                self.refuse(f"`{output.name}` is stacked in several ways")
        elif output.kind == "set":
            if output.axis is None:
                self.refuse(f"the index into `{output.name}` is more than a row number")
            if output.init is None:
                self.refuse(f"`{output.name}` is not created right in front of the loop")
        elif output.start is None or isinstance(output.start, (ast.List, ast.Tuple)):
            self.refuse(f"`{output.name}` does not start from a number or array seen here")
        if output.kind == "append" and any(c.kind != "tree" for c in output.consumers):
            self._check_row(output.value)
        if not read_names(output.value) & loop.varying:
            self.refuse(f"`{output.name}` gets the same value on each iteration")

    def _check_row(self, value: ast.expr) -> None:
        """`jnp.array` makes an array of lists in a list; `jax.vmap` would give a list of arrays."""
        if arrays(self.facts).contained(value):
            self.refuse("each iteration gives a Python container, not an array")

    def _axis(self, output: Output) -> int:
        """Where the axis of the rows is in what is gathered."""
        if output.kind == "append":
            return next((c.axis for c in output.consumers if c.kind == "stack"), 0)
        return (output.axis or 0) if output.kind == "set" else 0

    def _function(
        self, loop: Loop, given: list[Argument], outputs: list[Output]
    ) -> tuple[str, Mapped]:
        """The text of the mapped function, and how it is mapped."""
        node = loop.node
        assert isinstance(node, ast.For)
        params = ", ".join(a.name for a in given)
        rows = self.module.lines[node.lineno - 1 : (node.end_lineno or node.lineno)]
        if len(node.body) == 1 and len(outputs) == 1 and "#" not in "".join(rows):
            short = self._inline(loop, given, outputs[0].value)
            nested = any(isinstance(n, ast.Lambda) for n in ast.walk(outputs[0].value))
            plain = "\n" not in short.function and not nested
            if plain and len(short.function) < 60:
                return "", short
        name = fresh(self.facts, node, "one", "one_row", "per_row")
        names: list[str] = []
        if len(outputs) == 1 and outputs[0].statement is node.body[-1]:
            value = result_text(self.facts, self.excerpt, outputs[0])
            self.excerpt.put(outputs[0].statement, f"return {value}")
        else:
            taken = {a.name for a in given}
            names = results(self.facts, loop, self.excerpt, outputs, taken)
        body = body_text(loop, self.excerpt)
        if names:
            body += f"    return {', '.join(names)}\n"
        comment = self.excerpt.header_comment(node)
        return f"def {name}({params}):{comment}\n{body}", named(name, given)
