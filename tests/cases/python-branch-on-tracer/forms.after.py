# not executed: the originals raise at trace time
import jax
import jax.numpy as jnp


@jax.jit
def clipped(x):
    norm = jnp.linalg.norm(x)
    x = jnp.where(norm > 1.0, x / norm, x)
    return jnp.where(jnp.any(x < 0), -x, x)


@jax.jit
def converged(x, tolerance):
    while jnp.max(jnp.abs(x)) > tolerance:
        x = x / 2
    assert jnp.all(x < 1)
    return x


@jax.jit
def both(x, y):
    ok = x.sum() > 0 and y.sum() > 0
    bad = not jnp.all(x)
    return ok, bad


@jax.jit
def nested(x, n):
    def body(carry, value):
        carry = jnp.where(jnp.logical_and(value > carry, n == 3), value, carry)
        return carry, value

    return jax.lax.scan(body, x[0], x)
