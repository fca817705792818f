import dataclasses
import functools

import jax
import jax.numpy as jnp


@functools.partial(
    jax.tree_util.register_dataclass,
    data_fields=("weights", "bias"),
    meta_fields=("activation", "shape"),
)
@dataclasses.dataclass
class Layer:
    weights: jax.Array
    bias: jax.Array
    activation: str
    shape: tuple[int, int]


ACTIVATIONS = {"relu": jax.nn.relu, "tanh": jnp.tanh, "none": lambda x: x}


@jax.jit
def apply(layers, x):
    for layer in layers:
        assert x.shape[-1] == layer.shape[0]
        x = ACTIVATIONS[layer.activation](x @ layer.weights + layer.bias)
    return x


def make(key, sizes, acts):
    keys = jax.random.split(key, len(acts))
    return [
        Layer(jax.random.normal(k, (m, n)), jnp.zeros(n), a, (m, n))
        for k, m, n, a in zip(keys, sizes[:-1], sizes[1:], acts)
    ]


layers = make(jax.random.key(0), (4, 8, 2), ("relu", "none"))
grads = jax.grad(lambda ls: apply(ls, jnp.ones((3, 4))).sum())(layers)
print(grads[0].activation, grads[0].weights.shape)
