import jax
import jax.numpy as jnp


def loss_fn(params, x):
    prediction = x @ params
    return jnp.mean(prediction**2), prediction


def inputs(key):
    return jnp.ones(3), jax.random.normal(key, (8, 3))


@jax.jit
def run(params, x):
    loss, prediction = loss_fn(params, x)  # want: JOL501 "XLA merges the two"
    grads, _ = jax.grad(loss_fn, has_aux=True)(params, x)
    return loss, prediction, params - grads
