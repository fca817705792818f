import jax
import jax.numpy as jnp

def inputs(key):
    return jax.random.randint(key, (5,), 0, 1009), 1009


def _product(a, b, modulus):
    # a * b = a * (b // 256) * 256 + a * (b % 256), each part within 32 bits
    high = a * (b >> 8) % modulus * 16 % modulus * 16 % modulus
    return (high + a * (b & 255) % modulus) % modulus


@jax.jit
def run(bases, modulus):
    """Thirteenth powers of the non-negative bases modulo a modulus below 100000."""
    modulus = jnp.asarray(modulus).astype(jnp.uint32)
    b = bases.astype(jnp.uint32) % modulus
    square = _product(b, b, modulus)
    fourth = _product(square, square, modulus)
    eighth = _product(fourth, fourth, modulus)
    return _product(_product(eighth, fourth, modulus), b, modulus).astype(jnp.int32)
