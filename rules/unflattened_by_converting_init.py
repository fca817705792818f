"""Trees that JAX puts together through a constructor that asks for real arrays."""

from __future__ import annotations

from jaxopt_lint.patterns.unflattened_by_converting_init import Converting, converting
from jaxopt_lint.rule import Rule, Severity, each


class UnflattenedByConvertingInit(Rule[Converting]):
    """JAX puts a tree together by a constructor that converts its parts, or checks them.

    ## Why is this bad?
    JAX takes a tree apart and puts it together with something else in the place of its arrays:
    tracers, `None`, the axes of `vmap`, plain objects. A constructor that calls `np.asarray` or
    `float` raises at the first `jax.jit`, and one that calls `jnp.asarray` or looks at a shape at
    the first `jax.vmap` with a tree for `in_axes`, or at a map that leaves no arrays.

    ## Example
    ```python
    import jax
    import numpy as np


    @jax.tree_util.register_pytree_node_class
    class Scale:
        def __init__(self, factor):
            self.factor = np.asarray(factor)

        def tree_flatten(self):
            return (self.factor,), None

        @classmethod
        def tree_unflatten(cls, aux, children):
            return cls(*children)
    ```
    Go round the constructor in `tree_unflatten`:
    ```python
    new = object.__new__(cls)
    (new.factor,) = children
    return new
    ```
    or let `__init__` convert nothing, and a function of its own make the object.

    ## When to keep it
    Where the objects only ever hold arrays: conversions that take tracers, and checks of shapes,
    are for information. A constructor that asks what it is given (`isinstance`) is not reported.
    """

    code = "JOL868"
    summary = "JAX puts a tree together by a constructor that converts or checks its parts"
    words = ("register_pytree",)
    matches = each(converting)

    def judge(self, found: Converting) -> None:
        does = f"looks at `{self.source(found.node)}`"
        if not found.checks:
            does = f"calls `{self.source(found.node)}`"
        raised = "a tracer there raises TracerArrayConversionError"
        if not found.of_host:
            raised = "JAX also gives it what is no array, such as `None`, and there it raises"
        self.report(
            found,
            f"JAX puts `{found.owner.name}` together by this constructor, which {does}: {raised}",
            severity=None if found.of_host else Severity.INFO,
            help="go round it in the function that unflattens: `object.__new__(cls)`",
            because=(f"it is called at {self.facts.at(found.made)}",),
        )
