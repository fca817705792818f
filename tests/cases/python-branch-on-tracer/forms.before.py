# not executed: the originals raise at trace time
import jax
import jax.numpy as jnp


@jax.jit
def clipped(x):
    norm = jnp.linalg.norm(x)
    if norm > 1.0:  # want: JOL105 "`if` decides on `norm > 1.0`"
        x = x / norm
    return -x if jnp.any(x < 0) else x  # want: JOL105 "`jnp.any\(x < 0\)`"


@jax.jit
def converged(x, tolerance):
    while jnp.max(jnp.abs(x)) > tolerance:  # want: JOL105 "`while`"
        x = x / 2
    assert jnp.all(x < 1)  # want: JOL105 "`assert`"
    return x


@jax.jit
def both(x, y):
    ok = x.sum() > 0 and y.sum() > 0  # want: JOL105 "`and` decides on `x.sum\(\) > 0`"
    bad = not jnp.all(x)  # want: JOL105 "`not`"
    return ok, bad


@jax.jit
def nested(x, n):
    def body(carry, value):
        if value > carry and n == 3:  # want: JOL105 "`value > carry`"
            carry = value
        return carry, value

    return jax.lax.scan(body, x[0], x)
