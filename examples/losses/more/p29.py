"""Seismic phase picker: label windows as noise, P or S, with noisy training data."""
import flax.linen as nn
import jax
import numpy as np
import optax

WINDOW = 256
STEPS = 150


def ricker(t, f):
    a = (np.pi * f * t) ** 2
    return (1 - 2 * a) * np.exp(-a)


def windows(n, rng):
    """Three-component windows with a wavelet (or none)."""
    y = rng.integers(0, 3, n)
    x = 0.2 * rng.standard_normal((n, WINDOW, 3))
    t = (np.arange(WINDOW) - WINDOW // 2) / 100.0
    p_wave, s_wave = ricker(t, 6.0), ricker(t, 2.5)
    for i in range(n):
        if y[i] == 1:
            x[i, :, 2] += p_wave * rng.uniform(0.5, 1.5)
        elif y[i] == 2:
            x[i, :, :2] += s_wave[:, None] * rng.uniform(0.5, 1.5)
    return x.astype(np.float32), y.astype(np.int32)


class Picker(nn.Module):
    @nn.compact
    def __call__(self, x):
        for features in (16, 32, 32):
            x = nn.relu(nn.Conv(features, (7,), strides=(4,))(x))
        return nn.Dense(3)(x.reshape(x.shape[0], -1))


def corrupt(x, level):
    """Fresh sensor noise, gain and dropped channels."""
    noise = np.random.normal(0.0, level, x.shape).astype(np.float32)
    gain = np.random.uniform(0.5, 2.0, (x.shape[0], 1, 1)).astype(np.float32)
    alive = (np.random.random((x.shape[0], 1, 3)) > 0.1).astype(np.float32)
    return (x * gain + noise) * alive


def main():
    rng = np.random.default_rng(0)
    np.random.seed(0)
    x, y = windows(3000, rng)
    model = Picker()
    tx = optax.adam(2e-3)
    params = jax.jit(model.init)(jax.random.PRNGKey(0), x[:1])
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def train_step(params, opt_state, xb, yb):
        xb = corrupt(xb, 0.3)

        def loss_fn(p):
            logits = model.apply(p, xb)
            return optax.softmax_cross_entropy_with_integer_labels(logits, yb).mean()

        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state, loss

    @jax.jit
    def classify(params, xb):
        return model.apply(params, xb).argmax(-1)

    losses = []
    for _ in range(STEPS):
        idx = rng.integers(0, 2500, 64)
        params, opt_state, loss = train_step(params, opt_state, x[idx], y[idx])
        losses.append(loss)
    losses = np.asarray(jax.device_get(losses))
    print("loss", np.array2string(losses[::30], precision=3))
    good = np.mean(np.asarray(classify(params, x[2500:])) == y[2500:])
    print(f"accuracy on clean windows {good:.3f}")


if __name__ == "__main__":
    main()
