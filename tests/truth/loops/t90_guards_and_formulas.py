# Structures of losses and simulators: formulas written out, guards that leave the gradient NaN.
import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Prior:
    noise: float | jax.Array = jnp.log(2)  # want: JOL860


def negatives(scores):
    return -jnp.log(1 - jax.nn.sigmoid(scores)).mean()  # want: JOL531


def activation(x):
    return x * jnp.tanh(jnp.log1p(jnp.exp(x)))  # want: JOL530


def bending(params, first, second):
    first, second = params * first, params * second
    length = jnp.linalg.norm(first, axis=-1)
    first = first / jnp.where(length > 1e-10, length, 1.0)[:, None]  # want: JOL507
    cosine = jnp.sum(first * second, axis=-1)
    cosine = jnp.clip(cosine, -1.0, 1.0)  # want: JOL507
    return jnp.sum(jnp.arccos(cosine) ** 2)


force = jax.grad(bending)
