"""Sequence regression with a GRU: predict the next value of coupled oscillators."""
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp
import optax

HID, OBS, T = 160, 6, 96


def series(n, rng):
    t = np.arange(T + 1) * 0.15
    w = rng.uniform(0.5, 2.0, (n, 1, OBS))
    phi = rng.uniform(0, 2 * np.pi, (n, 1, OBS))
    x = np.sin(w * t[None, :, None] + phi)
    x = x + 0.3 * np.roll(x, 1, axis=-1) ** 2
    return (x + 0.02 * rng.standard_normal(x.shape)).astype(np.float32)


def init(key):
    k1, k2, k3 = jax.random.split(key, 3)
    s = 1 / np.sqrt(HID)
    return {
        "wx": jax.random.uniform(k1, (OBS, 3 * HID), minval=-s, maxval=s),
        "wh": jax.random.uniform(k2, (HID, 3 * HID), minval=-s, maxval=s),
        "b": jnp.zeros(3 * HID),
        "out": jax.random.uniform(k3, (HID, OBS), minval=-s, maxval=s),
    }


def gru(params, xs):
    """xs: (T, batch, OBS) -> hidden states (T, batch, HID)."""

    def cell(h, x):
        gx = x @ params["wx"] + params["b"]
        gh = h @ params["wh"]
        r, z, n = jnp.split(gx, 3, -1)
        hr, hz, hn = jnp.split(gh, 3, -1)
        r, z = jax.nn.sigmoid(r + hr), jax.nn.sigmoid(z + hz)
        n = jnp.tanh(n + r * hn)
        h = (1 - z) * n + z * h
        return h, h

    h0 = jnp.zeros((xs.shape[1], HID))
    return jax.lax.scan(cell, h0, xs)[1]


def mse(params, batch):
    xs = jnp.swapaxes(batch, 0, 1)
    hs = gru(params, xs[:-1])
    pred = xs[:-1] + hs @ params["out"]
    return jnp.mean((pred - xs[1:]) ** 2)


tx = optax.adam(2e-3)


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, batch):
    loss = mse(params, batch)
    grads = jax.grad(mse)(params, batch)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def main():
    rng = np.random.default_rng(0)
    data = series(1024, rng)
    params = init(jax.random.key(0))
    opt_state = tx.init(params)
    losses = []
    for step in range(110):
        batch = data[rng.integers(0, len(data), 64)]
        params, opt_state, loss = train_step(params, opt_state, batch)
        losses.append(loss)
    losses = np.array(jax.device_get(losses))
    for k in (0, 40, 80, 109):
        print(f"step {k:3d} mse {losses[k]:.5f}")


if __name__ == "__main__":
    main()
