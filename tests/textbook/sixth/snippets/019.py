from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

TOTAL_STEPS = 20_000
PEAK_LR = 3e-3


def model(params, x):
    hidden = jax.nn.gelu(x @ params["w1"] + params["b1"])
    return hidden @ params["w2"] + params["b2"]


def loss_fn(params, x, y):
    return jnp.mean((model(params, x) - y) ** 2)


@partial(jax.jit, static_argnames=("step",))
def train_step(params, x, y, step):
    lr = PEAK_LR * 0.5 * (1.0 + jnp.cos(jnp.pi * step / TOTAL_STEPS))
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    return params, loss


def train(params, sample_batch):
    for step in range(TOTAL_STEPS):
        x, y = sample_batch(step)
        params, loss = train_step(params, x, y, step=step)
        if step % 1_000 == 0:
            print(f"step {step}: loss {float(loss):.4f}")
    return params
