# not executed: the old names are gone
import functools

import jax
import jax.tree_util as tu
from jax import tree_leaves as leaves_of
from jax import jit, tree_map


@jit
def update(params, grads, rate):
    # A
    step = functools.partial(tree_map, lambda p, g: p - rate * g)  # want: JOL701 "ImportError"
    new = step(params, grads)  # B
    norms = [jax.numpy.sum(g**2) for g in leaves_of(grads)]  # want: JOL701
    flat, structure = jax.tree_flatten(new)  # want: JOL701 "AttributeError"
    same = jax.tree_structure(params) == structure  # want: JOL701
    both = tu.tree_multimap(lambda a, b: a + b, params, grads)  # want: JOL701 "0.3.16"
    total = jax.tree_reduce(  # want: JOL701
        lambda a, b: a + b,  # C
        both,
    )
    return jax.tree_unflatten(structure, flat), norms, same, total  # want: JOL701
