"""Variables that have one structure on every turn, and such as nothing is known of."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.BatchNorm(use_running_average=False)(nn.Dense(4)(x))


def loss(params, variables, x):
    y, variables = Net().apply(
        {"params": params, "batch_stats": variables["batch_stats"]}, x, mutable=["batch_stats"]
    )
    return jnp.mean(y**2), variables


@jax.jit
def step(params, variables, x):
    grads, variables = jax.grad(loss, has_aux=True)(params, variables, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), variables


def popped(key, batches):
    variables = Net().init(key, batches[0])
    params = variables.pop("params")
    for x in batches:
        params, variables = step(params, variables, x)
    return params


def taken(key, batches):
    everything = Net().init(key, batches[0])
    params, variables = everything["params"], {"batch_stats": everything["batch_stats"]}
    for x in batches:
        params, variables = step(params, variables, x)
    return params


@jax.jit
def whole(variables, x):
    y, renewed = Net().apply(variables, x, mutable=["batch_stats"])
    return {**variables, **renewed}, jnp.mean(y)


def renewed_whole(key, batches):
    variables = Net().init(key, batches[0])
    for x in batches:
        variables, value = whole(variables, x)
    return variables


def once(key, x):
    variables = Net().init(key, x)
    params, variables = step(variables["params"], variables, x)
    return params, variables
