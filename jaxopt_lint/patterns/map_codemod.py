"""Where the results of a mapped loop go: what was gathered in a list, a buffer or a sum is bound by
the same name, or stands where the list was read."""

from __future__ import annotations

import ast
from functools import partial

from jaxopt_lint.patterns.loop_codemod import LoopCodemod
from jaxopt_lint.patterns.map_plan import WIDTH, reading
from jaxopt_lint.rule import M
from jaxopt_lint.semantics.jax.excerpt import fresh
from jaxopt_lint.semantics.subjects.looping.endings import (
    buffer_dtype,
    fills,
    is_scalar,
    own_assignment,
    results_behind,
)
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.outputs import Output
from jaxopt_lint.semantics.subjects.looping.plan import bounds
from jaxopt_lint.semantics.subjects.looping.readers import Consumer, next_reader


class MapCodemod(LoopCodemod[M]):
    """A codemod that computes all turns of a loop at once, as one array of results."""

    def bound(self, loop: Loop, outputs: list[Output], mapped: str, *, moved: bool) -> list[str]:
        """The statements that bind the results where all turns are mapped at once.

        Args:
            mapped: the call that computes all of them.
            moved: a definition stands in front of what the loop is replaced by.
        """
        first = outputs[0]
        if len(outputs) == 1 and first.kind != "append":
            new = [self._assignment(loop, first, mapped)]
            self._drop_start(loop, first)
            return new
        if len(outputs) == 1 and (place := self._following_reader(loop, first, mapped)):
            self.leave_out(first.init)
            return self._read_next(loop, *place, moved=moved)
        return self._several(loop, outputs, mapped)

    def summed(self, loop: Loop, term: ast.expr, mapped: str) -> str:
        """The sum of all terms; only shown where they may be arrays, whose order matters."""
        scalar = is_scalar(self.facts, term)
        self.display = not scalar
        total = self.spelled("jax.numpy.sum", loop.node)
        return f"{total}({mapped}{'' if scalar else ', axis=0'})"

    def read_as(self, consumer: Consumer, text: str) -> tuple[ast.AST, str]:
        """What a reader of the list reads now: the node that is replaced, and its new text."""
        total = partial(self.spelled, "jax.numpy.sum", consumer.node)
        return reading(self.facts, self.excerpt, consumer, text, total)

    def read_by_name(self, name: str, consumers: tuple[Consumer, ...]) -> None:
        """Let the readers of a list read the array of that name."""
        for consumer in consumers:
            if consumer.kind in ("stack", "array", "sum", "tree"):
                statement = self.module.statement(consumer.node)
                if own_assignment(statement, consumer, name):
                    self.leave_out(statement)
                else:
                    self.replace(*self.read_as(consumer, name))

    def _assignment(self, loop: Loop, output: Output, mapped: str) -> str:
        if output.kind == "sum":
            gathered = self.summed(loop, output.value, mapped)
            if self._starts_at_nothing(output):
                return f"{output.name} = {gathered}"
            return f"{output.name} = {output.name} + {gathered}"
        if fills(self.facts, loop, output):
            dtype = buffer_dtype(self.facts, output)
            if dtype is not None:
                return f"{output.name} = {mapped}.astype({dtype})"
        assert output.axis is not None
        if output.axis < 0 or loop.source.stop is None:
            self.refuse(f"`{output.name}` may have more rows than the loop fills")
        start, stop, step = bounds(self.facts, loop)
        place = f"{':, ' * output.axis}{start}:{stop}{':' + step if step else ''}"
        return f"{output.name} = {output.name}.at[{place}].set({mapped})"

    def _starts_at_nothing(self, output: Output) -> bool:
        value = output.start
        if not isinstance(value, ast.Constant) or value.value != 0:
            return False
        return type(value.value) is int or is_scalar(self.facts, output.value)

    def _drop_start(self, loop: Loop, output: Output) -> None:
        assert output.init is not None
        if output.kind == "sum":
            if self._starts_at_nothing(output):
                self.leave_out(output.init)
        elif fills(self.facts, loop, output) and buffer_dtype(self.facts, output) is not None:
            self.leave_out(output.init)

    def _following_reader(
        self, loop: Loop, output: Output, mapped: str
    ) -> tuple[ast.stmt, ast.AST, str] | None:
        """The only reader of the list, if that is the next statement, and what it reads now."""
        if output.kind != "append" or not isinstance(loop.node, ast.For):
            return None
        found = next_reader(self.facts, loop.node, output.consumers)
        if found is None:
            return None
        after, consumer = found
        row = self.module.lines[after.lineno - 1]
        if len(row.rstrip()) + len(mapped) - len(self.code(consumer.node)) > WIDTH:
            return None
        return after, *self.read_as(consumer, mapped)

    def _read_next(
        self, loop: Loop, after: ast.stmt, node: ast.AST, text: str, *, moved: bool
    ) -> list[str]:
        """Let the reader behind the loop read the result; what of it goes behind a new `def`."""
        end = loop.node.end_lineno or loop.node.lineno
        if not moved or after.lineno != end + 1:
            self.replace(node, text)
            return []
        self.excerpt.put(node, text)
        comment = self.excerpt.comment_beside(after)
        self.remove(after)
        return [self.excerpt.expression(after) + (f"  {comment}" if comment else "")]

    def _several(self, loop: Loop, outputs: list[Output], mapped: str) -> list[str]:
        """Bind the results by name, and let the readers of the lists read those."""
        names, after = [], []
        run = results_behind(self.facts, loop.node, outputs)  # type: ignore[arg-type]
        for output in outputs:
            if output.kind != "append":
                name = fresh(self.facts, loop.node, f"{output.name}_rows")
                names.append(name)
                after.append(self._assignment(loop, output, name))
                self._drop_start(loop, output)
                continue
            self.leave_out(output.init)
            if output in run:
                statement, target = run[output]
                names.append(target)
                self.leave_out(statement)
                continue
            names.append(output.name)
            self.read_by_name(output.name, output.consumers)
        return [f"{', '.join(names)} = {mapped}", *after]
