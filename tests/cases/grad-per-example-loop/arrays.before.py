"""Gradients with respect to one array: in a list, in a comprehension, with the values."""

import jax
import jax.numpy as jnp


def loss(w, x, y):
    return (jnp.tanh(x @ w) - y) ** 2


def listed(w, xs: jax.Array, ys: jax.Array):
    grads = []
    for x, y in zip(xs, ys):  # want: JOL206 "gradient of `loss` is taken for one row"
        # one example
        grads.append(jax.grad(loss)(w, x, y))
    return jnp.stack(grads)


def indexed(w, xs: jax.Array, ys: jax.Array):
    take = jax.grad(loss)
    rows = jnp.stack([take(w, xs[i], ys[i]) for i in range(xs.shape[0])])  # want: JOL206 "`loss`"
    return jnp.mean(rows, axis=0)


def with_values(w, xs: jax.Array, ys: jax.Array):
    evaluate = jax.value_and_grad(loss)
    losses, grads = [], []
    for i in range(xs.shape[0]):  # want: JOL206 "`loss`"
        value, grad = evaluate(w, xs[i], ys[i])
        losses.append(value)
        grads.append(grad)
    return jnp.stack(losses), jnp.stack(grads)


def with_norms(w, xs: jax.Array, ys: jax.Array):
    evaluate = jax.value_and_grad(loss)
    losses = []
    norms = []
    for i in range(xs.shape[0]):  # want: JOL206 "differentiated and dispatched"
        value, grad = evaluate(w, xs[i], ys[i])
        losses.append(value)
        norms.append(jnp.linalg.norm(grad))
    losses = jnp.stack(losses)
    norms = jnp.stack(norms)  # the size of each gradient
    return losses, norms


@jax.jit
def slopes(xs: jax.Array):
    return jnp.stack([jax.grad(jnp.sin)(x) for x in xs])  # want: JOL206 "compiled on its own"


def filled(w, xs: jax.Array, ys: jax.Array):
    out = jnp.zeros((xs.shape[0], w.shape[0]))
    for i in range(xs.shape[0]):  # want: JOL206 "`loss`"
        out = out.at[i].set(jax.grad(loss, argnums=0)(w, xs[i], ys[i]))
    return out


def run(w, xs, ys):
    return (
        listed(w, xs, ys),
        indexed(w, xs, ys),
        with_values(w, xs, ys),
        with_norms(w, xs, ys),
        slopes(ys),
        filled(w, xs, ys),
    )


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return (
        jax.random.normal(a, (3,)),
        jax.random.normal(b, (2, 3)),
        jax.random.normal(c, (2,)),
    )
