"""Defect classifier on small grey images, augmentation on the host."""
import argparse

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax


class ScanNet(nn.Module):
    """Reads the rows of an image with a GRU."""
    hidden: int = 40
    classes: int = 5

    @nn.compact
    def __call__(self, images):
        x = nn.relu(nn.Dense(24)(images))
        wx = nn.Dense(3 * self.hidden)(x)
        wh = self.param("wh", nn.initializers.orthogonal(), (self.hidden, 3 * self.hidden))

        def cell(h, w):
            r, z, c = jnp.split(w, 3, -1)
            hr, hz, hc = jnp.split(h @ wh, 3, -1)
            r, z = nn.sigmoid(r + hr), nn.sigmoid(z + hz)
            h = (1 - z) * jnp.tanh(c + r * hc) + z * h
            return h, None

        h0 = jnp.zeros((images.shape[0], self.hidden))
        h, _ = jax.lax.scan(cell, h0, wx.swapaxes(0, 1))
        return nn.Dense(self.classes)(h)


def make_images(n, rng, size=40):
    y = rng.integers(0, 5, n)
    x = rng.normal(0, 0.6, (n, size, size)).astype(np.float32)
    for i, c in enumerate(y):
        x[i, 6 * c: 6 * c + 8, 8:32] += 1.0
    return x, y.astype(np.int32)


def augment(batch, rng):
    """Random shifts, flips, gain and speckle."""
    out = np.empty_like(batch)
    shifts = rng.integers(-2, 3, (len(batch), 2))
    flips = rng.random(len(batch)) < 0.5
    for i, img in enumerate(batch):
        img = np.roll(img, shifts[i], (0, 1))
        out[i] = img[:, ::-1] if flips[i] else img
    gain = rng.normal(1.0, 0.1, (len(batch), 1, 1))
    return (out * gain + rng.normal(0, 0.1, out.shape)).astype(np.float32)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--steps", type=int, default=600)
    ap.add_argument("--batch", type=int, default=64)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    images, labels = make_images(3000, rng)
    model = ScanNet()
    params = jax.jit(model.init)(jax.random.PRNGKey(1), images[:1])
    tx = optax.adam(1e-3)
    opt_state = jax.jit(tx.init)(params)

    @jax.jit
    def train_step(params, opt_state, x, y):
        def loss_fn(p):
            logits = model.apply(p, x)
            return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

        loss, grads = jax.value_and_grad(loss_fn)(params)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    losses = []
    for step in range(args.steps):
        idx = rng.integers(0, len(images), args.batch)
        x = augment(images[idx], rng)
        params, opt_state, loss = train_step(params, opt_state, x, labels[idx])
        losses.append(loss.item())

    for k in range(0, args.steps, args.steps // 5):
        print(f"steps {k}..: mean loss {np.mean(losses[k:k + args.steps // 5]):.4f}")


if __name__ == "__main__":
    main()
