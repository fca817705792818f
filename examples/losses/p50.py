"""Softmax regression on a large feature matrix with momentum SGD."""

import jax
import jax.numpy as jnp
import numpy as np

N = 60_000
DIM = 256
CLASSES = 10
BATCH = 512
STEPS = 120


def load_features(seed=0):
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((CLASSES, DIM), dtype=np.float32) * 0.25
    labels = rng.integers(0, CLASSES, size=N).astype(np.int32)
    features = rng.standard_normal((N, DIM), dtype=np.float32)
    features += centres[labels]
    return features, labels


def loss_fn(params, x, y):
    logits = x @ params["w"] + params["b"]
    logp = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(logp, y[:, None], axis=1))


@jax.jit
def sgd_step(params, momentum, features, labels, idx, lr):
    x, y = features[idx], labels[idx]
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    momentum = jax.tree.map(lambda m, g: 0.9 * m + g, momentum, grads)
    params = jax.tree.map(lambda p, m: p - lr * m, params, momentum)
    return params, momentum, loss


@jax.jit
def error_rate(params, x, y):
    return jnp.mean(jnp.argmax(x @ params["w"] + params["b"], axis=1) != y)


def main():
    features, labels = load_features()
    rng = np.random.default_rng(1)
    order = rng.permutation(N)
    params = {"w": jnp.zeros((DIM, CLASSES)), "b": jnp.zeros(CLASSES)}
    momentum = jax.tree.map(jnp.zeros_like, params)
    losses = []
    for step in range(STEPS):
        start = (step * BATCH) % (N - BATCH)
        idx = order[start : start + BATCH]
        params, momentum, loss = sgd_step(params, momentum, features, labels, idx, 0.05)
        losses.append(loss)
    losses = jax.device_get(losses)
    print("loss %.4f -> %.4f" % (losses[0], losses[-1]))
    held_out = order[-5000:]
    print("error rate %.4f" % float(error_rate(params, features[held_out], labels[held_out])))


if __name__ == "__main__":
    main()
