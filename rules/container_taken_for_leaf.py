"""Functions that are mapped over a tree for the sake of what is no leaf of it."""

from __future__ import annotations

from jaxopt_lint.patterns.container_taken_for_leaf import NoLeaf, no_leaves
from jaxopt_lint.rule import Rule, Severity, each


class ContainerTakenForLeaf(Rule[NoLeaf]):
    """A function is mapped over the leaves of a tree, and waits for a shape, or for `None`.

    ## Why is this bad?
    Tuples and lists are parts of a tree, and so is `None`, which has no leaves at all. A map over
    `{"w": (8, 4)}` sees 8 and 4, and makes a tuple of two vectors where a matrix is meant; nobody
    raises. A function that is to replace `None` is never given one.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp

    SHAPES = {"w": (8, 4), "b": (4,)}
    params = jax.tree.map(lambda shape: jnp.zeros(shape), SHAPES)
    ```
    Say what a leaf is: `is_leaf=lambda x: isinstance(x, tuple)`, or `is_leaf=lambda x: x is None`.

    ## When to keep it
    Where the numbers of the tuples are meant as leaves by themselves.
    """

    code = "JOL851"
    summary = "A function is mapped over a tree for tuples or `None`, which are no leaves"
    words = ("tree",)
    matches = each(no_leaves)

    def judge(self, found: NoLeaf) -> None:
        if found.shape is None:
            self.report(
                found,
                "`None` is no leaf of a tree: the function is never given one",
                severity=Severity.INFO,
                help="`is_leaf=lambda x: x is None`",
            )
            return
        self.report(
            found,
            f"a tuple is no leaf: the function is given the numbers of "
            f"`{self.source(found.shape)}` one by one, and takes each for a shape",
            help="`is_leaf=lambda x: isinstance(x, tuple)`",
            because=(f"the tuple stands at {self.facts.at(found.shape)}",),
        )
