import jax
import jax.numpy as jnp

def inputs(key):
    return jax.random.randint(key, (5,), 0, 1009), 1009


@jax.jit
def run(bases, modulus):
    """Thirteenth powers of the non-negative bases modulo a modulus below 100000."""
    b = (bases % modulus).astype(jnp.int32)
    square = b * b % modulus
    fourth = square * square % modulus
    eighth = fourth * fourth % modulus
    return eighth * fourth % modulus * b % modulus
