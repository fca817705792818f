"""What the loop goes over are models, losses, tasks or data sets: no rows of an array."""

import jax
import jax.numpy as jnp


def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def ensemble(models, x: jax.Array, y: jax.Array):
    return jnp.stack([jax.grad(loss)(model, x, y) for model in models])


def objectives(losses, w: jax.Array, x: jax.Array):
    grads = []
    for objective in losses:
        grads.append(jax.grad(objective)(w, x))
    return jnp.stack(grads)


def loaders(w, loader):
    return [jax.grad(loss)(w, x, y) for x, y in loader]


def tasks(w, datasets):
    grads = []
    for name, (x, y) in datasets.items():
        grads.append(jax.grad(loss)(w, x, y))
    return jnp.stack(grads)


def kept(w, xs: jax.Array, ys: jax.Array):
    return [jax.grad(loss)(w, x, y) for x, y in zip(xs, ys)]


def shown(w, xs: jax.Array, ys: jax.Array):
    for x, y in zip(xs, ys):
        print(jax.grad(loss)(w, x, y))


def two(w, xs: jax.Array, ys: jax.Array):
    return jnp.stack([jax.grad(loss)(w, xs[i], ys[i]) for i in range(2)])


def same(w, xs: jax.Array, ys: jax.Array):
    out = []
    for x in xs:
        out.append(x * jax.grad(loss)(w, xs[0], ys[0]))
    return out
