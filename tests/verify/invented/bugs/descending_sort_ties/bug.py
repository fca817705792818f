import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (9,)),)


@jax.jit
def run(score):
    """Ranking, best first; earlier entries win ties."""
    return jnp.argsort(score)[::-1]
