import jax
import jax.numpy as jnp
import numpy as np
import optax

tx = optax.sgd(0.1)


def loss(params, x, y):
    return jnp.mean((x @ params - y) ** 2)


# Plain descent.
@jax.jit
def descend(params, x, y):
    # the gradient
    grads = jax.grad(loss)(params, x, y)
    return params - 0.1 * grads


@jax.jit
def train_step(params, opt_state, x, y):
    def loss_fn(p):
        return jnp.mean((x @ p["w"] + p["b"] - y) ** 2)

    value, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, {"loss": value}


gradient = jax.grad(loss)


@jax.jit
def by_leaf(params, x, y):
    """One step on every leaf."""
    grads = gradient(params, x, y)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


@jax.jit
def with_lists(params, x, y):
    rows, width = x.shape
    scale = 1.0 / np.sqrt(max(width, 1))
    grads = jax.grad(loss)(params, scale * x, y)
    terms = []
    for part in range(2):
        terms.append(grads / (part + rows))
    return params - 0.1 * (terms[0] + terms[1])


def run(w, xs, ys):
    params = w
    for x, y in zip(xs, ys, strict=True):
        params = descend(params, x, y)
        params = by_leaf(params, x, y)
        params = with_lists(params, x, y)
    tree = {"w": params, "b": jnp.zeros(())}
    opt_state = tx.init(tree)
    losses = []
    for epoch in range(5):
        tree, opt_state, metrics = train_step(tree, opt_state, xs[epoch], ys[epoch])
        losses.append(metrics["loss"])
    return tree, jnp.stack(losses)


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (
        jax.random.normal(k1, (3,)),
        jax.random.normal(k2, (5, 8, 3)),
        jax.random.normal(k3, (5, 8)),
    )
