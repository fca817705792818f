"""Python tables, configurations and modules."""

import itertools

import jax
import jax.numpy as jnp


def grid(model, rates, sizes, x: jax.Array):
    results = []
    for rate in rates:
        row = []
        for size in sizes:
            row.append(model(x, rate, size))
        results.append(jnp.stack(row))
    return jnp.stack(results)


def layers(stacks, x: jax.Array):
    for stack in stacks:
        for layer in stack:
            x = jnp.tanh(layer(x))
    return x


def table(names, parts, x: jax.Array):
    return {n: [jnp.sum(x * p) for p in parts] for n in names}


def minibatches(w, xs: jax.Array, epochs):
    for _ in range(epochs):
        for i in range(xs.shape[0]):
            w = w - 0.1 * jnp.tanh(xs[i] @ w) * xs[i]
    return w


def product(xs, ys):
    return jnp.array([jnp.dot(x, y) for x, y in itertools.product(xs, ys)])
