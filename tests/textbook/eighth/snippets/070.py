"""Recurrent sequence classifier with gradient clipping."""
import jax
import jax.numpy as jnp
import optax

BATCH, SEQ, INPUT, HIDDEN = 64, 400, 32, 256

optimizer = optax.chain(optax.adam(3e-4), optax.clip_by_global_norm(1.0))


def loss_fn(params, xs, y):
    def cell(h, x):
        return jnp.tanh(x @ params["wx"] + h @ params["wh"]), None

    h, _ = jax.lax.scan(cell, jnp.zeros((BATCH, HIDDEN)), xs)
    return optax.sigmoid_binary_cross_entropy(h @ params["out"], y).mean()


@jax.jit
def train_step(params, opt_state, xs, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, xs, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    key, k1, k2, k3 = jax.random.split(jax.random.key(0), 4)
    params = {
        "wx": jax.random.normal(k1, (INPUT, HIDDEN)) / INPUT**0.5,
        "wh": 1.2 * jax.random.normal(k2, (HIDDEN, HIDDEN)) / HIDDEN**0.5,
        "out": jax.random.normal(k3, (HIDDEN,)) / HIDDEN**0.5,
    }
    opt_state = optimizer.init(params)
    for step in range(1_000):
        xs = jax.random.normal(jax.random.fold_in(key, step), (SEQ, BATCH, INPUT))
        y = (xs.sum(axis=(0, 2)) > 0).astype(jnp.float32)
        params, opt_state, loss = train_step(params, opt_state, xs, y)
    print("loss", float(loss))
