"""Gradient accumulation over microbatches with one scan."""
import functools

import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(0.05)


def loss_fn(p, x, y):
    return jnp.mean((jnp.tanh(x @ p["w"]) @ p["v"] - y) ** 2)


@functools.partial(jax.jit, static_argnames="n_micro", donate_argnums=(0, 1))
def train_step(params, opt_state, x, y, n_micro):
    xs = x.reshape(n_micro, -1, *x.shape[1:])
    ys = y.reshape(n_micro, -1, *y.shape[1:])

    def accumulate(total, micro):
        return jax.tree.map(jnp.add, total, jax.grad(loss_fn)(params, *micro)), None

    zeros = jax.tree.map(jnp.zeros_like, params)
    total, _ = jax.lax.scan(accumulate, zeros, (xs, ys))
    grads = jax.tree.map(lambda g: g / n_micro, total)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


if __name__ == "__main__":
    p = {"w": jnp.ones((3, 8)), "v": jnp.ones(8)}
    s = tx.init(p)
    for _ in range(5):
        p, s = train_step(p, s, jnp.ones((16, 3)), jnp.zeros(16), n_micro=4)
    print(p["v"])
