"""Guards around a function that has no derivative at a point, which do not help its gradient."""

from __future__ import annotations

from collections.abc import Iterator

from jaxopt_lint.patterns.guarded_late import GuardedLate, guarded_late
from jaxopt_lint.patterns.nan_gradient_through_where import MaskedLate, masked_late
from jaxopt_lint.rule import Rule, Severity


class NanGradientThroughWhere(Rule[MaskedLate | GuardedLate]):
    """A guard keeps the value of a function finite, and not its gradient.

    ## Why is this bad?
    `jnp.where(x > 0, jnp.sqrt(x), 0.0)` computes the root everywhere and picks afterwards. Its
    value at zero is right; its gradient is not: zero for the way that is not taken, times the
    infinite derivative of the root, is NaN. One masked element is enough to make a whole gradient
    NaN, as the distance of each particle from itself does.

    It is the same with other guards behind the root: `v / jnp.maximum(jnp.linalg.norm(v), 1e-12)`
    and `v / (jnp.linalg.norm(v) + 1e-12)` are finite where `v` is zero, and their gradient is NaN.
    And it is the same with one in front that lets the value come up to the edge where the
    derivative is infinite: `jnp.arccos(jnp.clip(x, -1, 1))` where rounding carries a cosine past
    one, `jnp.sqrt(jnp.maximum(x, 0))` below zero.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def energy(positions):
        square = jnp.sum((positions[:, None] - positions[None]) ** 2, axis=-1)
        distance = jnp.where(square > 0, jnp.sqrt(square), 0.0)
        return jnp.sum(distance)


    forces = jax.grad(energy)
    ```
    Mask what goes in, too:
    ```python
    safe = jnp.where(square > 0, square, 1.0)
    distance = jnp.where(square > 0, jnp.sqrt(safe), 0.0)
    ```

    The norm of what may be zero is `jnp.sqrt(jnp.sum(v**2) + eps)`, or masked like this; `clip` can
    stop a little inside (`-1 + 1e-6`), and an angle is `jnp.arctan2` of sine and cosine.

    ## When to keep it
    Where what is masked never is zero. The rule follows the arguments that a gradient is taken of
    through the file; a `where` through which it sees none is left alone, and another guard is for
    information then, if no gradient of the function is seen at all. Functions with a derivative of
    their own (`jax.custom_jvp`) are left alone.
    """

    code = "JOL507"
    summary = "A guard keeps a value finite where its gradient is NaN"
    words = ("where", "select", "maximum", "clip", "clamp", "norm", "sqrt")

    def matches(self) -> Iterator[MaskedLate | GuardedLate]:
        yield from masked_late(self.facts)
        yield from guarded_late(self.facts)

    def judge(self, found: MaskedLate | GuardedLate) -> None:
        at = self.quoted(found.at, "what it is given")
        trained = (f"a gradient flows through the layers of `{found.module}`",)
        if isinstance(found, MaskedLate):
            at = f"`{self.source(found.at)}`"
            self.report(
                found,
                f"the gradient of `{self.source(found.singular)}` is NaN where {at} is 0, although "
                "`where` masks the value",
                help=f"mask what goes in, too: `jnp.where(..., {at[1:-1]}, 1.0)` in place of {at}",
                assumed=trained if found.module else (),
            )
            return
        name = self.source(found.singular.func)
        if found.edge:
            message = (
                f"{self.quoted(found.node, 'the guard')} stops {at} where `{name}` has an infinite "
                "derivative: past that the gradient is 0 times infinity, which is NaN"
            )
            root = "sqrt" in name
            help = (
                "mask what goes in: `jnp.where(x > 0, x, 1.0)`, and the result by the same test"
                if root
                else "stop a little inside, or take the angle by `jnp.arctan2`"
            )
        else:
            message = (
                f"`{name}` has no derivative where {at} is 0, and a guard behind it keeps the "
                "value finite alone: the gradient is NaN there"
            )
            help = "`jnp.sqrt(jnp.sum(v**2) + eps)`, or mask what goes in"
        self.report(
            found,
            message,
            help=help,
            severity=None if found.seen and not found.module else Severity.INFO,
            assumed=trained if found.module else ("a gradient is taken of it",)[found.seen :],
        )
