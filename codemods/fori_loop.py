"""A loop that repeats a step becomes one call of `jax.lax.fori_loop`."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Precondition
from jaxopt_lint.patterns.loop_codemod import CARRY, TURN, LoopCodemod, tuple_text
from jaxopt_lint.semantics.jax.excerpt import fresh
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.plan import (
    body_text,
    bounds,
    carry_of,
    wrapped,
)

(_SMALL_COUNTER,) = _COUNTER = (
    Precondition(
        "counter-stays-small",
        "What is computed from the counter fits into 32 bits, which Python's integers need not.",
    ),
)


class ForiLoop(LoopCodemod[Loop]):
    """Repeat the step with `jax.lax.fori_loop`."""

    preconditions = TURN + CARRY + _COUNTER

    def rebuild(self, loop: Loop) -> None:
        self.check_body(loop)
        if loop.source.kind != "count":
            self.refuse("it does not count")
        self.check_counter(loop)
        if loop.source.traced and loop.uses:
            self.refuse("its counter is an array already, of another type than `fori_loop`'s")
        if loop.uses and (loop.source.reversed or loop.source.step is not None):
            self.refuse("its counter goes backwards or in steps")
        if any(o.kind == "append" for o in loop.outputs):
            self.refuse("it gathers a list, which `scan` is for")
        self.check_modules(loop, "loop")
        self.check_carry(loop)
        self.check_turn(loop)
        self._check_products(loop)
        self.check_traced(loop, "the loop")
        self._build(loop)

    def _check_products(self, loop: Loop) -> None:
        """Name the products of the counter: they are 32-bit integers in the loop."""
        for use in loop.used("arithmetic"):
            for around in self.module.ancestors(use.node):
                if not isinstance(around, (ast.BinOp, ast.UnaryOp)):
                    break
                if isinstance(around, ast.BinOp) and isinstance(around.op, ast.Mult):
                    if _is_whole(around, set(loop.carried)):
                        text = self.code(around)
                        self.lower(_SMALL_COUNTER, f"`{text}` is computed with an int32")
                        return

    def _build(self, loop: Loop) -> None:
        node = loop.statement
        carry = carry_of(self.facts, loop, [])
        name = fresh(self.facts, node, "body", "loop_body", taken=set(carry))
        index = loop.source.index if loop.uses and loop.source.index else "_"
        state, opening = self.opened(loop, carry, "carry", set())
        body = body_text(loop, self.excerpt)
        comment = self.excerpt.header_comment(node)
        targets = ", ".join(carry)
        definition = (
            f"def {name}({index}, {state}):{comment}\n{opening}{body}    return {targets}\n"
        )
        start, stop, step = bounds(self.facts, loop)
        if step:
            self.refuse("its counter goes in steps")
        fori = self.spelled("jax.lax.fori_loop", node)
        given = [start or "0", stop, name, tuple_text(carry)]
        call = wrapped(targets, fori, given, node.col_offset)
        self.drop(self._counter_start(loop) if loop.counter is not None else None)
        self.put(loop, f"{definition}\n{call}\n")

    def _counter_start(self, loop: Loop) -> ast.stmt:
        """The `i = 0` in front of a counting `while`."""
        assert isinstance(loop.node, ast.While)
        block = self.module.block_of(loop.node)
        return block[block.index(loop.node) - 1]


def _is_whole(node: ast.AST, arrays: set[str]) -> bool:
    """Whether arithmetic is on integers, as far as can be seen: on names and whole numbers."""
    if isinstance(node, ast.BinOp):
        whole = not isinstance(node.op, ast.Div)
        return whole and _is_whole(node.left, arrays) and _is_whole(node.right, arrays)
    if isinstance(node, ast.UnaryOp):
        return _is_whole(node.operand, arrays)
    if isinstance(node, ast.Name):
        return node.id not in arrays
    return isinstance(node, ast.Constant) and type(node.value) is int
