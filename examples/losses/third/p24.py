"""Ridge-regularised neural tangent features: sharded feature extraction and Gram matrix."""
import os
os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")

import numpy as np
import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ("rows",))
ROWS = NamedSharding(mesh, P("rows", None))
WHOLE = NamedSharding(mesh, P())
IN, HID, FEAT = 128, 512, 384


def random_weights(key):
    a, b, c, d = jax.random.split(key, 4)
    he = lambda k, i, o: jax.random.normal(k, (i, o)) * (2.0 / i) ** 0.5
    return he(a, IN, HID), he(b, HID, HID), he(c, HID, HID), he(d, HID, FEAT)


def standardise(h):
    h = jax.lax.with_sharding_constraint(h, WHOLE)
    mu = h.mean(0, keepdims=True)
    sd = h.std(0, keepdims=True)
    return (h - mu) / (sd + 1e-6)


def features(weights, x):
    w1, w2, w3, w4 = weights
    h = jax.nn.relu(x @ w1)
    h = standardise(h)
    h = jax.nn.relu(h @ w2)
    h = jax.nn.relu(h @ w3)
    return h @ w4 / np.sqrt(FEAT)


@jax.jit
def accumulate(weights, acc, x, y):
    phi = features(weights, x)
    return acc + phi.T @ jnp.concatenate([phi, y], axis=1)


def stream(n_blocks, rows, seed=0):
    rng = np.random.default_rng(seed)
    beta = rng.standard_normal((IN, 2)).astype(np.float32) / 8
    for _ in range(n_blocks):
        x = rng.standard_normal((rows, IN), dtype=np.float32)
        y = np.tanh(x @ beta) + 0.1 * rng.standard_normal((rows, 2), dtype=np.float32)
        yield x, y


def main():
    weights = jax.device_put(random_weights(jax.random.key(3)), WHOLE)
    acc = jax.device_put(jnp.zeros((FEAT, FEAT + 2)), WHOLE)
    n = 0
    for x, y in stream(6, 4096):
        x, y = jax.device_put((x, y), ROWS)
        acc = accumulate(weights, acc, x, y)
        n += x.shape[0]
    acc = np.asarray(acc) / n
    coef = np.linalg.solve(acc[:, :FEAT] + 1e-3 * np.eye(FEAT, dtype=np.float32), acc[:, FEAT:])

    (x_fit, y_fit), = stream(1, 4096, seed=0)
    pred = np.asarray(jax.jit(features)(weights, jax.device_put(x_fit, ROWS))) @ coef
    print("rows", n, "fit mse", float(np.mean((pred - y_fit) ** 2).round(4)))
    print("coef norm", float(np.linalg.norm(coef).round(3)), "target var", float(y_fit.var().round(3)))


if __name__ == "__main__":
    main()
