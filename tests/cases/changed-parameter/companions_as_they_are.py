"""Calls of libraries around JAX that every release takes, or that are written for several."""

import jax
import optax
import orbax.checkpoint as ocp
from flax import nnx


def error(x, y, *more, **options):
    loss = optax.huber_loss(x, y, delta=2.0) + optax.huber_loss(x, y)
    if optax.__version__ < "0.2.7":
        return optax.huber_loss(x, y, 2.0)
    return loss + optax.huber_loss(*more) + optax.huber_loss(x, **options)


def slopes(model, grad, merge):
    try:
        return nnx.grad(lambda m: m(1.0), wrt=nnx.Param)(model)
    except TypeError:
        return nnx.grad(lambda m: m(1.0), argnums=nnx.DiffState(0, nnx.Param))(model)


def joined(definition, state, merge):
    return nnx.merge(definition, state), merge(graphdef=definition), jax.grad


def kept(folder, options):
    return ocp.CheckpointManager(folder, options=options)
