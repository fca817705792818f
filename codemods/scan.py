"""A loop along a sequence becomes one call of `jax.lax.scan`."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.eager_turns import REFUSED, EagerTurns
from jaxopt_lint.patterns.loop_codemod import CARRY, SAME_LENGTH, LoopCodemod, tuple_text
from jaxopt_lint.semantics.jax.excerpt import fresh
from jaxopt_lint.semantics.python import reads_after
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.endings import (
    buffer_dtype,
    fills,
    own_assignment,
    results_behind,
)
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.outputs import Output
from jaxopt_lint.semantics.subjects.looping.plan import (
    Argument,
    arguments,
    body_text,
    bounds,
    carry_of,
    results,
    wrapped,
)


class Scan(LoopCodemod[Loop | EagerTurns]):
    """Carry the state with `jax.lax.scan`."""

    preconditions = LoopCodemod.preconditions + CARRY

    def rebuild(self, loop: Loop | EagerTurns) -> None:
        if isinstance(loop, EagerTurns):
            self.refuse(REFUSED)
        self.loop = loop
        self.check_body(loop)
        self.check_counters(loop)
        self.check_modules(loop, "`scan`")
        self.check_carry(loop)
        self.check_turn(loop)
        self.check_lengths(loop)
        self._check_count(loop)
        self.check_traced(loop, "a scan")
        self._build(loop)

    def _check_count(self, loop: Loop) -> None:
        """Name the arrays that may have fewer rows than there are turns."""
        stop = loop.source.stop
        if stop is None:
            return
        for array, axis, _ in loop.rows:
            if not arrays(self.facts).has_length(array, axis, stop):
                text = self.code(array)
                self.lower(SAME_LENGTH, f"nothing says that `{text}` has {self.code(stop)} rows")

    def _build(self, loop: Loop) -> None:
        node = loop.statement
        stacked = [o for o in loop.history if self._is_stacked(loop, o)]
        carry = carry_of(self.facts, loop, stacked)
        places = frozenset(o.place for o in stacked if o.place is not None)
        unpacked = self._unpacked(loop)
        given = [] if unpacked else arguments(
            self.facts, loop, self.excerpt, lambda: self.spelled("jax.numpy.arange", node), places
        )  # fmt: skip
        taken = {a.name for a in given}
        step = fresh(self.facts, node, "step", "scan_step", taken=taken)
        gathered = results(self.facts, loop, self.excerpt, stacked, taken)
        state, opening = self.opened(loop, carry, "carry", taken)
        if unpacked:
            row, xs = unpacked
        else:
            row, more = self.opened(loop, [a.name for a in given], "inputs", taken)
            opening += more
            xs = tuple_text([self._leading(a, node) for a in given])
        body = body_text(loop, self.excerpt)
        back = f"    return {tuple_text(carry)}, {tuple_text(gathered) if gathered else None}\n"
        comment = self.excerpt.header_comment(node)
        definition = f"def {step}({state}, {row}):{comment}\n{opening}{body}{back}"
        new = self._call(loop, step, carry, xs, self._gather(loop, stacked))
        self.put(loop, definition + "\n" + "\n".join(new) + "\n")

    # -- what goes in -------------------------------------------------------------------

    def _is_stacked(self, loop: Loop, output: Output) -> bool:
        """Whether results become an array of their own; else the buffer is carried along."""
        if output.kind == "append":
            if any(c.kind == "other" for c in output.consumers) or not output.stacked:
                self.refuse(f"`{output.name}` is used as a list afterwards")
            if arrays(self.facts).contained(output.value):
                self.refuse("each iteration gives a Python container, not an array")
            return True
        full = output.axis == 0 and fills(self.facts, loop, output)
        return full and buffer_dtype(self.facts, output) is not None

    def _unpacked(self, loop: Loop) -> tuple[str, str] | None:
        """`for row in zip(*arrays)`: the row as a parameter, and the arrays."""
        for element in loop.source.elements:
            if element.unpacked:
                if not isinstance(element.target, ast.Name):
                    self.refuse("the rows that it takes are unpacked in the loop's head")
                return element.target.id, self.code(element.array)
        return None

    def _leading(self, argument: Argument, at: ast.AST) -> str:
        if argument.axis == 0:
            return argument.value
        return f"{self.spelled('jax.numpy.moveaxis', at)}({argument.value}, {argument.axis}, 0)"

    # -- what comes out -----------------------------------------------------------------

    def _gather(self, loop: Loop, stacked: list[Output]) -> list[tuple[str, str]]:
        """For each stack of results, the name it gets and the statement that finishes it."""
        out: list[tuple[str, str]] = []
        node = loop.statement
        run = results_behind(self.facts, node, stacked)
        for output in stacked:
            self.leave_out(output.init)
            if output.kind == "set":
                dtype = buffer_dtype(self.facts, output)
                out.append((output.name, f"{output.name} = {output.name}.astype({dtype})"))
                continue
            if output in run and not loop.source.reversed:
                statement, target = run[output]
                self.leave_out(statement)
                out.append((target, ""))
                continue
            out.append((output.name, self._finish(loop, output)))
        return out

    def _finish(self, loop: Loop, output: Output) -> str:
        turned = loop.source.reversed
        for consumer in output.consumers:
            place = consumer.node
            if consumer.kind == "turn":
                assert isinstance(place, ast.stmt)
                turned = not turned
                self.leave_out(place)
            elif consumer.kind in ("stack", "array") and not consumer.axis:
                assert isinstance(place, ast.Call)
                statement = self.module.statement(place)
                if own_assignment(statement, consumer, output.name):
                    self.leave_out(statement)
                elif consumer.kind == "stack" or len(place.args) + len(place.keywords) == 1:
                    # `jnp.stack(xs[::-1])`: the list is turned around where it is read.
                    self.replace(place, self.code(place.args[0]))
            elif consumer.kind == "sum":
                assert isinstance(place, ast.Call)
                self.replace(place.func, self.spelled("jax.numpy.sum", place))
                self.replace(place.args[0], f"{self.code(place.args[0])}, axis=0")
        return f"{output.name} = {output.name}[::-1]" if turned else ""

    def _call(
        self, loop: Loop, step: str, carry: list[str], xs: str, gathered: list[tuple[str, str]]
    ) -> list[str]:
        node = loop.statement
        live = any(reads_after(self.module, node, name) for name in carry)
        state = tuple_text(carry) if live else "_"
        ys = tuple_text([name for name, _ in gathered]) if gathered else "_"
        options = ["reverse=True"] if loop.source.reversed else []
        if not xs:
            start, stop, skip = bounds(self.facts, loop)
            if skip:
                self.refuse("it counts in steps")
            xs = "None"
            options.append(f"length={stop}" if not start else f"length={stop} - {start}")
        given = [step, tuple_text(carry), xs, *options]
        call = wrapped(f"{state}, {ys}", self.spelled("jax.lax.scan", node), given, node.col_offset)
        return [call, *(text for _, text in gathered if text)]
