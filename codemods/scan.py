"""A loop along a sequence becomes one call of `jax.lax.scan`."""

from __future__ import annotations

import ast
from typing import ClassVar

from jaxopt_lint.finding import Promise
from jaxopt_lint.patterns.loop_codemod import SAME_LENGTH, STEADY_CARRY, UNCHECKED_AXES, LoopCodemod
from jaxopt_lint.semantics.jax.excerpt import Excerpt, fresh, without_trailing_space
from jaxopt_lint.semantics.python.liveness import reads_after
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.endings import (
    buffer_dtype,
    fills,
    left_out,
    own_assignment,
    results_behind,
)
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.modules import modules_called
from jaxopt_lint.semantics.subjects.looping.outputs import Output
from jaxopt_lint.semantics.subjects.looping.plan import (
    Argument,
    NoPlan,
    arguments,
    body_text,
    bounds,
    carry_of,
    opens_block,
    results,
    wrapped,
)


class Scan(LoopCodemod[Loop]):
    """Carry the state with `jax.lax.scan`."""

    promise: ClassVar[Promise] = Promise.ASK
    preconditions = (*LoopCodemod.preconditions, STEADY_CARRY, UNCHECKED_AXES)

    def rewrite(self, loop: Loop) -> None:
        self._check(loop)
        self.excerpt = Excerpt(self.facts)
        self.removed: set[ast.stmt] = set()
        self.loop = loop
        try:
            self._build(loop)
        except NoPlan as reason:
            self.refuse(str(reason))

    def _check(self, loop: Loop) -> None:
        if loop.obstacle:
            self.refuse(loop.obstacle)
        for use in loop.used("static", "argument", "block"):
            self.refuse(use.why)
        if loop.used("arithmetic") and not loop.source.traced:
            self.refuse("its counter takes part in arithmetic, where an array of counters "
                        "would give another dtype")  # fmt: skip
        module = modules_called(self.facts, list(loop.body), loop.node)
        if module is not None:
            self.refuse(f"it calls {module}, which the framework's own `scan` must know of")
        self.check_carry(loop)
        self.check_turn(loop)
        self.check_lengths(loop)
        self._check_count(loop)
        if loop.traced_at is None:
            self.refuse("nothing says that this runs under `jax.jit`, and elsewhere a scan is "
                        "compiled at each call")  # fmt: skip

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
        node = loop.node
        assert isinstance(node, (ast.For, ast.While))
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
        state, opening = self._opened(loop, carry, "carry", taken)
        if unpacked:
            row, xs = unpacked
        else:
            row, more = self._opened(loop, [a.name for a in given], "inputs", taken)
            opening += more
            xs = _tuple([self._leading(a, node) for a in given])
        body = body_text(loop, self.excerpt)
        back = f"    return {_tuple(carry)}, {_tuple(gathered) if gathered else None}\n"
        comment = self.excerpt.header_comment(node)
        definition = f"def {step}({state}, {row}):{comment}\n{opening}{body}{back}"
        new = self._call(loop, step, carry, xs, self._gather(loop, stacked))
        lead = "" if opens_block(self.facts, loop, self.removed) else "\n"
        text = lead + definition + "\n" + "\n".join(new) + "\n"
        self.replace_statement(node, without_trailing_space(self.surgeon.parse(text, node)))

    # -- what goes in -------------------------------------------------------------------

    def _is_stacked(self, loop: Loop, output: Output) -> bool:
        """Whether results become an array of their own; else the buffer is carried along."""
        if output.kind == "append":
            if any(c.kind == "other" for c in output.consumers) or not output.stacked:
                self.refuse(f"`{output.name}` is used as a list afterwards")
            if arrays(self.facts).contained(output.value):
                self.refuse("each iteration gives a Python container, not an array")
            return True
        return (
            output.axis == 0
            and fills(self.facts, loop, output)
            and (buffer_dtype(self.facts, output) is not None)
        )

    def _unpacked(self, loop: Loop) -> tuple[str, str] | None:
        """`for row in zip(*arrays)`: the row as a parameter, and the arrays."""
        for element in loop.source.elements:
            if element.unpacked:
                if not isinstance(element.target, ast.Name):
                    self.refuse("the rows that it takes are unpacked in the loop's head")
                return element.target.id, self.code(element.array)
        return None

    def _opened(self, loop: Loop, names: list[str], word: str, taken: set[str]) -> tuple[str, str]:
        """A parameter for some names, and the line that unpacks it where they are several."""
        if not names:
            return "_", ""
        if len(names) == 1:
            return names[0], ""
        parameter = fresh(self.facts, loop.node, word, f"{word}_", taken=taken)
        return parameter, f"    {', '.join(names)} = {parameter}\n"

    def _leading(self, argument: Argument, at: ast.AST) -> str:
        if argument.axis == 0:
            return argument.value
        return f"{self.spelled('jax.numpy.moveaxis', at)}({argument.value}, {argument.axis}, 0)"

    # -- what comes out -----------------------------------------------------------------

    def _gather(self, loop: Loop, stacked: list[Output]) -> list[tuple[str, str]]:
        """For each stack of results, the name it gets and the statement that finishes it."""
        out: list[tuple[str, str]] = []
        node = loop.node
        assert isinstance(node, (ast.For, ast.While))
        run = results_behind(self.facts, node, stacked)
        for output in stacked:
            self._leave_out(output.init)
            if output.kind == "set":
                dtype = buffer_dtype(self.facts, output)
                out.append((output.name, f"{output.name} = {output.name}.astype({dtype})"))
                continue
            if output in run and not loop.source.reversed:
                statement, target = run[output]
                self._leave_out(statement)
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
                self._leave_out(place)
            elif consumer.kind in ("stack", "array") and not consumer.axis:
                assert isinstance(place, ast.Call)
                statement = self.facts.module.statement(place)
                if own_assignment(statement, consumer, output.name):
                    self._leave_out(statement)
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
        node = loop.node
        assert isinstance(node, (ast.For, ast.While))
        live = any(reads_after(self.facts.module, node, name) for name in carry)
        state = _tuple(carry) if live else "_"
        ys = _tuple([name for name, _ in gathered]) if gathered else "_"
        options = ["reverse=True"] if loop.source.reversed else []
        if not xs:
            start, stop, skip = bounds(self.facts, loop)
            if skip:
                self.refuse("it counts in steps")
            xs = "None"
            options.append(f"length={stop}" if not start else f"length={stop} - {start}")
        call = wrapped(
            f"{state}, {ys}",
            self.spelled("jax.lax.scan", node),
            [step, _tuple(carry), xs, *options],
            node.col_offset,
        )
        return [call, *(text for _, text in gathered if text)]

    def _leave_out(self, statement: ast.stmt | None) -> None:
        """Remove a statement of the list's bookkeeping; its comments stay."""
        assert statement is not None
        if statement in self.removed:
            return
        if not left_out(self.loop, statement):
            self.refuse("a list is created together with other names")
        self.removed.add(statement)
        self.remove(statement)


def _tuple(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"({', '.join(names)})" if names else ""
