"""Data-parallel regression on several devices with a sharded batch."""

import os

os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

FEATURES, HIDDEN, BATCH, STEPS = 64, 192, 2048, 40

mesh = Mesh(np.array(jax.devices()), ("data",))
replicated = NamedSharding(mesh, P())
by_row = NamedSharding(mesh, P(None, "data"))


def make_data(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, FEATURES), dtype=np.float32)
    y = np.tanh(x[:, :8].sum(1)) + 0.3 * x[:, 8] * x[:, 9]
    return x, y.astype(np.float32)


def init(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return {
        "w1": jax.random.normal(k1, (FEATURES, HIDDEN)) / FEATURES**0.5,
        "w2": jax.random.normal(k2, (HIDDEN, HIDDEN)) / HIDDEN**0.5,
        "w3": jax.random.normal(k3, (HIDDEN,)) / HIDDEN**0.5,
    }


def loss_fn(params, x, y):
    h = jnp.tanh(x @ params["w1"])
    h = jnp.tanh(h @ params["w2"])
    return jnp.mean((h @ params["w3"] - y) ** 2)


@partial(jax.jit, static_argnames="steps", out_shardings=(replicated, replicated))
def train(params, x, y, steps):
    n_batches = x.shape[0]

    def body(params, step):
        i = step % n_batches
        loss, grads = jax.value_and_grad(loss_fn)(params, x[i], y[i])
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss

    return jax.lax.scan(body, params, jnp.arange(steps))


def main():
    x, y = make_data(BATCH * 4, 0)
    x, y = x.reshape(4, BATCH, FEATURES), y.reshape(4, BATCH)
    x, y = jax.device_put((x, y), by_row)
    params = jax.device_put(init(jax.random.PRNGKey(0)), replicated)
    params, losses = train(params, x, y, STEPS)
    losses = jax.device_get(losses)
    print("loss %.4f -> %.4f" % (losses[0], losses[-1]))


if __name__ == "__main__":
    main()
