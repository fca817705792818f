"""Data-parallel training of a click model on eight (simulated) devices with a psum per step."""
import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

FIELDS, BUCKET, DIM = 12, 500, 8


def clicks(n, rng):
    """Hashed fields and clicks from a hidden interaction."""
    ids = rng.integers(0, BUCKET, (n, FIELDS))
    logit = np.where((ids[:, 0] + ids[:, 1]) % 3 == 0, 1.5, -1.0) + 0.5 * (ids[:, 2] % 2)
    y = rng.random(n) < 1 / (1 + np.exp(-logit))
    return ids.astype(np.int32), y.astype(np.float32)


def init(rng):
    def w(*s):
        return (0.1 * rng.standard_normal(s)).astype(np.float32)

    return {"emb": w(FIELDS * BUCKET, DIM), "lin": w(FIELDS * BUCKET),
            "w1": w(FIELDS * DIM, 64), "w2": w(64)}


def logits(params, ids):
    """Factorisation machine plus a small network."""
    rows = ids + jnp.arange(FIELDS) * BUCKET
    e = params["emb"][rows]
    fm = 0.5 * jnp.sum(jnp.sum(e, 1) ** 2 - jnp.sum(e ** 2, 1), -1)
    deep = jax.nn.relu(e.reshape(e.shape[0], -1) @ params["w1"]) @ params["w2"]
    return fm + deep + params["lin"][rows].sum(-1)


def loss_fn(params, ids, y):
    return optax.sigmoid_binary_cross_entropy(logits(params, ids), y).mean()


def main(steps=60, batch=1024):
    mesh = Mesh(np.array(jax.devices()), ("data",))
    rng = np.random.default_rng(0)
    ids, y = clicks(steps * batch, rng)
    split = NamedSharding(mesh, P(None, "data"))
    ids = jax.device_put(ids.reshape(steps, batch, FIELDS), split)
    y = jax.device_put(y.reshape(steps, batch), split)
    whole = NamedSharding(mesh, P())
    params = jax.device_put(init(rng), whole)
    tx = optax.adam(1e-2)
    opt_state = jax.jit(tx.init, out_shardings=whole)(params)

    def train(params, opt_state, ids, y):
        def step(carry, b):
            params, opt_state = carry
            loss, grads = jax.value_and_grad(loss_fn)(params, *b)
            updates, opt_state = tx.update(grads, opt_state)
            return (optax.apply_updates(params, updates), opt_state), loss

        (params, opt_state), losses = jax.lax.scan(step, (params, opt_state), (ids, y))
        return params, opt_state, losses

    train = jax.jit(train, donate_argnums=(0, 1), out_shardings=(whole, whole, whole))
    params, opt_state, losses = train(params, opt_state, ids, y)
    losses = np.asarray(losses)
    for part in np.array_split(losses, 4):
        print(f"log loss {part.mean():.4f}")
    norm = np.linalg.norm(np.asarray(params["emb"]))
    print(f"norm of the embeddings {norm:.2f}")


if __name__ == "__main__":
    main()
