"""Functions that do not fit the control flow of JAX that runs them."""

from __future__ import annotations

from collections.abc import Iterator

from jaxopt_lint.patterns.body_of_wrong_form import Unfit, unfit_bodies
from jaxopt_lint.patterns.carry_of_other_type import OtherType, other_types
from jaxopt_lint.rule import Rule, Severity


class BodyOfWrongForm(Rule[Unfit | OtherType]):
    """The function of a scan, a loop or a branch takes or gives something else than it has to.

    ## Why is this bad?
    `jax.lax.scan` calls its function with the state and a row, and takes a pair, the new state and
    a row of the result. `fori_loop` calls with the number of the turn and the state, `while_loop`
    with the state alone, in one tuple where it is several. `cond` and `switch` take functions, not
    what they compute, and all branches give the same structure and types. The state of a loop keeps
    its type, too: one that begins as `jnp.int32(0)` cannot become a fraction, and one that a turn
    appends to has another shape. Anything else raises `TypeError`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def total(rows):
        def add(state, row):
            return state + jnp.sum(row)

        return jax.lax.scan(add, 0.0, rows)
    ```
    Give a pair: `return state + jnp.sum(row), None`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL839"
    summary = "The function of a loop or a branch takes or gives something else than it has to"
    severity = Severity.ERROR
    words = ("lax",)

    def matches(self) -> Iterator[Unfit | OtherType]:
        yield from unfit_bodies(self.facts)
        yield from other_types(self.facts)

    def judge(self, found: Unfit | OtherType) -> None:
        self.report(found, found.message, help=found.help, because=(found.because,))
