"""Train a convolutional classifier on synthetic shapes with on-the-fly augmentation."""

import jax
import jax.numpy as jnp
import numpy as np
import optax

SIZE = 24
BATCH = 64
STEPS = 200


def make_images(n, rng):
    yy, xx = np.mgrid[0:SIZE, 0:SIZE]
    images = np.empty((n, SIZE, SIZE), dtype=np.float32)
    labels = rng.integers(0, 3, size=n)
    for i, label in enumerate(labels):
        cy, cx = rng.uniform(8, SIZE - 8, size=2)
        r = rng.uniform(3, 7)
        if label == 0:
            images[i] = (yy - cy) ** 2 + (xx - cx) ** 2 < r**2
        elif label == 1:
            images[i] = np.maximum(abs(yy - cy), abs(xx - cx)) < r
        else:
            images[i] = abs(yy - cy) + abs(xx - cx) < r
    return images, labels.astype(np.int32)


def blur(images):
    p = np.pad(images, ((0, 0), (1, 1), (1, 1)), mode="edge")
    return (p[:, :-2, 1:-1] + p[:, 2:, 1:-1] + p[:, 1:-1, :-2] + p[:, 1:-1, 2:]) / 4


def augment(images, rng):
    n = len(images)
    shift = rng.integers(-3, 4, size=(2, n, 1))
    rows = (np.arange(SIZE) + shift[0]) % SIZE
    cols = (np.arange(SIZE) + shift[1]) % SIZE
    flip = rng.random(n) < 0.5
    cols[flip] = cols[flip, ::-1]
    out = images[np.arange(n)[:, None, None], rows[:, :, None], cols[:, None, :]]
    out = blur(blur(out))
    out += 0.2 * rng.standard_normal(out.shape, dtype=np.float32)
    return out[..., None]


def init(key):
    ks = jax.random.split(key, 3)
    return {
        "c1": jax.random.normal(ks[0], (3, 3, 1, 32)) * 0.3,
        "c2": jax.random.normal(ks[1], (3, 3, 32, 48)) * 0.1,
        "d": jax.random.normal(ks[2], (48 * 6 * 6, 3)) * 0.03,
    }


def conv(x, w):
    return jax.lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def logits_fn(params, x):
    x = jax.nn.relu(conv(x, params["c1"]))
    x = jax.nn.relu(conv(x, params["c2"]))
    return x.reshape(x.shape[0], -1) @ params["d"]


def loss_fn(params, x, y):
    return optax.softmax_cross_entropy_with_integer_labels(logits_fn(params, x), y).mean()


optimizer = optax.adam(2e-3)


@jax.jit
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


@jax.jit
def accuracy(params, x, y):
    return jnp.mean(jnp.argmax(logits_fn(params, x), -1) == y)


def main():
    rng = np.random.default_rng(0)
    images, labels = make_images(2000, rng)
    test_images, test_labels = make_images(500, rng)
    params = init(jax.random.PRNGKey(0))
    opt_state = optimizer.init(params)

    losses = []
    for step in range(STEPS):
        idx = rng.integers(0, len(images), size=BATCH)
        x = augment(images[idx], rng)
        params, opt_state, loss = train_step(params, opt_state, x, labels[idx])
        losses.append(float(loss))

    print(f"loss {np.mean(losses[:20]):.3f} -> {np.mean(losses[-20:]):.3f}")
    x_test = augment(test_images, rng)
    print(f"test accuracy {float(accuracy(params, x_test, test_labels)):.3f}")


if __name__ == "__main__":
    main()
