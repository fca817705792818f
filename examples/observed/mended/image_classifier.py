"""Train a small convolutional network (flax.nnx) on synthetic textures.

    python image_classifier.py [--epochs 3]
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx

NUM_CLASSES = 6
IMAGE_SIZE = 28


# ---------------------------------------------------------------------------
# data


def make_dataset(n, seed):
    """Oriented gratings with clutter, stored like an ordinary uint8 image set."""
    rng = np.random.default_rng(seed)
    yy, xx = np.mgrid[0:IMAGE_SIZE, 0:IMAGE_SIZE]
    labels = rng.integers(0, NUM_CLASSES, size=n)
    images = np.zeros((n, IMAGE_SIZE, IMAGE_SIZE, 1), dtype=np.uint8)
    for i, label in enumerate(labels):
        angle = np.pi * label / NUM_CLASSES + rng.normal(0, 0.12)
        freq = rng.uniform(0.5, 0.9)
        phase = rng.uniform(0, 2 * np.pi)
        wave = np.sin(freq * (np.cos(angle) * xx + np.sin(angle) * yy) + phase)
        img = 127 + 60 * wave + rng.normal(0, 45, size=wave.shape)
        images[i, :, :, 0] = np.clip(img, 0, 255)
    return images, labels


def batches(images, labels, batch_size, rng=None):
    order = np.arange(len(images))
    if rng is not None:
        rng.shuffle(order)
    for start in range(0, len(order), batch_size):
        idx = order[start : start + batch_size]
        yield images[idx], labels[idx]


def normalize(images):
    x = jnp.asarray(images, dtype=jnp.float32) / 255.0
    mean = jnp.mean(x, axis=(1, 2, 3), keepdims=True)
    std = jnp.std(x, axis=(1, 2, 3), keepdims=True)
    return (x - mean) / (std + 1e-5)


def pad(images, labels, size):
    """A batch of `size` images, with the weights of the images: 0 for those that fill it up."""
    more = size - len(images)
    weights = np.repeat(np.float32([1, 0]), [len(images), more])
    return np.pad(images, [(0, more)] + 3 * [(0, 0)]), np.pad(labels, (0, more)), weights


# Loss 1 (eager): `augment` ran operation by operation; its loop is a `vmap` in a compiled function.
# Loss 3 (compiled-again): so `jnp.roll` has no shift any more that is static, and compiles once.
@jax.jit
def augment(x, key):
    """Small random shifts, one per image, and random brightness."""

    def shifted(image, key):
        dy, dx = jax.random.randint(key, (2,), -2, 3)
        return jnp.roll(image, (dy, dx), axis=(0, 1))

    x = jax.vmap(shifted)(x, jax.random.split(key, x.shape[0]))
    # That `key` is used up again is the loss that can make results wrong. It stays, so that the
    # random numbers are those of the original.
    return x * jax.random.uniform(key, (x.shape[0], 1, 1, 1), minval=0.8, maxval=1.2)


# ---------------------------------------------------------------------------
# model


class CNN(nnx.Module):
    def __init__(self, rngs):
        self.conv1 = nnx.Conv(1, 16, kernel_size=(3, 3), rngs=rngs)
        self.conv2 = nnx.Conv(16, 32, kernel_size=(3, 3), rngs=rngs)
        self.fc1 = nnx.Linear(32 * 7 * 7, 64, rngs=rngs)
        self.fc2 = nnx.Linear(64, NUM_CLASSES, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.conv1(x))
        x = nnx.avg_pool(x, (2, 2), strides=(2, 2))
        x = nnx.relu(self.conv2(x))
        x = nnx.avg_pool(x, (2, 2), strides=(2, 2))
        x = x.reshape(x.shape[0], -1)
        return self.fc2(nnx.relu(self.fc1(x)))


def loss_fn(model, x, y, weights=None):
    logits = model(x)
    losses = optax.softmax_cross_entropy_with_integer_labels(logits, y)
    return jnp.average(losses, weights=weights), logits


# Loss 2 (compiled-again): the last batch of an epoch is smaller; it is padded, with weights of 0.
@nnx.jit
def train_step(model, optimizer, x, y, weights):
    (loss, logits), grads = nnx.value_and_grad(loss_fn, has_aux=True)(model, x, y, weights)
    optimizer.update(model, grads)
    right = jnp.average(jnp.argmax(logits, -1) == y, weights=weights)
    return loss, right, grad_norm(grads)


# ---------------------------------------------------------------------------
# training


def grad_norm(grads):
    total = 0.0
    for g in jax.tree.leaves(grads):
        total += jnp.sum(jnp.square(g))
    return jnp.sqrt(total)


# Named in the second run (eager): `CNN.__call__` ran operation by operation here.
test_step = nnx.jit(loss_fn)


def evaluate(model, images, labels):
    correct = 0
    confusion = np.zeros((NUM_CLASSES, NUM_CLASSES), dtype=int)
    total_loss = 0.0
    for xb, yb in batches(images, labels, 50):
        x = normalize(xb)
        loss, logits = test_step(model, x, yb)
        total_loss += loss.item() * len(yb)
        pred = jnp.argmax(logits, axis=-1)
        for p, t in zip(pred, yb):
            confusion[t, int(p)] += 1
            correct += int(p == t)
    return correct / len(images), total_loss / len(images), confusion


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--lr", type=float, default=2e-3)
    args = parser.parse_args()

    train_images, train_labels = make_dataset(800, seed=0)
    test_images, test_labels = make_dataset(300, seed=1)

    model = CNN(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adamw(args.lr), wrt=nnx.Param)
    rng = np.random.default_rng(0)
    key = jax.random.PRNGKey(0)

    history = {"loss": [], "acc": [], "gnorm": []}
    for epoch in range(args.epochs):
        start = time.time()
        for xb, yb in batches(train_images, train_labels, args.batch_size, rng):
            key, sub = jax.random.split(key)
            xs, ys, weights = pad(xb, yb, args.batch_size)
            x = augment(normalize(xs), sub)
            loss, right, norm = train_step(model, optimizer, x, ys, weights)
            # Named in the second run (waited): each step waited for the device three
            # times. The values are fetched after the epoch, and the norm is a part of the step.
            history["loss"].append(loss)
            history["acc"].append(right)
            history["gnorm"].append(norm)
        history = jax.device_get(history)
        acc, test_loss, _ = evaluate(model, test_images, test_labels)
        n = len(train_images) // args.batch_size + 1
        print(
            f"epoch {epoch + 1}: train loss {np.mean(history['loss'][-n:]):.4f} "
            f"train acc {np.mean(history['acc'][-n:]):.3f} gnorm {np.mean(history['gnorm'][-n:]):.3f} "
            f"test loss {test_loss:.4f} test acc {acc:.3f} ({time.time() - start:.1f}s)"
        )

    acc, _, confusion = evaluate(model, test_images, test_labels)
    print(confusion)
    print(f"final test accuracy: {acc:.3f}")


if __name__ == "__main__":
    main()
