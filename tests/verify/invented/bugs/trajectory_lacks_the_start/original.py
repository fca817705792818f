import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3,)), 5)


def run(state, steps):
    """The states visited by a damped rotation, (steps, n), first the given one."""
    seen = []
    for _ in range(steps):
        seen.append(state)
        state = 0.9 * jnp.roll(state, 1)
    return jnp.stack(seen)
