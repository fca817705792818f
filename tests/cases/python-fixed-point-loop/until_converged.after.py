"""Loops of the host that a value of the device ends."""

import jax
import jax.numpy as jnp


def fixed_point(matrix: jax.Array, x: jax.Array, tolerance):
    error = jnp.inf

    def unfinished(carry):
        x, error = carry
        return error > tolerance

    def body(carry):
        x, error = carry
        # one step
        new = jnp.tanh(matrix @ x)
        error = jnp.max(jnp.abs(new - x))  # A
        x = new
        return x, error

    x, error = jax.lax.while_loop(unfinished, body, (x, error))
    return x


def bounded(matrix: jax.Array, x: jax.Array):
    turns = 0
    change = jnp.array(1.0)

    def unfinished(carry):
        x, change, turns = carry
        return jnp.logical_and(change > 1e-4, turns < 40)

    def body(carry):
        x, change, turns = carry
        new = jnp.tanh(matrix @ x)
        change = jnp.linalg.norm(new - x)
        x = new
        turns += 1
        return x, change, turns

    x, change, turns = jax.lax.while_loop(unfinished, body, (x, change, turns))
    return x


def halved(x: jax.Array):
    def unfinished(x):
        return jnp.max(x) > 1.0

    def body(x):
        x = jnp.sqrt(x) * 0.9
        return x

    x = jax.lax.while_loop(unfinished, body, x)
    return x


def run(matrix, x):
    # A loop that the device ends has no gradient in reverse mode.
    matrix, x = jax.lax.stop_gradient((matrix, x))
    return fixed_point(matrix, x, 1e-5), bounded(matrix, x), halved(jnp.exp(x))


def inputs(key):
    a, b = jax.random.split(key)
    return 0.3 * jax.random.normal(a, (3, 3)), jax.random.normal(b, (3,))
