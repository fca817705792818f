"""Linear probe on 1024-d frozen features with a hand-written cosine schedule."""
import math
from functools import partial

import jax
import jax.numpy as jnp

TOTAL_STEPS = 10_000
BATCH, FEATURES, CLASSES = 512, 1024, 100


def loss_fn(params, x, y):
    logits = x @ params["w"] + params["b"]
    logp = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(logp, y[:, None], axis=1))


@partial(jax.jit, static_argnames=("lr",))
def train_step(params, x, y, lr):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads), loss


def cosine_lr(step, peak=0.1):
    return 0.5 * peak * (1.0 + math.cos(math.pi * step / TOTAL_STEPS))


def main():
    params = {"w": jnp.zeros((FEATURES, CLASSES)), "b": jnp.zeros((CLASSES,))}
    key = jax.random.key(0)
    for step in range(TOTAL_STEPS):
        kx, ky = jax.random.split(jax.random.fold_in(key, step))
        x = jax.random.normal(kx, (BATCH, FEATURES))
        y = jax.random.randint(ky, (BATCH,), 0, CLASSES)
        params, loss = train_step(params, x, y, lr=cosine_lr(step))
    print("final loss", float(loss))


if __name__ == "__main__":
    main()
