"""The total of a loop is read while its last steps still run."""

from time import time

import jax.numpy as jnp
import optax
from flax import nnx
from tqdm import tqdm


def run(x, steps):
    flow = nnx.Linear(8, 8, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(flow, optax.adamw(1e-4), wrt=nnx.Param)
    t0 = time()

    @nnx.jit(donate_argnums=(0, 1))
    def train_step(flow, optimizer, x):
        loss, grads = nnx.value_and_grad(lambda flow: jnp.mean((flow(x) - x) ** 2))(flow)
        optimizer.update(flow, grads)
        return loss

    losses = []
    t0 = time()
    for step in tqdm(range(steps), desc="nnx"):
        loss = train_step(flow, optimizer, x)
        losses.append(loss)

    total = time() - t0  # want: JOL407
    print(f"last loss: {losses[-1]}")
    print(f"per step: {total / steps * 1e6:.2f} us")
