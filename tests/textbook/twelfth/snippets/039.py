import math
from functools import partial

import jax
import jax.numpy as jnp


def cosine(step, total, peak):
    return peak * 0.5 * (1.0 + math.cos(math.pi * step / total))


def loss_fn(params, x, y):
    pred = jnp.tanh(x @ params["w"]) @ params["v"]
    return jnp.mean((pred - y) ** 2)


@partial(jax.jit, static_argnames=("lr",), donate_argnums=(0,))
def train_step(params, x, y, lr):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    return params, loss


def main():
    key = jax.random.key(42)
    kw, kv, kx = jax.random.split(key, 3)
    params = {
        "w": 0.1 * jax.random.normal(kw, (16, 32)),
        "v": 0.1 * jax.random.normal(kv, (32,)),
    }
    x = jax.random.normal(kx, (256, 16))
    y = jnp.sin(x).sum(axis=-1)
    total = 500
    for step in range(total):
        params, loss = train_step(params, x, y, lr=cosine(step, total, 0.05))
    print("final loss", float(loss))


if __name__ == "__main__":
    main()
