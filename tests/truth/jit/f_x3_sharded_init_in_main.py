"""Initialisers are compiled once in `main`, so that what they make is born sharded."""

import jax
import jax.numpy as jnp
import optax
from absl import app


def main(argv):
    del argv
    tx = optax.adam(1e-3)
    mesh = jax.make_mesh((jax.device_count(),), ("data",))
    everywhere = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())

    def init(key):
        return {"w": jax.random.normal(key, (8, 8))}

    params = jax.jit(init, out_shardings=everywhere)(jax.random.key(0))
    opt = jax.jit(tx.init, out_shardings=everywhere)(params)
    for _ in range(10):
        grads = jax.tree.map(jnp.ones_like, params)
        updates, opt = tx.update(grads, opt)
        params = optax.apply_updates(params, updates)


if __name__ == "__main__":
    app.run(main)
