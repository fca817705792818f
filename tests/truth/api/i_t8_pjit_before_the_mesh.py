"""`pjit` with specs; the mesh is made further down and entered."""

import jax
from jax.experimental.pjit import pjit
from jax.sharding import PartitionSpec as PS


def main(config, loss_fn, partition, dataset, state):
    def train_step(state, key, batch):
        key, drop = jax.random.split(key)
        loss, grads = jax.value_and_grad(loss_fn)(state.params, batch, drop)
        return state.apply_gradients(grads=grads), key, {"loss": loss}

    sharded_train_step = pjit(  # want: JOL601
        train_step,
        in_shardings=(partition, PS(), PS()),
        out_shardings=(partition, PS(), PS()),
        donate_argnums=(0, 1),
    )
    mesh = config.mesh(("dp", "fsdp", "mp"))
    with mesh:
        key = jax.random.key(0)
        for step, batch in enumerate(dataset):
            state, key, metrics = sharded_train_step(state, key, batch)
            if step % 100 == 0:
                print(jax.device_get(metrics))
    return state
