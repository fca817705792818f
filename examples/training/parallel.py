"""The same step on eight devices, as it was written for an older JAX."""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental.pjit import pjit
from jax.sharding import Mesh, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()[:8]), ("data",))


@functools.partial(jax.pmap, axis_name="d")
def parallel_step(weights, x, y):
    # jaxopt-lint: verify(f32[N,F,O], f32[N,B,F], f32[N,B,O], N=8, F=3, O=2, B=4, fixed="N", devices=8)
    def loss_fn(w):
        return jnp.mean((x @ w - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(weights)
    grads = lax.pmean(grads, axis_name="d")
    return weights - 0.1 * grads, lax.pmean(loss, axis_name="d")


def project(weights, x):
    return jnp.tanh(x @ weights)


def sharded_projection(weights, x):
    # jaxopt-lint: verify(f32[F,O], f32[B,F], F=3, O=2, B=16, fixed="B", devices=8)
    with mesh:
        step = pjit(project, in_shardings=(P(), P("data")), out_shardings=P("data"))
        return step(weights, x)


def train(weights, batches):
    for x, y in batches:
        weights, loss = parallel_step(weights, x, y)
    return weights
