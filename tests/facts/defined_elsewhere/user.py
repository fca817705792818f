import jax.numpy as jnp
import parts
from parts import Layer, masked, masked_later, scaled

try:
    from parts import masked as chosen
except ImportError:
    from deeper import scaled as chosen


def run(x):
    layer = Layer(3)  # fact: defined_elsewhere class Layer of parts
    x = masked(x)  # fact: defined_elsewhere def masked of parts
    x = parts.masked(x)  # fact: defined_elsewhere def masked of parts
    x = scaled(x)  # fact: defined_elsewhere def scaled of deeper
    x = masked_later(x, 0.0)
    x = chosen(x)
    return jnp.sum(x), layer
