# not executed: no inputs
"""Several functions under one `partial(jax.pmap, ...)` are one decision."""
import functools

import jax

on_all = functools.partial(jax.pmap, axis_name="d", axis_size=2)


@on_all  # want: JOL602 "and 1 more through the same `partial`"
def total(x):
    return jax.lax.psum(x, "d")


@on_all
def mean(x):
    return jax.lax.pmean(x, "d")
