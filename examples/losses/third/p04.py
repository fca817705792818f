"""Tabular classifier with dropout (heavily over-parameterised, small data)."""
import numpy as np
import jax
import jax.numpy as jnp
import optax

RATE = 0.4
SIZES = (40, 512, 512, 3)


def toy_table(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, SIZES[0])).astype(np.float32)
    score = np.stack([x[:, 0] * x[:, 1], x[:, 2] + 0.5 * x[:, 3] ** 2, np.sin(2 * x[:, 4])], 1)
    y = np.argmax(score + 0.4 * rng.standard_normal(score.shape), 1)
    return x, y.astype(np.int32)


def init(key):
    params = []
    for k, i, o in zip(jax.random.split(key, 3), SIZES[:-1], SIZES[1:]):
        params.append({"w": jax.random.normal(k, (i, o)) * (2 / i) ** 0.5, "b": jnp.zeros(o)})
    return params


def dropout(key, h):
    keep = jax.random.bernoulli(key, 1 - RATE, h.shape)
    return jnp.where(keep, h / (1 - RATE), 0.0)


def apply(params, x, key=None):
    keys = jax.random.split(key, len(params) - 1) if key is not None else None
    for i, p in enumerate(params[:-1]):
        x = jax.nn.relu(x @ p["w"] + p["b"])
        if keys is not None:
            x = dropout(keys[i], x)
    return x @ params[-1]["w"] + params[-1]["b"]


tx = optax.adam(1e-3)


def make_step():
    def loss_fn(params, x, y, key):
        logits = apply(params, x, key)
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    def step(params, opt_state, x, y, key):
        loss, g = jax.value_and_grad(loss_fn)(params, x, y, key)
        upd, opt_state = tx.update(g, opt_state)
        return optax.apply_updates(params, upd), opt_state, loss

    return jax.jit(step, donate_argnums=(0, 1))


@jax.jit
def accuracy(params, x, y):
    return (jnp.argmax(apply(params, x), -1) == y).mean()


def main():
    x, y = toy_table(2048, 0)
    xt, yt = toy_table(8192, 1)
    init_key, drop_key = jax.random.split(jax.random.key(17))
    params = init(init_key)
    opt_state = tx.init(params)
    step = make_step()
    rng = np.random.default_rng(2)
    losses = []
    for i in range(500):
        idx = rng.integers(0, len(x), 128)
        params, opt_state, loss = step(params, opt_state, x[idx], y[idx], drop_key)
        losses.append(loss)
    losses = np.array(jax.device_get(losses))
    print("train loss, last 100 steps", losses[-100:].mean().round(4))
    print("test accuracy", float(accuracy(params, xt, yt)))


if __name__ == "__main__":
    main()
