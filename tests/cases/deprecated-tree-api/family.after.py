# not executed: the old names are gone
import functools

import jax
import jax.tree_util as tu
from jax import jit


@jit
def update(params, grads, rate):
    # A
    step = functools.partial(tu.tree_map, lambda p, g: p - rate * g)
    new = step(params, grads)  # B
    norms = [jax.numpy.sum(g**2) for g in tu.tree_leaves(grads)]
    flat, structure = tu.tree_flatten(new)
    same = tu.tree_structure(params) == structure
    both = tu.tree_map(lambda a, b: a + b, params, grads)
    total = tu.tree_reduce(
        lambda a, b: a + b,  # C
        both,
    )
    return tu.tree_unflatten(structure, flat), norms, same, total
