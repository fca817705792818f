"""`jax.tree_flatten` and its inverse at the top level."""

import jax


def precondition(grads, params, state, transform):
    flat, treedef = jax.tree_flatten(params)  # want: JOL701
    grads_flat = treedef.flatten_up_to(grads)
    out = [transform(g, p, s) for g, p, s in zip(grads_flat, flat, state)]
    return jax.tree_unflatten(treedef, out)  # want: JOL701
