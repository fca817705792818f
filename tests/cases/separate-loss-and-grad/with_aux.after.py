import jax
import jax.numpy as jnp


def loss_fn(params, x):
    prediction = x @ params
    return jnp.mean(prediction**2), prediction


def inputs(key):
    return jnp.ones(3), jax.random.normal(key, (8, 3))


@jax.jit
def run(params, x):
    (loss, prediction), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x)
    return loss, prediction, params - grads
