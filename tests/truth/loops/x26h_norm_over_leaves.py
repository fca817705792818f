"""A Python `sum` over the leaves of a tree, in compiled code: the leaves have different shapes."""

import jax
import jax.numpy as jnp
import optax


def make(loss_fn, tx):
    @jax.jit
    def update(params, opt, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        updates, opt = tx.update(grads, opt, params)
        params = optax.apply_updates(params, updates)
        notes = {"loss": loss}
        notes["grads"] = jnp.sqrt(sum([jnp.sum(g * g) for g in jax.tree.leaves(grads)]))
        notes["params"] = jnp.sqrt(sum([jnp.vdot(p, p) for p in jax.tree.leaves(params)]))
        return params, opt, notes

    return update
