"""Profiles that end before the device has done what was handed to it."""

from __future__ import annotations

from jaxopt_lint.patterns.profile_ends_early import EndsEarly, profiles
from jaxopt_lint.rule import Rule, each


class ProfileEndsEarly(Rule[EndsEarly]):
    """A profile is ended while the device still works on what is to be seen in it.

    ## Why is this bad?
    A compiled call returns as soon as its work is handed to the device. Where nobody waits for the
    result, `jax.profiler.trace` ends while that work is under way: the profile shows how Python
    hands it out, and a part of the work, or none.

    ## Example
    ```python
    import jax


    @jax.jit
    def square(x):
        return x @ x


    def profile(x):
        with jax.profiler.trace("/tmp/profile"):
            y = square(x)
        return y
    ```
    Wait inside of it: `jax.block_until_ready(y)` as the last statement of the block.

    ## When to keep it
    Where the time of Python is looked for. Profiles in which anything is called that may wait are
    not reported.
    """

    code = "JOL430"
    summary = "A profile ends before the device has done the work"
    words = ("profiler",)
    measures = True
    matches = each(profiles)

    def judge(self, found: EndsEarly) -> None:
        self.report(
            found,
            f"the profile ends while `{self.source(found.work.func)}` still runs: nothing in it "
            "waits for the device",
            help="call `jax.block_until_ready` on the last result before it ends",
            because=(f"the work is handed out at {self.facts.at(found.work)}",),
        )
