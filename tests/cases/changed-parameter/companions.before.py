# not executed: the calls raise on the newest releases
"""Calls that newer releases of libraries around JAX refuse."""

import jax
import optax
import orbax.checkpoint as ocp
from flax import nnx


def error(x, y):
    return optax.huber_loss(x, y, 2.0).mean()  # want: JOL704 "`huber_loss` takes 2 arguments by position since Optax 0.2.7: the call raises TypeError"


def slopes(model):
    step = nnx.grad(lambda m: m(1.0), wrt=nnx.Param)  # want: JOL704 "`grad` takes no `wrt` since Flax 0.9.0"
    return jax.jit(step)(model)


def joined(definition, state):
    return nnx.merge(graphdef=definition, state=state)  # want: JOL704 "`merge` takes no `graphdef` since Flax 0.12.7"


def kept(folder, old):
    return ocp.CheckpointManager(folder, old)  # want: JOL704 (info) "`CheckpointManager` warns of `checkpointers` since Orbax 0.5.0"
