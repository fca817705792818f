"""What the codemods share that trace a turn of a loop once: `vmap`, `scan`, `fori_loop`."""

from __future__ import annotations

import ast
from typing import ClassVar

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.rule import M
from jaxopt_lint.semantics.jax.excerpt import Excerpt, fresh, without_trailing_space
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.carries import changed_type, may_change
from jaxopt_lint.semantics.subjects.looping.endings import left_out, unread_count
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.modules import modules_called
from jaxopt_lint.semantics.subjects.looping.plan import NoPlan, opens_block
from jaxopt_lint.semantics.subjects.looping.turns import (
    checked_shards,
    effects_below,
    in_kernel,
    value_needed,
)

PURE_TURN, ABSTRACT_TURN, NO_KERNEL = TURN = (
    Precondition(
        "turn-has-no-effect",
        "An iteration only computes: it stores nothing outside, draws nothing and tells nothing, "
        "nor does anything that it calls.",
    ),
    Precondition(
        "turn-needs-no-numbers",
        "An iteration, and what it calls, never asks for the number behind an array.",
    ),
    Precondition(
        "not-in-a-kernel",
        "The loop is not traced into a Pallas kernel, where loops are unrolled on purpose.",
    ),
)
(SAME_LENGTH,) = ROWS = (
    Precondition("as-many-rows-as-turns", "The arrays have as many rows as the loop has turns."),
)
STEADY_CARRY, UNCHECKED_AXES = CARRY = (
    Precondition(
        "carry-keeps-its-type",
        "What goes from iteration to iteration keeps its shape and its dtype.",
    ),
    Precondition(
        "carry-keeps-its-axes",
        "What goes from iteration to iteration varies over the same mesh axes throughout.",
    ),
)


class LoopCodemod(Codemod[M]):
    """A codemod that makes a function of a loop's body, which JAX traces once."""

    preconditions: ClassVar[tuple[Precondition, ...]] = TURN + ROWS
    excerpt: Excerpt
    removed: set[ast.stmt]  # statements that go with the loop
    loop: Loop

    def rewrite(self, match: M) -> None:
        self.excerpt, self.removed = Excerpt(self.facts), set()
        try:
            self.rebuild(match)
        except NoPlan as reason:
            self.refuse(str(reason))

    def rebuild(self, match: M) -> None:
        """Rewrite one match.

        Raises:
            Refusal: the loop is better left alone.
            NoPlan: how its parts would look is not known.
        """
        raise NotImplementedError

    # -- may it be traced once? ---------------------------------------------------------

    def check_body(self, loop: Loop) -> None:
        """Refuse where the body cannot become a function at all."""
        if loop.obstacle:
            self.refuse(loop.obstacle)

    def check_counter(self, loop: Loop) -> None:
        """Refuse where the counter has to be a Python integer."""
        for use in loop.used("static", "argument", "block"):
            self.refuse(use.why)

    def check_counters(self, loop: Loop) -> None:
        """Refuse where the counter cannot become an array of counters."""
        self.check_counter(loop)
        if loop.used("arithmetic") and not loop.source.traced:
            self.refuse("its counter takes part in arithmetic, where an array of counters "
                        "would give another dtype")  # fmt: skip

    def check_modules(self, loop: Loop, instead: str) -> None:
        """Refuse where a framework's module or parameter is used, which only its own transform
        (`instead`) takes along."""
        module = modules_called(self.facts, loop.parts, loop.node)
        if module is not None:
            self.refuse(f"it calls {module}, which the framework's own {instead} must know of")

    def check_traced(self, loop: Loop, what: str) -> None:
        """Refuse where what is built (`what`) would be compiled each time that it is reached, and
        no run has shown that the loop takes longer."""
        if loop.traced_at is None and loop.statement.lineno not in self.facts.seen_eager.loops:
            self.refuse(f"nothing says that this runs under `jax.jit`, and elsewhere {what} is "
                        "compiled at each call")  # fmt: skip

    def check_turn(self, loop: Loop) -> None:
        """Refuse where a turn cannot be traced once; say what is not seen of it."""
        if in_kernel(self.facts, loop.node):
            self.refuse("it is traced into a Pallas kernel, and unrolled there", NO_KERNEL)
        needed = value_needed(self.facts, loop)
        if needed:
            self.refuse(needed, ABSTRACT_TURN)
        for effect in effects_below(self.facts, loop):
            if effect.kind == "unknown":
                self.lower(PURE_TURN, effect.why)
            else:
                self.refuse(effect.why, PURE_TURN)

    def check_lengths(self, loop: Loop) -> None:
        """Name arrays of a `zip` that may have different numbers of rows."""
        elements = [e.array for e in loop.source.elements]
        if len(elements) < 2 or loop.source.strict:
            return
        known = arrays(self.facts)
        first, *others = elements
        for other in others:
            if not known.as_long(first, other):
                shown = f"`{self.code(first)}` and `{self.code(other)}`"
                self.lower(SAME_LENGTH, f"{shown} may differ, and `zip` stops with the shorter one")

    def check_carry(self, loop: Loop) -> None:
        """Refuse where what is carried certainly changes its type; name what may."""
        why = changed_type(self.facts, loop)
        if why is not None:
            self.refuse(why, STEADY_CARRY)
        if checked_shards(self.facts, loop.node):
            wants = "wants what is carried to vary over the mesh axes from the start"
            self.refuse(f"it runs under `jax.shard_map`, which {wants}", UNCHECKED_AXES)
        hint = may_change(self.facts, loop)
        if hint:
            self.lower(STEADY_CARRY, hint)

    # -- building -----------------------------------------------------------------------

    def opened(self, loop: Loop, names: list[str], word: str, taken: set[str]) -> tuple[str, str]:
        """A parameter for some names, and the line that unpacks it where they are several."""
        if not names:
            return "_", ""
        if len(names) == 1:
            return names[0], ""
        parameter = fresh(self.facts, loop.node, word, f"{word}_", taken=taken)
        return parameter, f"    {', '.join(names)} = {parameter}\n"

    def drop(self, statement: ast.stmt | None) -> None:
        """Remove a statement together with the loop, if there is one."""
        if statement is not None:
            self.removed.add(statement)
            self.remove(statement)

    def leave_out(self, statement: ast.stmt | None) -> None:
        """Remove a statement of the list's bookkeeping; its comments stay."""
        assert statement is not None
        if statement in self.removed:
            return
        if not left_out(self.loop, statement):
            self.refuse("a list is created together with other names")
        self.drop(statement)

    def drop_count(self, loop: Loop, text: str, gone: set[ast.stmt] | None = None) -> None:
        """Remove the statement that counts the rows, where the new text has no use for it."""
        self.drop(unread_count(self.facts, loop, self.removed | (gone or set()), text))

    def put(self, loop: Loop, text: str, *, spaced: bool = True) -> None:
        """Put statements in the place of a loop, with a blank line in front where it is wanted."""
        assert isinstance(loop.node, ast.stmt)
        lead = "\n" if spaced and not opens_block(self.facts, loop, self.removed) else ""
        parsed = self.surgeon.parse(lead + text, loop.node)
        self.replace_statement(loop.node, without_trailing_space(parsed))


def tuple_text(names: list[str]) -> str:
    """Some names as one value: a tuple, or the one name; "" for none."""
    if len(names) == 1:
        return names[0]
    return f"({', '.join(names)})" if names else ""
