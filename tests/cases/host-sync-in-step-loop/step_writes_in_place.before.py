# not executed: what is shown is which steps are seen to wait
"""Steps that write into the modules they are given, and return nothing but a number."""

import jax.numpy as jnp
from flax import nnx
from flax.nnx import jit
from tqdm import tqdm


@jit
def train_step(model: nnx.Module, optimizer: nnx.Optimizer, batch):
    def loss_fn(model):
        return jnp.mean(model(batch) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


class Meter:
    def __init__(self, turn):
        self.turn = turn

    def item(self):
        return self.turn


def train(model: nnx.Module, optimizer: nnx.Optimizer, batches):
    bar = tqdm(batches)
    for batch in bar:
        loss = train_step(model, optimizer, batch)
        bar.set_postfix(loss=f"{loss.item():.4f}")  # want: JOL402 (warning) "`train_step`"


def counted(model: nnx.Module, optimizer: nnx.Optimizer, batches):
    for turn, batch in enumerate(batches):
        train_step(model, optimizer, batch)
        meter = Meter(turn)
        print(meter.item())
