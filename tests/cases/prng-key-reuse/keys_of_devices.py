"""Devices that draw from keys of their own, or the same on purpose."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("rows",), axis_types=(jax.sharding.AxisType.Auto,))
whole = functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("rows")), out_specs=P("rows"))
split = functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P("rows"), P("rows")), out_specs=P("rows")
)


@whole
def folded(seed, images):
    seed = jax.random.fold_in(seed, jax.lax.axis_index("rows"))
    return images + jax.random.normal(seed, images.shape)


@whole
def folded_later(seed, images):
    noise_key, flip_key = jax.random.split(seed)
    here = jax.lax.axis_index("rows")
    noise = jax.random.normal(jax.random.fold_in(noise_key, here), images.shape)
    return images + noise * jax.random.bernoulli(jax.random.fold_in(flip_key, here))


@split
def own(seeds, images):
    return images + jax.random.normal(seeds[0], images.shape)


@whole
def one_projection(seed, rows):
    basis = jax.random.normal(seed, (rows.shape[-1], 16))
    return rows @ basis


@whole
def one_number(seed, rows):
    return rows * jax.random.uniform(seed)


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P()), out_specs=P())
def the_same(seed, weights):
    return weights + 1e-3 * jax.random.normal(seed, weights.shape)


def run(seed, images, weights):
    seeds = jax.random.split(seed, 8)
    out = [f(s, images) for f, s in zip((folded, folded_later, one_projection, one_number), seeds)]
    return out, own(jax.random.split(seeds[4], 4), images), the_same(seeds[5], weights)
