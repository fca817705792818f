# not executed: the old names are gone
import functools

import jax
import jax.tree_util as tu
from jax import tree_leaves as leaves_of  # want: JOL701 "1 use below"
from jax import jit, tree_map  # want: JOL701 "ImportError there .1 use below"


@jit
def update(params, grads, rate):
    # A
    step = functools.partial(tree_map, lambda p, g: p - rate * g)
    new = step(params, grads)  # B
    norms = [jax.numpy.sum(g**2) for g in leaves_of(grads)]
    flat, structure = jax.tree_flatten(new)  # want: JOL701 "AttributeError"
    same = jax.tree_structure(params) == structure  # want: JOL701
    both = tu.tree_multimap(lambda a, b: a + b, params, grads)  # want: JOL701 "0.3.16"
    total = jax.tree_reduce(  # want: JOL701
        lambda a, b: a + b,  # C
        both,
    )
    return jax.tree_unflatten(structure, flat), norms, same, total  # want: JOL701
