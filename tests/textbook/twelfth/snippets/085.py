import functools

import jax
import jax.numpy as jnp

DEPTH, DIM = 24, 128


def init(key):
    k_mix, k_out = jax.random.split(key)
    return {
        "mix": jax.random.normal(k_mix, (DEPTH, DIM, DIM)) / DIM**0.5,
        "out": jax.random.normal(k_out, (DEPTH, DIM, DIM)) / DIM**0.5,
    }


@functools.partial(
    jax.checkpoint,
    prevent_cse=False,
    policy=jax.checkpoint_policies.dots_with_no_batch_dims_saveable,
)
def layer(x, p):
    h = jax.nn.silu(x @ p["mix"])
    return x + 0.1 * h @ p["out"], None


def loss_fn(params, x, y):
    out, _ = jax.lax.scan(layer, x, params)
    return jnp.mean((out - y) ** 2)


@functools.partial(jax.jit, donate_argnums=0)
def step(params, x, y):
    loss, g = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, g), loss


if __name__ == "__main__":
    k_p, k_x = jax.random.split(jax.random.key(0))
    params = init(k_p)
    x = jax.random.normal(k_x, (32, DIM))
    for i in range(20):
        params, loss = step(params, x, jnp.roll(x, 1, axis=1))
    print(loss)
