"""Reductions that are right: unchecked, of the loss, of parameters that differ, divided."""

import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental.shard_map import shard_map
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(jax.sharding.AxisType.Auto,))
mapped = functools.partial(jax.shard_map, mesh=mesh, out_specs=P())


def loss_fn(params, batch):
    return jnp.mean((batch @ params) ** 2)


def global_loss(params, batch):
    return lax.pmean(loss_fn(params, batch), "data")


# The check is off.
@functools.partial(mapped, in_specs=(P(), P("data")), check_vma=False)
def unchecked(params, batch):
    return lax.pmean(jax.grad(loss_fn)(params, batch), "data")


old = shard_map(
    lambda p, b: lax.pmean(jax.grad(loss_fn)(p, b), "data"),
    mesh, in_specs=(P(), P("data")), out_specs=P(), check_rep=False,
)


# The loss is reduced, inside a function that is called.
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def of_the_loss(params, batch):
    grads = jax.grad(global_loss)(params, batch)
    return lax.pmean(grads, "data")


# The parameters are made to differ first.
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def cast(params, batch):
    own = lax.pcast(params, "data", to="varying")
    return lax.pmean(jax.grad(loss_fn)(own, batch), "data")


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def recast(params, batch):
    params = lax.pcast(params, "data", to="varying")
    return lax.pmean(jax.grad(loss_fn)(params, batch), "data")


# Parameters that are split, a batch that is whole, and a gradient of the batch.
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("data"), P("data")), out_specs=P())
def split(params, batch):
    return lax.pmean(jax.grad(loss_fn)(params, batch), "data")


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P()), out_specs=P())
def whole(params, batch):
    return lax.pmean(jax.grad(loss_fn)(params, batch), "data")


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P())
def of_the_batch(params, batch):
    return lax.pmean(jax.grad(loss_fn, argnums=1)(params, batch), "data")


# The sum is divided, and the loss alone is averaged.
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=(P(), P()))
def divided(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    grads = jax.tree.map(lambda g: g / 8, grads)
    return lax.pmean(grads, "data"), lax.pmean(loss, "data")


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=(P(), P()))
def only_the_loss(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    return grads / lax.axis_size("data"), lax.pmean(loss, "data")


@functools.partial(jax.pmap, axis_name="data")
def under_pmap(params, batch):
    return lax.pmean(jax.grad(loss_fn)(params, batch), "data")
