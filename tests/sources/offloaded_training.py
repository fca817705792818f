"""Activations, parameters and an optimizer's state in host memory, each with its mistake."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import checkpoint_policies as cp
from jax.ad_checkpoint import checkpoint_name
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(jax.devices()[0]).reshape(1, 1), ("x", "y"))
s_dev = NamedSharding(mesh, P(), memory_kind="device")
s_host = s_dev.with_memory_kind("pinned_host")

policy = cp.save_and_offload_only_these_names(
    names_which_can_be_saved=[],
    names_which_can_be_offloaded=["inputs"],  # want: JOL306
    offload_src="device",
    offload_dst="pinned_host",
)


def two_layers(x, w):
    w1, w2 = w
    x = checkpoint_name(x, "x")
    y = x @ w1
    return y @ w2, None


def scanned(w, x):
    remat_layer = jax.remat(two_layers, policy=policy)  # want: JOL304
    result = jax.lax.scan(remat_layer, x, w)[0]
    return jnp.sum(result)


gradient = jax.jit(jax.grad(scanned))


def hybrid_layer(x, w):
    w1, w2 = jax.tree.map(lambda p: jax.device_put(p, s_dev), w)  # want: JOL305
    return x @ w1 @ w2


def looped(layers, x):
    for w in layers:
        x = hybrid_layer(x, w)
    return jnp.sum(x)


looped_gradient = jax.jit(jax.grad(looped))

optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(0.1))


def step(params, opt_state, inputs):
    grads = jax.grad(lambda p: jnp.mean((inputs @ p["w"]) ** 2))(params)
    opt_state = jax.device_put(opt_state, s_dev)
    updates, new_opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), new_opt_state  # want: JOL307


def main():
    w = (jnp.ones((5, 8, 16)) * 0.01, jnp.ones((5, 16, 8)) * 0.01)
    x = jnp.ones((4, 8))
    layers = [jax.device_put((w[0][i], w[1][i]), s_host) for i in range(5)]

    params = {"w": jnp.ones((8, 8))}
    opt_state = jax.device_put(optimizer.init(params), s_host)
    compiled = jax.jit(step, donate_argnums=(0,))  # want: JOL301
    for _ in range(3):
        params, opt_state = compiled(params, opt_state, x)
    return params, gradient(w, x), looped_gradient(layers, x)
