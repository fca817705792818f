"""Synchronised batch-norm classifier on 8 host devices with shard_map."""
import os
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import numpy as np
import jax
import jax.numpy as jnp
from jax import lax
from jax.flatten_util import ravel_pytree
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh((8,), ("batch",))
WIDTH, LAYERS, CLASSES = 192, 4, 8
SIDE = 64


def init_params(key):
    ks = jax.random.split(key, LAYERS + 2)
    p = {"inp": jax.random.normal(ks[0], (SIDE, WIDTH)) / 8.0, "blocks": []}
    for k in ks[1:-1]:
        p["blocks"].append({
            "w": jax.random.normal(k, (WIDTH, WIDTH)) / np.sqrt(WIDTH),
            "scale": jnp.ones(WIDTH), "shift": jnp.zeros(WIDTH)})
    p["head"] = jax.random.normal(ks[-1], (WIDTH, CLASSES)) / np.sqrt(WIDTH)
    return p


flat0, unravel = ravel_pytree(init_params(jax.random.key(0)))


def sync_norm(h, scale, shift):
    everyone = lax.all_gather(h, "batch", tiled=True)
    mu = everyone.mean((0, 1))
    var = everyone.var((0, 1))
    return (h - mu) * lax.rsqrt(var + 1e-5) * scale + shift


def forward(params, x):
    h = x @ params["inp"]
    for blk in params["blocks"]:
        h = h + jax.nn.relu(sync_norm(h @ blk["w"], blk["scale"], blk["shift"]))
    return h.mean(1) @ params["head"]


def local_loss(flat, x, y):
    logp = jax.nn.log_softmax(forward(unravel(flat), x))
    return -jnp.take_along_axis(logp, y[:, None], 1).mean() / 8


def step_body(flat, x, y):
    value, grad = jax.value_and_grad(local_loss)(flat, x, y)
    both = lax.psum(jnp.append(grad, value), "batch")
    return flat - 0.05 * both[:-1], both[-1]


step = jax.jit(
    jax.shard_map(step_body, mesh=mesh, in_specs=(P(), P("batch"), P("batch")),
                  out_specs=(P(), P()), check_vma=False),
    donate_argnums=0)


def batches(n, seed=0):
    rng = np.random.default_rng(seed)
    proto = rng.standard_normal((CLASSES, 24, SIDE)).astype(np.float32)
    for _ in range(n):
        y = rng.integers(0, CLASSES, 256).astype(np.int32)
        x = proto[y] + 2.0 * rng.standard_normal((256, 24, SIDE), dtype=np.float32)
        yield x, y


def main():
    flat = jax.device_put(flat0, NamedSharding(mesh, P()))
    split = NamedSharding(mesh, P("batch"))
    for i, (x, y) in enumerate(batches(15)):
        flat, value = step(flat, jax.device_put(x, split), jax.device_put(y, split))
        if i % 5 == 4:
            print(f"step {i:2d} loss {float(value):.4f}")


if __name__ == "__main__":
    main()
