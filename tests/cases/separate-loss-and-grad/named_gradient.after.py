import jax
import jax.numpy as jnp
from jax import jit


def energy(scale, x):
    return scale * jnp.sum(jnp.sin(x) ** 2)


energy_fn = jit(energy)
force_fn = jit(jax.value_and_grad(energy, argnums=1))  # by position


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    value, force = force_fn(2.0, x)
    scaled = 0.5 * value
    return force, scaled
