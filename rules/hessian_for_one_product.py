"""Whole Hessians for one product with a vector."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.hessian_for_one_product import OneProduct, one_products
from jaxopt_lint.rule import Rule, Severity


class HessianForOneProduct(Rule[OneProduct]):
    """A whole Hessian is made to be multiplied by one vector.

    ## Why is this slow?
    For n parameters the Hessian has n² entries and takes n gradients to make. Its product with a
    vector takes two, and no more memory than a gradient, as the derivative of the gradient in the
    direction of the vector: for 4,000 parameters, 2,000 times less work. Within a solver, such as
    conjugate gradients, the matrix is made anew on each iteration.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def newton_direction(loss, w):
        def product(v):
            return jax.hessian(loss)(w) @ v

        return jax.scipy.sparse.linalg.cg(product, -jax.grad(loss)(w))[0]
    ```
    Differentiate the gradient along the vector:
    ```python
    def product(v):
        return jax.jvp(jax.grad(loss), (w,), (v,))[1]
    ```

    ## When to keep it
    For a handful of parameters, or where the matrix serves for more than one product: then it is
    made once, outside of the loop. What is not seen to be one vector is not reported.
    """

    code = "JOL506"
    summary = "A whole Hessian is made to be multiplied by one vector"
    words = ("hessian", "jacfwd", "jacrev", "jacobian")

    def matches(self) -> Iterable[OneProduct]:
        return one_products(self.facts)

    def judge(self, found: OneProduct) -> None:
        of = self.source(found.of)
        often = f", on each iteration of `{found.solver}`" if found.solver else ""
        self.report(
            found,
            f"the whole Hessian of `{of}` is made for one product with a vector{often}: as many "
            "gradients as there are parameters, where two do",
            help=f"`jax.jvp(jax.grad({of}), (x,), (v,))[1]` gives the product",
            severity=None if found.solver else Severity.INFO,
            because=(f"`{self.source(found.vector)}` is one vector",),
        )
