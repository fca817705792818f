"""Plain parameters that one comprehension makes."""

import jax
import jax.numpy as jnp

WIDTH = 64

weights = {f"w{i}": jnp.ones((WIDTH, WIDTH)) for i in range(1, 9)}


def one_layer(x, w):
    return jnp.tanh(x @ w)


def forward(weights, x):
    for i in range(1, 9):  # want: JOL204 "`x`"
        x = one_layer(x, weights[f"w{i}"])
    return x


@jax.jit
def loss(weights, x):
    return jnp.mean(forward(weights, x) ** 2)


def init_layer(key, n_in, n_out):
    return jax.random.normal(key, (n_in, n_out)), jnp.zeros(n_out)


def init(key, depth):
    keys = jax.random.split(key, depth)
    params = [init_layer(k, WIDTH, WIDTH) for k in keys]
    return params


@jax.jit
def apply(params, x):
    for w, b in params:  # want: JOL204 "`x`"
        x = jnp.tanh(x @ w + b)
    return x


@jax.jit
def local(key, x):
    layers = [jax.random.normal(jax.random.fold_in(key, i), (WIDTH, WIDTH)) for i in range(12)]
    for w in layers:  # want: JOL204 "`x`"
        x = jax.nn.relu(x @ w)
    return x
