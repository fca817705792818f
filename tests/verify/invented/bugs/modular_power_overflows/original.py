import jax
import jax.numpy as jnp

def inputs(key):
    return jax.random.randint(key, (5,), 0, 1009), 1009


def run(bases, modulus):
    """Thirteenth powers of the non-negative bases modulo a modulus below 100000."""
    return jnp.array([pow(b, 13, int(modulus)) for b in bases.tolist()], jnp.int32)
