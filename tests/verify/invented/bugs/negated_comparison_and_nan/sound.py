import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (6,), minval=0.5, maxval=4.0), 1e-3)


def run(a, tol):
    """Square roots by Newton's method: roots and the number of steps, at most 20."""

    def going(state):
        _, change, steps = state
        return ~(change < tol) & (steps < 20)

    def step(state):
        x, _, steps = state
        new = 0.5 * (x + a / x)
        return new, jnp.abs(new - x).max(), steps + 1

    start = (jnp.ones_like(a), jnp.array(jnp.inf, a.dtype), jnp.int32(0))
    x, _, steps = jax.lax.while_loop(going, step, start)
    return x, steps
