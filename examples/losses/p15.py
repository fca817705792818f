"""Convolutional classifier trained from a data set held on the device."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax

SIZE = 20
BATCH = 64
STEPS = 200
LOG_EVERY = 50


def make_images(n, seed):
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:SIZE, 0:SIZE]
    labels = rng.integers(0, 3, size=n)
    cy, cx = rng.uniform(7, SIZE - 7, size=(2, n, 1, 1))
    r = rng.uniform(3, 6, size=(n, 1, 1))
    dy, dx = abs(yy - cy), abs(xx - cx)
    disc = dy**2 + dx**2 < r**2
    square = np.maximum(dy, dx) < r
    diamond = dy + dx < r
    images = np.choose(labels[:, None, None], [disc, square, diamond]).astype(np.float32)
    images += 0.15 * rng.standard_normal(images.shape, dtype=np.float32)
    return images[..., None], labels.astype(np.int32)


def init(key):
    ks = jax.random.split(key, 3)
    return {
        "c1": jax.random.normal(ks[0], (3, 3, 1, 12)) * 0.3,
        "c2": jax.random.normal(ks[1], (3, 3, 12, 24)) * 0.1,
        "d": jax.random.normal(ks[2], (24 * 5 * 5, 3)) * 0.03,
    }


def conv(x, w):
    return jax.lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def logits_fn(params, x):
    x = jax.nn.relu(conv(x, params["c1"]))
    x = jax.nn.relu(conv(x, params["c2"]))
    return x.reshape(x.shape[0], -1) @ params["d"]


optimizer = optax.adam(2e-3)


@partial(jax.jit, donate_argnums=(0, 1))
def train_step(params, opt_state, images, labels, key):
    idx = jax.random.randint(key, (BATCH,), 0, images.shape[0])

    def loss_fn(p):
        logits = logits_fn(p, images[idx])
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels[idx]).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


@jax.jit
def accuracy(params, x, y):
    return jnp.mean(jnp.argmax(logits_fn(params, x), -1) == y)


def main():
    images, labels = jax.device_put(make_images(3000, 0))
    test_images, test_labels = jax.device_put(make_images(800, 1))
    key, sub = jax.random.split(jax.random.PRNGKey(0))
    params = init(sub)
    opt_state = optimizer.init(params)
    for step in range(1, STEPS + 1):
        key, sub = jax.random.split(key)
        params, opt_state, loss = train_step(params, opt_state, images, labels, sub)
        if step % LOG_EVERY == 0:
            print(f"step {step:4d} loss {float(loss):.4f}")
    print("test accuracy %.3f" % float(accuracy(params, test_images, test_labels)))


if __name__ == "__main__":
    main()
