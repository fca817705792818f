import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

NUM_STEPS, EVAL_EVERY = 50_000, 1_000


def loss_fn(params, batch):
    predictions = batch["x"] @ params["w"] + params["b"]
    return jnp.mean((predictions - batch["y"]) ** 2)


@jax.jit
def train_step(params, batch):
    grads = jax.grad(loss_fn)(params, batch)
    return jax.tree.map(lambda p, g: p - 1e-3 * g, params, grads)


eval_step = jax.jit(loss_fn)


def run(local_batches, local_eval_batch, params):
    mesh = jax.make_mesh((jax.device_count(),), ("data",), axis_types=(jax.sharding.AxisType.Auto,))
    sharding = NamedSharding(mesh, P("data"))
    params = jax.device_put(params, NamedSharding(mesh, P()))
    eval_batch = jax.make_array_from_process_local_data(sharding, local_eval_batch)
    for step, local_batch in zip(range(NUM_STEPS), local_batches):
        batch = jax.make_array_from_process_local_data(sharding, local_batch)
        params = train_step(params, batch)
        if step % EVAL_EVERY == 0:
            loss = eval_step(params, eval_batch)
            if jax.process_index() == 0:
                print(f"step {step}: eval loss {loss:.4f}")
    return params


def main(local_batches, local_eval_batch, params):
    jax.distributed.initialize()
    return run(local_batches, local_eval_batch, params)
