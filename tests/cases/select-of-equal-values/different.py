# What differs, or may, and places alone.
import functools

import jax
import jax.numpy as jnp


def skipped(state, grads, finite):
    new = state.apply_gradients(grads=grads)
    return new.replace(
        params=jax.tree.map(functools.partial(jnp.where, finite), new.params, state.params),
        opt_state=jax.tree.map(lambda a, b: jnp.where(finite, a, b), new.opt_state, state.opt_state),
    )


def twice(tree, finite):
    doubled = jax.tree.map(lambda a, b: a + b, tree, tree)
    halved = jax.tree.map(functools.partial(jnp.add, 1.0), tree)
    return doubled, halved, jax.tree.map(lambda a, b: jnp.where(finite, a, 0 * b), tree, tree)


def drawn(source, mask, key):
    return jnp.where(mask, next(source), next(source)), jnp.where(mask, source(), source())


def places(mask, x, y):
    rows, columns = jnp.where(mask)
    one = jnp.where(mask, 1.0, 1.0)
    return rows, columns, one, jnp.where(x > 0, x, y), jnp.where(x > 0, x, -x)
