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


def augment(x, key):
    """Small random shifts, one per image, and random brightness."""
    out = []
    keys = jax.random.split(key, x.shape[0])
    for i in range(x.shape[0]):
        dy, dx = jax.random.randint(keys[i], (2,), -2, 3)
        out.append(jnp.roll(x[i], (dy, dx), axis=(0, 1)))
    x = jnp.stack(out)
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


def loss_fn(model, x, y):
    logits = model(x)
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
    return loss, logits


@nnx.jit
def train_step(model, optimizer, x, y):
    (loss, logits), grads = nnx.value_and_grad(loss_fn, has_aux=True)(model, x, y)
    optimizer.update(model, grads)
    return loss, logits, grads


# ---------------------------------------------------------------------------
# training


def grad_norm(grads):
    total = 0.0
    for g in jax.tree.leaves(grads):
        total += jnp.sum(jnp.square(g))
    return jnp.sqrt(total)


def evaluate(model, images, labels):
    correct = 0
    confusion = np.zeros((NUM_CLASSES, NUM_CLASSES), dtype=int)
    total_loss = 0.0
    for xb, yb in batches(images, labels, 50):
        x = normalize(xb)
        loss, logits = loss_fn(model, x, yb)
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
            x = augment(normalize(xb), sub)
            loss, logits, grads = train_step(model, optimizer, x, yb)
            history["loss"].append(loss.item())
            history["acc"].append(float(jnp.mean(jnp.argmax(logits, -1) == yb)))
            history["gnorm"].append(float(grad_norm(grads)))
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
