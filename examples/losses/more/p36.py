"""Learn the dynamics of a pendulum from noisy tracks with a recurrent filter."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np
import optax


def pendulum_tracks(n, length, rng):
    a = rng.uniform(-1.0, 1.0, n)
    w = rng.uniform(-0.5, 0.5, n)
    out = np.empty((n, length), np.float32)
    for t in range(length):
        w = w - 0.05 * (np.sin(a) * 4.0 + 0.05 * w)
        a = a + 0.05 * w
        out[:, t] = a
    return out, out + 0.1 * rng.standard_normal(out.shape).astype(np.float32)


def init(hidden, rng):
    def w(a, b):
        return (rng.standard_normal((a, b)) / np.sqrt(a)).astype(np.float32)

    return jax.device_put({
        "wi": w(1, 3 * hidden), "wh": w(hidden, 3 * hidden),
        "b": np.zeros(3 * hidden, np.float32), "wo": w(hidden, 1),
    })


def gru(params, h, x):
    gi = x[:, None] * params["wi"][0] + params["b"]
    gh = h @ params["wh"]
    ir, iz, ic = jnp.split(gi, 3, -1)
    hr, hz, hc = jnp.split(gh, 3, -1)
    r = jax.nn.sigmoid(ir + hr)
    z = jax.nn.sigmoid(iz + hz)
    return (1 - z) * jnp.tanh(ic + r * hc) + z * h


def filter_tracks(params, noisy, hidden):
    """One-step-ahead predictions for each time."""
    h = jnp.zeros((noisy.shape[0], hidden))
    predictions = []
    for t in range(noisy.shape[1]):
        h = gru(params, h, noisy[:, t])
        predictions.append(h @ params["wo"][:, 0])
    return jnp.stack(predictions, axis=1)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--hidden", type=int, default=32)
    ap.add_argument("--length", type=int, default=24)
    ap.add_argument("--steps", type=int, default=150)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    clean, noisy = pendulum_tracks(1024, args.length + 1, rng)
    params = init(args.hidden, rng)
    tx = optax.adam(3e-3)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def train_step(params, opt_state, noisy, clean):
        def loss_fn(p):
            pred = filter_tracks(p, noisy[:, :-1], args.hidden)
            return jnp.mean((pred - clean[:, 1:]) ** 2)

        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    for step in range(args.steps):
        idx = rng.integers(0, len(clean), 64)
        params, opt_state, loss = train_step(params, opt_state, noisy[idx], clean[idx])
        if (step + 1) % 50 == 0:
            print(f"step {step + 1}: mse {float(loss):.5f}")


if __name__ == "__main__":
    main()
