# not executed: the old names are gone
import functools

import jax
from jax import jit


@jit
def update(params, grads, rate):
    # A
    step = functools.partial(jax.tree.map, lambda p, g: p - rate * g)
    new = step(params, grads)  # B
    norms = [jax.numpy.sum(g**2) for g in jax.tree.leaves(grads)]
    flat, structure = jax.tree.flatten(new)
    same = jax.tree.structure(params) == structure
    both = jax.tree.map(lambda a, b: a + b, params, grads)
    total = jax.tree.reduce(
        lambda a, b: a + b,  # C
        both,
    )
    return jax.tree.unflatten(structure, flat), norms, same, total
