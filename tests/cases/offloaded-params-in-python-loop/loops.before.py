import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(jax.devices()[0]).reshape(1, 1), ("x", "y"))
s_dev = NamedSharding(mesh, P("x", "y"), memory_kind="device")
s_host = s_dev.with_memory_kind("pinned_host")


def forward(params, x):
    for i in range(1, 5):
        w = jax.device_put(params[f"w{i}"], s_dev)  # want: JOL305 "line 13 fetches `params"
        x = jnp.tanh(x @ w)
    return x


def hybrid_layer(x, w):
    w1, w2 = jax.tree.map(lambda p: jax.device_put(p, s_dev), w)  # want: JOL305 "fetches `w`"
    return x @ w1 @ w2


def stack(layers, x):
    for w in layers:
        x = hybrid_layer(x, w)
    return x


def compute_loss(params, layers, x):
    return jnp.mean((stack(layers, forward(params, x)) - x) ** 2)


step = jax.jit(jax.grad(compute_loss, argnums=(0, 1)))


class Model:
    def __init__(self):
        self.device = jax.sharding.SingleDeviceSharding(jax.devices()[0], memory_kind="device")

    def loss(self, layers, x):
        for w, b in layers:
            w, b = jax.device_put((w, b), self.device)  # want: JOL305
            x = x @ w + b
        return jnp.mean(x)

    def gradient(self, layers, x):
        return jax.grad(self.loss)(layers, x)
