"""A rule of a derivative draws the very noise that the function has drawn."""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def photons(key, rate):
    return rate + jnp.sqrt(rate) * jax.random.normal(key, rate.shape)


@photons.defjvp
def photons_jvp(primals, tangents):
    key, rate = primals
    out = photons(key, rate)
    slope = 1 + jax.random.normal(key, rate.shape) / (2 * jnp.sqrt(rate) + 1e-6)
    return out, tangents[1] * slope


@jax.custom_vjp
def quantized(key, x):
    return jnp.floor(x + jax.random.uniform(key, x.shape))


def forward(key, x):
    out = quantized(key, x)
    kept = jax.random.uniform(key, x.shape) < 0.5
    return out, kept


def backward(kept, cotangent):
    return None, cotangent * kept


quantized.defvjp(forward, backward)


def run(key, rate):
    first, second = jax.random.split(key)
    return photons(first, rate) + quantized(second, rate)
