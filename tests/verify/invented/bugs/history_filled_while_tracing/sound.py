import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (16,)), [])


def run(x, history):
    """Diffuse x for eight steps; append the energy of each to the caller's list."""

    def step(x, _):
        x = x + 0.2 * (jnp.roll(x, 1) - 2 * x + jnp.roll(x, -1))
        energy = jnp.sum(x * x)
        return x, energy

    x, energies = jax.lax.scan(step, x, None, length=8)
    history.extend(energies)
    return x
