import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3,)), 5)


def run(state, steps):
    """The states visited by a damped rotation, (steps, n), first the given one."""
    def step(state, _):
        return 0.9 * jnp.roll(state, 1), state

    return jax.lax.scan(step, state, length=steps)[1]
