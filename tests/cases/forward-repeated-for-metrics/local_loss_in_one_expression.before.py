import jax
import jax.numpy as jnp


def forward(params, x):
    return x @ params


def train_step(params, batch):
    def loss_fn(p) -> jax.Array:
        return (
            jnp.mean((forward(p, batch["x"]) - batch["y"]) ** 2)  # mean squared error
            + 1e-3 * jnp.sum(p**2)
        )

    grads = jax.grad(loss_fn)(params)
    error = jnp.mean((forward(params, batch["x"]) - batch["y"]) ** 2)  # want: JOL502
    spread = jnp.sum(forward(params, batch["x"]))  # want: JOL502
    return params - 0.1 * grads, error, spread


def inputs(key):
    k1, k2 = jax.random.split(key)
    return 0.3 * jnp.ones((4, 2)), {"x": jax.random.normal(k1, (6, 4)), "y": jax.random.normal(k2, (6, 2))}


def run(params, batch):
    return train_step(params, batch)
