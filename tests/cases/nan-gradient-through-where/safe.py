# Masked in front, away from zero, or of what no gradient is taken of.
import jax
import jax.numpy as jnp


def masked_twice(x):
    safe = jnp.where(x > 0, x, 1.0)
    return jnp.sum(jnp.where(x > 0, jnp.sqrt(safe), 0.0))


def shifted(x):
    return jnp.sum(jnp.where(x > 0, jnp.sqrt(x + 1e-6), 0.0))


def kept_away(x):
    near = jnp.maximum(x, 1e-6)
    return jnp.sum(jnp.where(near > 0, jnp.log(near), 0.0))


def of_the_data(params, counts):
    weights = jnp.where(counts > 0, 1.0 / counts, 0.0)
    return jnp.sum(params * weights)


def cut_off(x):
    fixed = jax.lax.stop_gradient(x)
    return jnp.sum(x * jnp.where(fixed > 0, 1.0 / fixed, 0.0))


def of_another(x, y):
    return jnp.sum(jnp.where(y > 0, jnp.sqrt(x), 0.0))


def squared(x):
    return jnp.sum(jnp.where(x > 0, x**2, 0.0))


gradients = [
    jax.grad(f)
    for f in (masked_twice, shifted, kept_away, of_the_data, cut_off, of_another, squared)
]
first, second, third = jax.grad(masked_twice), jax.grad(shifted), jax.grad(kept_away)
fourth, fifth = jax.grad(of_the_data), jax.grad(cut_off)
sixth, seventh = jax.grad(of_another), jax.grad(squared)


def never_differentiated(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)
