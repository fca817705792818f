"""Distributed logistic regression with gradient accumulation over micro-batches."""

import os

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map

DIM = 4096
CLASSES = 16
MICRO = 16
MICRO_SIZE = 4
STEPS = 40

mesh = Mesh(np.array(jax.devices()), ("dp",))


def value_and_gradient(w, x, y):
    logp = jax.nn.log_softmax(x @ w)
    target = jax.nn.one_hot(y, CLASSES)
    value = -jnp.sum(target * logp) / x.shape[0]
    grad = x.T @ (jnp.exp(logp) - target) / x.shape[0]
    return value, grad


def accumulate(w, x, y):
    """Sums value and gradient over the leading micro-batch axis."""

    def body(total, batch):
        value, grad = value_and_gradient(w, *batch)
        grad = jax.lax.psum(grad, "dp")
        value = jax.lax.psum(value, "dp")
        return (total[0] + value, total[1] + grad), None

    start = (jnp.zeros(()), jnp.zeros_like(w))
    total, _ = jax.lax.scan(body, start, (x, y))
    count = x.shape[0] * len(jax.devices())
    return total[0] / count, total[1] / count


mean_gradient = shard_map(
    accumulate,
    mesh=mesh,
    in_specs=(P(), P(None, "dp"), P(None, "dp")),
    out_specs=(P(), P()),
)


@partial(jax.jit, static_argnames="steps", donate_argnums=0)
def train(w, x, y, lr, steps):
    def body(w, step):
        i = step % x.shape[0]
        value, grad = mean_gradient(w, x[i], y[i])
        return w - lr * grad, value

    return jax.lax.scan(body, w, jnp.arange(steps))


def make_batches(n, rng):
    centres = 0.05 * rng.standard_normal((CLASSES, DIM), dtype=np.float32)
    per_step = MICRO_SIZE * len(jax.devices())
    y = rng.integers(0, CLASSES, size=(n, MICRO, per_step)).astype(np.int32)
    x = rng.standard_normal((n, MICRO, per_step, DIM), dtype=np.float32) + centres[y]
    return jax.device_put((x, y), NamedSharding(mesh, P(None, None, "dp")))


def main():
    x, y = make_batches(2, np.random.default_rng(0))
    w = jax.device_put(jnp.zeros((DIM, CLASSES)), NamedSharding(mesh, P()))
    w, values = train(w, x, y, 0.3, STEPS)
    print("loss", " ".join("%.4f" % v for v in jax.device_get(values)[::5]))


if __name__ == "__main__":
    main()
