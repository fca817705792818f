import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5, 4)), jax.random.normal(b, (4,))


def run(bank, state):
    """Overlaps <bank_i | state>."""
    return jax.vmap(lambda v: jnp.vdot(v, state))(bank)
