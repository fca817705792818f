"""Tall Jacobians forward, wide ones backward, and sizes that nobody knows."""

import jax
import jax.numpy as jnp


def curve(theta, times):
    height, rate = theta
    return height * jnp.exp(-rate * times)


def moments(theta, times):
    height, rate = theta
    return jnp.stack([jnp.mean(height * times), jnp.mean(rate * times)])


def main(theta, some):
    times = jnp.linspace(0.0, 1.0, 1000)
    return (
        jax.jacfwd(curve)(theta, times),
        jax.jacrev(curve)(theta, some),
        jax.jacrev(curve)(theta, jnp.linspace(0.0, 1.0, 4)),
        jax.jacrev(moments)(theta, times),
        jax.jacfwd(lambda t: jnp.sum(t))(jnp.array([1.0, 2.0])),
        jax.jacrev(jnp.tanh)(times),
    )


def per_row(pixels):
    grid = pixels.reshape(64, 64)
    return jnp.array([grid.mean(axis=1), grid.std(axis=1)])


def pair(pixels):
    return jnp.stack([jnp.sum(pixels), jnp.sum(pixels, 0), pixels[0]])


def others(some):
    pixels = jnp.zeros((64 * 64,))
    return (
        jax.jacfwd(per_row)(pixels),
        jax.jacfwd(pair)(pixels),
        jax.jacfwd(lambda p: jnp.stack([p.mean(), p.max()]))(jnp.ones(3)),
        jax.jacfwd(lambda p: jnp.stack([p.mean(), p.max()]))(some),
        jax.jacrev(lambda p: jnp.stack([p.mean(), p.max()]))(pixels),
    )
