"""What the codemods share that trace a turn of a loop once: `vmap`, `scan`, `fori_loop`."""

from __future__ import annotations

from typing import ClassVar

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.rule import M
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.carries import changed_type, may_change
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.turns import (
    checked_shards,
    effects_below,
    in_kernel,
    value_needed,
)

PURE_TURN = Precondition(
    "turn-has-no-effect",
    "An iteration only computes: it stores nothing outside, draws nothing and tells nothing, "
    "nor does anything that it calls.",
)
ABSTRACT_TURN = Precondition(
    "turn-needs-no-numbers",
    "An iteration, and what it calls, never asks for the number behind an array.",
)
NO_KERNEL = Precondition(
    "not-in-a-kernel",
    "The loop is not traced into a Pallas kernel, where loops are unrolled on purpose.",
)
SAME_LENGTH = Precondition(
    "as-many-rows-as-turns",
    "The arrays have as many rows as the loop has turns.",
)
STEADY_CARRY = Precondition(
    "carry-keeps-its-type",
    "What goes from iteration to iteration keeps its shape and its dtype.",
)
UNCHECKED_AXES = Precondition(
    "carry-keeps-its-axes",
    "What goes from iteration to iteration varies over the same mesh axes throughout.",
)


class LoopCodemod(Codemod[M]):
    """A codemod that makes a function of a loop's body, which JAX traces once."""

    preconditions: ClassVar[tuple[Precondition, ...]] = (
        PURE_TURN,
        ABSTRACT_TURN,
        NO_KERNEL,
        SAME_LENGTH,
    )

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
            self.refuse(
                "it runs under `jax.shard_map`, which wants what is carried to vary over the "
                "mesh axes from the start",
                UNCHECKED_AXES,
            )
        hint = may_change(self.facts, loop)
        if hint:
            self.lower(STEADY_CARRY, hint)
