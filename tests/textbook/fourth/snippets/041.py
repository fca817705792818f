import jax
import jax.numpy as jnp


def init_layer(key, n_in, n_out):
    w_key, b_key = jax.random.split(key)
    weights = jax.random.normal(w_key, (n_in, n_out)) / jnp.sqrt(n_in)
    bias = 0.01 * jax.random.normal(b_key, (n_out,))
    return {"weights": weights, "bias": bias}


def init_network(seed, sizes):
    keys = jax.random.split(jax.random.key(seed), len(sizes) - 1)
    return [init_layer(k, i, o) for k, i, o in zip(keys, sizes[:-1], sizes[1:])]


def forward(network, x):
    for layer in network[:-1]:
        x = jax.nn.relu(x @ layer["weights"] + layer["bias"])
    return x @ network[-1]["weights"] + network[-1]["bias"]


print(forward(init_network(3, [10, 32, 1]), jnp.ones((4, 10))).shape)
