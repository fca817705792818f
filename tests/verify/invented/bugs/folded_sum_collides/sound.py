import jax
import jax.numpy as jnp


def inputs(key):
    return (key, 1, 4)


def run(key, epochs, steps):
    """One normal draw for each (epoch, step)."""
    one = lambda e, s: jax.random.normal(jax.random.fold_in(jax.random.fold_in(key, e), s))
    return jax.vmap(lambda e: jax.vmap(lambda s: one(e, s))(jnp.arange(steps)))(jnp.arange(epochs))
