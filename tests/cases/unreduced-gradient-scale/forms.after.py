# not executed: before and after differ on purpose; tests/test_gradient_scale.py runs them
import functools

import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(jax.sharding.AxisType.Auto,))


def loss_fn(params, batch):
    return jnp.mean((batch @ params) ** 2)


@jax.jit
@functools.partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P("data")),  # the batch is split
    out_specs=(P(), P()),  # both are whole
    check_vma=False,
)
def step(params, batch):
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    grads = lax.pmean(grads, axis_name="data")
    return params - 0.1 * grads, lax.pmean(loss, "data")


def body(state, batch):
    def local_loss(params):
        return jnp.mean((batch @ params) ** 2)

    grads = jax.grad(local_loss)(state["params"])
    grads = jax.tree.map(lambda g: lax.pmean(g, "data"), grads)
    return {"params": state["params"] - 0.1 * grads}


train = jax.jit(jax.shard_map(body, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=False))


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(None), P("data", None)), out_specs=P(), check_vma=False)
def summed(params, batch):
    # nothing in between
    return lax.psum(jax.grad(loss_fn)(params, batch), "data")
