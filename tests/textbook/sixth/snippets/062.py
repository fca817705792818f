from functools import partial

import jax
import jax.numpy as jnp

NUM_STEPS = 2_000


def loss_fn(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w"]) @ params["v"] - y) ** 2)


@partial(jax.jit, donate_argnums=(0,))
def train_step(params, x, y):
    grads = jax.grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - 1e-2 * g, params, grads)


def update_norm(old, new):
    diffs = jax.tree.map(lambda a, b: jnp.sum((a - b) ** 2), old, new)
    return jnp.sqrt(sum(jax.tree.leaves(diffs)))


def train(params, x, y):
    for step in range(NUM_STEPS):
        new_params = train_step(params, x, y)
        if step % 100 == 0:
            print(f"step {step}: update norm {update_norm(params, new_params):.3e}")
        params = new_params
    return params


if __name__ == "__main__":
    k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
    params = {"w": jax.random.normal(k1, (512, 1_024)) * 0.04, "v": jax.random.normal(k2, (1_024, 1))}
    x = jax.random.normal(k3, (256, 512))
    train(params, x, jnp.sum(x, axis=1, keepdims=True))
