# not executed: the fix is refused
import jax
import jax.numpy as jnp
from flax import nnx


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


def of_the_loop(params, batches, rates):
    def step(params, x):  # want: JOL109
        return params - rate * jax.grad(loss)(params, x)

    for rate in rates:
        for x in batches:
            params = step(params, x)
    return params


def assigned_in_the_loop(params, batches):
    def step(params, x):  # want: JOL109
        return params - decayed * jax.grad(loss)(params, x)

    for i, x in enumerate(batches):
        decayed = 0.1 * 0.9**i
        params = step(params, x)
    return params


def changed_settings(params, batches, settings):
    def step(params, x):  # want: JOL109
        return params - settings.optimizer.rate * jax.grad(loss)(params, x)

    for x in batches:
        params = step(params, x)
        settings.optimizer.rate *= 0.9
    return params


def of_an_outer_model(model, optimizer, batches):
    def step(x):  # want: JOL109
        grads = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(model)
        optimizer.update(model, grads)

    for x in batches:
        step(x)
