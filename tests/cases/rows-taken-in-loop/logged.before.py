# not executed: it logs to a service
import jax
import jax.numpy as jnp
import wandb
from tqdm import trange


@jax.jit
def train(params, batches):
    def step(params, batch):
        loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * grads, {"loss": loss, "norm": jnp.linalg.norm(grads)}

    return jax.lax.scan(step, params, batches)


def log_results(metrics, steps):
    for step in range(steps):
        wandb.log(jax.tree.map(lambda x: x[step], metrics))  # want: JOL409 "every leaf of `metrics`"


def log_of_one_run(metrics, steps, run):
    for step in trange(steps):
        row = jax.tree_util.tree_map(lambda x: x[step, run], metrics)  # want: JOL409
        print(row["loss"])


def log_each(logs, steps):
    for step in range(steps):
        print({k: jax.tree.map(lambda x: x[step], v) for k, v in logs.items()})  # want: JOL409
