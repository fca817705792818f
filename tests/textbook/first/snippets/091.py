from jax import random
import jax.numpy as jnp


def init_mlp(key, sizes):
    keys = random.split(key, len(sizes) - 1)
    layers = []
    for k, m, n in zip(keys, sizes[:-1], sizes[1:]):
        layers.append({"w": random.normal(k, (m, n)) * m**-0.5, "b": jnp.zeros(n)})
    readout = random.normal(key, (sizes[-1], 1))
    return layers, readout


def forward(layers, readout, x):
    for layer in layers:
        x = jnp.tanh(x @ layer["w"] + layer["b"])
    return x @ readout


if __name__ == "__main__":
    ls, ro = init_mlp(random.key(42), [4, 64, 64])
    print(forward(ls, ro, jnp.ones((3, 4))).shape)
