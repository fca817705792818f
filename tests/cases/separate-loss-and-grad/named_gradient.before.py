import jax
import jax.numpy as jnp
from jax import grad, jit


def energy(scale, x):
    return scale * jnp.sum(jnp.sin(x) ** 2)


energy_fn = jit(energy)
force_fn = jit(grad(energy, argnums=1))  # by position


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    force = force_fn(2.0, x)
    scaled = 0.5 * energy_fn(2.0, x)  # want: JOL501
    return force, scaled
