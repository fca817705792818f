"""A nest of loops over rows becomes one `jax.vmap` for each loop."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Promise
from jaxopt_lint.patterns.loop_codemod import TURN, LoopCodemod
from jaxopt_lint.patterns.nested_batch_loop import GridArgument, grid_arguments, grid_call
from jaxopt_lint.semantics.jax.excerpt import fresh, one_line
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.endings import (
    buffer_dtype,
    is_scalar,
    is_stack,
    own_assignment,
)
from jaxopt_lint.semantics.subjects.looping.nest import Nest
from jaxopt_lint.semantics.subjects.looping.outputs import Output
from jaxopt_lint.semantics.subjects.looping.plan import body_text, result_text
from jaxopt_lint.semantics.subjects.looping.readers import Consumer, stacking

_WIDTH = 100


class NestedVmap(LoopCodemod[Nest]):
    """Map over every combination of rows with one `jax.vmap` for each loop."""

    promise = Promise.CLOSE
    preconditions = TURN

    def rebuild(self, nest: Nest) -> None:
        for loop in (nest.outer, nest.inner):
            self.check_turn(loop)
        if nest.outer.element is not None:
            self._comprehension(nest)
        else:
            self._loops(nest)

    # -- comprehensions -----------------------------------------------------------------

    def _comprehension(self, nest: Nest) -> None:
        outer, inner = nest.outer, nest.inner
        if len(nest.loops) != 2 or inner.element is None:
            self.refuse("it is nested more than once")
        if inner.stacker is not None and not self._whole(inner.stacker):
            self.refuse("the inner results are not simply stacked")
        if arrays(self.facts).contained(inner.element):
            self.refuse("each iteration gives a Python container, not an array")
        given = grid_arguments(self.facts, nest, self.excerpt)
        names = ", ".join(a.name for a in given)
        value = self.excerpt.expression(inner.element)
        if "#" in self.code(outer.node):
            self.refuse("a comment stands within it")
        function = f"lambda {names}: {value}"
        if "\n" in value:
            function = one_line(function) or function
        function = self._called(inner.element, given) or function
        mapped = self._mapped(nest, function, given, 12)
        if outer.stacker is not None:
            if not self._whole(outer.stacker):
                self.refuse("the results are not simply stacked")
            self.replace(outer.stacker, mapped)
            return
        around = self.module.parent[outer.node]
        if not isinstance(around, ast.Assign) or not isinstance(around.targets[0], ast.Name):
            self.refuse("its list is not made an array")
        self.replace(outer.node, mapped)
        self._read_by_name(around.targets[0].id, outer.consumers)

    # -- statements ---------------------------------------------------------------------

    def _loops(self, nest: Nest) -> None:
        node, inner = nest.outer.node, nest.inner
        assert isinstance(node, ast.For) and isinstance(inner.node, ast.For)
        if len(nest.loops) != 2:
            self.refuse("it is nested more than once")
        if len(inner.outputs) != 1:
            self.refuse("it gathers several things")
        output = (nest.outputs or inner.outputs)[0]
        if output.statement is not inner.body[-1]:
            self.refuse(f"something follows what gathers `{output.name}`")
        self._check_levels(nest)
        given = grid_arguments(self.facts, nest, self.excerpt)
        if arrays(self.facts).contained(output.value):
            self.refuse("each iteration gives a Python container, not an array")
        target = nest.outer.outputs[0] if nest.outer.outputs else output
        plain = self._called(output.value, given) if len(inner.body) == 1 else ""
        if plain and "#" not in "".join(self.module.lines[node.lineno - 1 : node.end_lineno]):
            call = self._ending(nest, target, output, self._mapped(nest, plain, given, 25))
            self.replace_statement(node, self.surgeon.parse(call + "\n", node))
            return
        taken = {a.name for a in given}
        name = fresh(self.facts, node, "one", "one_row", "per_pair", taken=taken)
        value = result_text(self.facts, self.excerpt, output)
        self.excerpt.put(output.statement, f"return {value}")
        comment = self.excerpt.header_comment(node)
        definition = f"def {name}({', '.join(a.name for a in given)}):{comment}\n"
        definition += body_text(inner, self.excerpt)
        call = self._ending(nest, target, output, self._mapped(nest, name, given, 25))
        for loop in nest.loops:
            self.drop_count(loop, definition + call, {node})
        self.put(nest.outer, f"{definition}\n{call}\n")

    def _check_levels(self, nest: Nest) -> None:
        """Between two levels nothing may stand but the lists that they gather."""
        for loop, within in zip(nest.loops, nest.loops[1:], strict=False):
            assert isinstance(within.node, ast.For) and isinstance(loop.node, ast.For)
            if self._comments_between(loop.node, within.node):
                self.refuse("a comment stands between the loops")
            if nest.outputs:
                if loop.body != [within.node]:
                    self.refuse("work is done between the loops")
                continue
            mine, theirs = loop.outputs[0], within.outputs[0]
            if len(loop.outputs) != 1 or len(within.outputs) != 1:
                self.refuse("it gathers several things")
            stacked = [c.node for c in theirs.consumers if self._plain(c)]
            between = loop.body != [theirs.init, within.node, mine.statement]
            if between or len(theirs.consumers) != 1 or stacked != [mine.value]:
                self.refuse("work is done between the loops")

    def _comments_between(self, loop: ast.For, within: ast.For) -> bool:
        """Whether a comment stands under a loop's head, or behind the loop within."""
        rows = self.module.lines
        inner_end = within.end_lineno or within.lineno
        head = loop.iter.end_lineno or loop.lineno
        tail = rows[inner_end : loop.end_lineno or inner_end]
        between = any("#" in r for r in (*rows[head : within.lineno - 1], *tail))
        return between or bool(self.excerpt.header_comment(within))

    def _ending(self, nest: Nest, target: Output, output: Output, mapped: str) -> str:
        if output.kind == "sum":
            total = self.spelled("jax.numpy.sum", nest.outer.node)
            scalar = is_scalar(self.facts, output.value)
            self.display = not scalar
            axes = "" if scalar else f", axis={tuple(range(len(nest.loops)))}"
            return f"{output.name} = {output.name} + {total}({mapped}{axes})"
        if target.kind == "append":
            if not target.consumers or not all(self._reads(c) for c in target.consumers):
                self.refuse(f"`{target.name}` is used as a list afterwards")
            self._drop(target)
            self._read_by_name(target.name, target.consumers)
            return f"{target.name} = {mapped}"
        if target.kind != "set" or not nest.outputs or target.place is None:
            self.refuse(f"`{target.name}` is filled in a way that is not recognised")
        items = target.place.slice
        found = items.elts if isinstance(items, ast.Tuple) else [items]
        names = [n.id if isinstance(n, ast.Name) else None for n in found]
        if names != [loop.index for loop in nest.loops]:
            self.refuse(f"the index into `{target.name}` is not the counters in their order")
        dtype = buffer_dtype(self.facts, target)
        if self._fills(nest, target) and dtype is not None:
            self._drop(target)
            return f"{target.name} = {mapped}.astype({dtype})"
        stops = [loop.source.stop for loop in nest.loops]
        if any(s is None for s in stops):
            self.refuse(f"`{target.name}` may have more rows than the loops fill")
        place = ", ".join(":" + self.code(s) for s in stops if s is not None)
        rows = fresh(self.facts, nest.outer.node, f"{target.name}_rows")
        return f"{rows} = {mapped}\n{target.name} = {target.name}.at[{place}].set({rows})"

    def _fills(self, nest: Nest, output: Output) -> bool:
        """Whether the buffer has exactly the rows that the loops count."""
        known = arrays(self.facts)
        for axis, loop in enumerate(nest.loops):
            size, stop = known.made_size(output.start, axis), loop.source.stop
            if size is None or stop is None or not known.same_count(size, stop):
                return False
        return True

    def _called(self, value: ast.expr, given: list[GridArgument]) -> str:
        """The function that a value is a call of, where it takes the rows and nothing else."""
        match value:
            case ast.Call(ast.Name() | ast.Attribute() as func, args, []):
                rows = [a.name for a in given]
                return self.code(func) if [*map(self.excerpt.expression, args)] == rows else ""
        return ""

    # -- small things -------------------------------------------------------------------

    def _mapped(self, nest: Nest, function: str, given: list[GridArgument], lead: int) -> str:
        vmap = self.spelled("jax.vmap", nest.outer.node)
        return grid_call(vmap, function, given, nest.outer.node.col_offset + lead, _WIDTH)

    def _plain(self, consumer: Consumer) -> bool:
        return is_stack(consumer) and not consumer.axis

    def _whole(self, call: ast.Call) -> bool:
        """Whether a call does nothing but stack along the first axis."""
        consumer = stacking(self.facts, call)
        return consumer.kind in ("stack", "array") and not consumer.axis

    def _reads(self, consumer: Consumer) -> bool:
        return consumer.kind == "len" or self._plain(consumer)

    def _read_by_name(self, name: str, consumers: tuple[Consumer, ...]) -> None:
        """Let those who stack a list read the array of that name."""
        for consumer in consumers:
            if not self._reads(consumer):
                self.refuse(f"`{name}` is used as a list afterwards")
            statement = self.module.statement(consumer.node)
            if own_assignment(statement, consumer, name):
                self.drop(statement)
            elif consumer.kind != "len":
                self.replace(consumer.node, name)

    def _drop(self, output: Output) -> None:
        if output.init is None or not isinstance(output.init.targets[0], ast.Name):
            self.refuse(f"`{output.name}` is created together with other names")
        self.drop(output.init)
