import functools

import jax


@jax.pmap  # fact: applications step
def step(x):
    return x


@functools.partial(jax.pmap, axis_name="d")  # fact: applications total
def total(x):
    return jax.lax.psum(x, "d")


many = jax.pmap(step)  # fact: applications step
rows = jax.vmap(step)
