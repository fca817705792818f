"""Sums over devices of sums, of means that are divided afterwards, and of whole losses."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4,), ("hosts",), axis_types=(jax.sharding.AxisType.Auto,))
spread = functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), P("hosts")), out_specs=P(), check_vma=False
)
COUNT = 1024
SHARE = 1 / jax.device_count()


def total(weights, rows):
    return jnp.sum((rows @ weights) ** 2)


def mean(weights, rows):
    return jnp.mean((rows @ weights) ** 2)


def part(weights, rows):
    return jnp.mean((rows @ weights) ** 2) / jax.lax.axis_size("hosts")


def reduced(weights, rows):
    return jax.lax.pmean(jnp.mean((rows @ weights) ** 2), "hosts")


@spread
def of_sums(weights, rows):
    return jax.lax.psum(jax.grad(total)(weights, rows), "hosts")


@spread
def divided(weights, rows):
    grads = jax.grad(mean)(weights, rows)
    return jax.lax.psum(grads, "hosts") / 4


@spread
def divided_later(weights, rows):
    return jax.lax.psum(jax.grad(mean)(weights, rows), "hosts")


@spread
def scaled_later(weights, rows):
    return jax.lax.psum(jax.grad(mean)(weights, rows), "hosts")


@spread
def of_parts(weights, rows):
    return jax.lax.psum(jax.grad(part)(weights, rows), "hosts")


@spread
def of_means(weights, rows):
    return jax.lax.pmean(jax.grad(mean)(weights, rows), "hosts")


@spread
def of_reduced(weights, rows):
    return jax.lax.psum(jax.grad(reduced)(weights, rows), "hosts")


@spread
def for_others(weights, rows):
    return jax.lax.psum(jax.grad(mean)(weights, rows), "hosts")


def step(weights, rows):
    weights = weights - 0.1 / COUNT * of_sums(weights, rows)
    weights = weights - divided_later(weights, rows) / 4
    return weights - divided(weights, rows)


def scaled(weights, rows):
    return weights - 0.1 * SHARE * scaled_later(weights, rows)


def others(weights, rows):
    weights = weights - of_parts(weights, rows)
    weights = weights - of_reduced(weights, rows)
    return weights - of_means(weights, rows)
