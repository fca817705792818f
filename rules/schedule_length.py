"""Schedules that end too early, or whose numbers are taken for something else."""

from __future__ import annotations

from jaxopt_lint.patterns.schedule_length import Misread, misread_numbers
from jaxopt_lint.rule import Rule, each


class ScheduleLength(Rule[Misread]):
    """A schedule of Optax is given epochs for steps, rates for factors, or is all warm-up.

    ## Why is this bad?
    Optimizers count their own steps, and a schedule goes by that count. `decay_steps` in epochs is
    over after as many batches, and the rest is trained with the last rate, often 0. The
    `decay_steps` of `warmup_cosine_decay_schedule` hold the warm-up as well: it raises where they
    are no more than that. What `piecewise_constant_schedule` is given at a boundary multiplies the
    rate that was before; rates that stand there leave next to nothing. `join_schedules` gives each
    schedule the steps since its boundary: what takes the boundary off again starts too late.

    ## Example
    ```python
    import optax

    schedule = optax.piecewise_constant_schedule(1e-3, {1000: 1e-4, 2000: 1e-5})
    ```
    Give factors: `{1000: 0.1, 2000: 0.1}`. Multiply epochs by the batches of one.

    ## When to keep it
    Where the rate is to fall that far.
    """

    code = "JOL823"
    summary = "A schedule is given epochs for steps, or rates for factors"
    words = ("optax",)
    matches = each(misread_numbers)

    def judge(self, found: Misread) -> None:
        self.report(found, found.message, help=found.help)
