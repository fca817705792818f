"""Data-parallel training of a channel equaliser on eight (simulated) devices."""
import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map

TAPS = 128
HIDDEN = 512
SYMBOLS = 16


def received(n, rng):
    """QAM-like symbols through a dispersive channel, windows around each symbol."""
    s = rng.integers(0, SYMBOLS, n + TAPS)
    level = s / 7.5 - 1.0
    channel = np.array([0.1, 0.3, 1.0, 0.4, -0.2])
    r = np.convolve(level, channel, mode="same") + 0.02 * rng.standard_normal(n + TAPS)
    x = np.lib.stride_tricks.sliding_window_view(r, TAPS)[:n]
    return x.astype(np.float32), s[TAPS // 2: TAPS // 2 + n].astype(np.int32)


def init(rng):
    def w(a, b):
        return (rng.standard_normal((a, b)) / np.sqrt(a)).astype(np.float32)

    return {"w1": w(TAPS, HIDDEN), "w2": w(HIDDEN, HIDDEN), "w3": w(HIDDEN, SYMBOLS)}


def loss_fn(params, x, y):
    h = jnp.tanh(x @ params["w1"])
    h = h + jnp.tanh(h @ params["w2"])
    logp = jax.nn.log_softmax(h @ params["w3"])
    return -jnp.mean(jnp.take_along_axis(logp, y[:, None], 1))


def average(tree):
    """Mean over the devices."""
    return jax.tree_util.tree_map(
        lambda g: jnp.mean(jax.lax.all_gather(g, "data"), axis=0), tree)


def local_train(params, x, y, lr):
    """All steps on one shard: x [steps, batch / devices, taps]."""

    def step(params, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, *batch)
        grads = average(grads)
        params = jax.tree_util.tree_map(lambda p, g: p - lr * g, params, grads)
        return params, loss

    params, losses = jax.lax.scan(step, params, (x, y))
    return jax.tree_util.tree_map(lambda p: p[None], params), losses[:, None]


def main(steps=20, batch=256):
    mesh = Mesh(np.array(jax.devices()), ("data",))
    rng = np.random.default_rng(0)
    x, y = received(steps * batch, rng)
    by_batch = NamedSharding(mesh, P(None, "data"))
    x = jax.device_put(x.reshape(steps, batch, TAPS), by_batch)
    y = jax.device_put(y.reshape(steps, batch), by_batch)
    params = jax.device_put(init(rng), NamedSharding(mesh, P()))

    # every device keeps its own (equal) copy of the weights
    varying = jax.tree_util.tree_map(lambda p: np.broadcast_to(p, (8,) + p.shape), params)
    varying = jax.device_put(varying, NamedSharding(mesh, P("data")))

    def body(stacked, x, y):
        own = jax.tree_util.tree_map(lambda p: p[0], stacked)
        return local_train(own, x, y, 0.1)

    train = jax.jit(shard_map(body, mesh=mesh, in_specs=(P("data"), P(None, "data"), P(None, "data")),
                              out_specs=(P("data"), P(None, "data"))))
    params, losses = train(varying, x, y)
    losses = np.asarray(losses).mean(1)
    print("loss", np.array2string(losses[:: max(1, steps // 5)], precision=4))
    copies = np.asarray(params["w3"])
    print("copies equal:", bool(np.allclose(copies[0], copies[-1], atol=1e-5)))


if __name__ == "__main__":
    main()
