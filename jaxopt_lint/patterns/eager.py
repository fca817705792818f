"""All that a loop, or a run, shows to be dispatched operation by operation: one rule reports it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from jaxopt_lint.patterns.eager_bodies import EagerBody, eager_bodies
from jaxopt_lint.patterns.eager_calls import EagerProgram, eager_programs
from jaxopt_lint.patterns.eager_forwards import EagerForward, eager_forwards
from jaxopt_lint.patterns.eager_methods import EagerMethod, eager_methods
from jaxopt_lint.patterns.eager_passes import EagerPass, eager_passes
from jaxopt_lint.patterns.eager_turns import eager_turns
from jaxopt_lint.patterns.eager_updates import EagerUpdate, eager_updates
from jaxopt_lint.patterns.seen_eager import SeenEager, seen_eager
from jaxopt_lint.patterns.step_not_jitted import EagerStep, eager_steps
from jaxopt_lint.semantics.jax.basics import Facts

Eager: TypeAlias = (
    EagerStep | EagerPass | EagerForward | EagerProgram | EagerUpdate | EagerMethod | EagerBody
    | SeenEager
)  # fmt: skip


def eager(facts: Facts) -> Iterator[Eager]:
    """What of a file is dispatched so, the plainest first."""
    yield from eager_steps(facts).values()
    yield from eager_passes(facts).values()
    yield from eager_forwards(facts).values()
    yield from (one for one in eager_programs(facts).values() if not _is_the_loop(facts, one))
    yield from eager_updates(facts).values()
    yield from eager_methods(facts).values()
    yield from eager_bodies(facts)
    yield from seen_eager(facts)


def _is_the_loop(facts: Facts, found: EagerProgram) -> bool:
    """Whether a turn is nothing but the call, and the loop is told as a whole: one word about both
    is enough, but where the call is the louder one."""
    body = getattr(found.loop, "body", None)
    if not isinstance(body, list) or len(body) != 1 or (found.certain and found.large):
        return False
    return getattr(body[0], "value", None) is found.node and found.loop in eager_turns(facts)
