# Gradients that are reduced, in one way or another, and models that are meant to differ.
import functools

import jax
import jax.numpy as jnp
import optax
from jax import lax
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("data",))
tx = optax.adam(1e-3)


def loss_fn(params, batch):
    return jnp.mean((batch @ params) ** 2)


@functools.partial(jax.pmap, axis_name="data")
def reduced(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    loss, grads = lax.pmean((loss, grads), "data")
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def averaged(tree):
    return jax.tree.map(lambda leaf: lax.pmean(leaf, "data"), tree)


@functools.partial(jax.pmap, axis_name="data")
def reduced_by_a_helper(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = tx.update(averaged(grads), opt_state)
    return optax.apply_updates(params, updates), opt_state, averaged(loss)


@functools.partial(jax.pmap, axis_name="data")
def parameters_averaged_now_and_then(params, opt_state, batch, step):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = tx.update(grads, opt_state)
    params = optax.apply_updates(params, updates)
    params = lax.cond(step % 8 == 0, lambda p: lax.pmean(p, "data"), lambda p: p, params)
    return params, opt_state, lax.pmean(loss, "data")


@functools.partial(jax.pmap, axis_name="data")
def reduced_leaf_by_leaf(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    new = jax.tree.map(lambda p, g: p - 0.1 * lax.pmean(g, "data"), params, grads)
    return new, lax.pmean(loss, "data")


@jax.pmap
def ensemble(params, opt_state, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


@functools.partial(jax.pmap, axis_name="data")
def handed_out(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return lax.pmean(loss, "data"), grads


def out_of_sight(params, opt_state, batch, synchronized):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    updates, opt_state = tx.update(synchronized(grads), opt_state)
    return optax.apply_updates(params, updates), opt_state, lax.pmean(loss, "data")


p_out_of_sight = jax.pmap(out_of_sight, "data", static_broadcasted_argnums=3)


def descend(params, batch):
    return params - 0.1 * jax.grad(loss_fn)(params, batch)


# Summed by itself, where the shard_map checks what varies.
checked = jax.shard_map(descend, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
# A model for each device.
apart = jax.shard_map(
    descend, mesh=mesh, in_specs=(P("data"), P("data")), out_specs=P("data"), check_vma=False
)
# The same rows on all devices.
alike = jax.shard_map(descend, mesh=mesh, in_specs=(P(), P()), out_specs=P(), check_vma=False)


def reduced_in_the_loss(params, batch):
    def loss(params):
        return lax.psum(loss_fn(params, batch), "data")

    return params - 0.1 * jax.grad(loss)(params)


within = jax.shard_map(
    reduced_in_the_loss, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=False
)
