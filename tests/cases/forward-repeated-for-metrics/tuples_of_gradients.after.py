import jax
import jax.numpy as jnp


def forward(weights, bias, x):
    return x @ weights + bias, jnp.sum(bias)


def train_step(weights, bias, batch):
    def loss_fn(w, b):
        (out), size = forward(w, b, batch["x"])
        return jnp.mean((out - batch["y"]) ** 2) + 1e-3 * size, ((out), size)

    (by_weights, by_bias), ((out), size) = jax.grad(loss_fn, argnums=(0, 1), has_aux=True)(weights, bias)
    return weights - 0.1 * by_weights, bias - 0.1 * by_bias, jnp.mean(jnp.abs(out - batch["y"])), size


def inputs(key):
    k1, k2 = jax.random.split(key)
    batch = {"x": jax.random.normal(k1, (6, 4)), "y": jax.random.normal(k2, (6, 2))}
    return 0.3 * jnp.ones((4, 2)), jnp.zeros(2), batch


def run(weights, bias, batch):
    return train_step(weights, bias, batch)
