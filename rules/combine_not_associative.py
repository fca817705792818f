"""Functions of `associative_scan` that are not associative."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.combine_not_associative import NotAssociative, not_associative
from jaxopt_lint.rule import Rule, Severity, each


class CombineNotAssociative(Rule[NotAssociative]):
    """`associative_scan` is given a function for which the order of pairs matters.

    ## Why is this bad?
    `jax.lax.associative_scan` puts pairs together in the order of a tree, so that the steps run at
    the same time. That gives what a loop gives only if `f(f(a, b), c)` is `f(a, f(b, c))`. For a
    moving average, a difference or a mean of two it is not, and the results are wrong without a
    word.

    ## Example
    ```python
    import jax


    def smooth(prev, new):
        return 0.9 * prev + 0.1 * new


    def smoothed(xs):
        return jax.lax.associative_scan(smooth, xs)
    ```
    Carry the factor along, `(a1 * a2, a2 * b1 + b2)` for the pairs of factor and term, or take
    `jax.lax.scan`.

    ## When to keep it
    Never. The function is worked out for numbers; one that does more than compute is not reported,
    and where a number of the code around is not known, it is for information.
    """

    code = "JOL240"
    summary = "`associative_scan` is given a function that is not associative"
    words = ("associative_scan",)
    matches = each(not_associative)

    def judge(self, found: NotAssociative) -> None:
        name = getattr(found.body, "name", "the function")
        shown = f"`{name}`" if not isinstance(found.body, ast.Lambda) else name
        self.report(
            found,
            f"{shown} is not associative: what `associative_scan` gives depends on how it puts the "
            "pairs together, and is not what a loop gives",
            severity=Severity.INFO if found.guessed else None,
            help="carry the factor along with the term, or take `jax.lax.scan`",
            because=("it was worked out for numbers",),
        )
