# not executed: the two orders compute different things, and the second is meant
import jax
import jax.numpy as jnp


def loss_fn(params, x):
    return jnp.mean((x @ params) ** 2)


def step(params, x):
    grads, loss = jax.value_and_grad(loss_fn)(params, x)  # want: JOL503 "the wrong way round"
    return params - 0.1 * grads, loss
