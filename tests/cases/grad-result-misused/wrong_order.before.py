# not executed: the two orders compute different things, and the second is meant
import jax
import jax.numpy as jnp
import optax


def loss_fn(params, x):
    return jnp.mean((x @ params) ** 2)


def step(params, x):
    grads, loss = jax.value_and_grad(loss_fn)(params, x)  # want: JOL503 "the wrong way round"
    return params - 0.1 * grads, loss


def whatever_they_are_called(params, x):
    first, second = jax.value_and_grad(loss_fn)(params, x)  # want: JOL503
    return jax.tree.map(lambda p, s: p - s, params, first), second


def by_an_optimizer(params, state, x):
    one, other = jax.value_and_grad(loss_fn)(params, x)  # want: JOL503
    updates, state = optax.sgd(0.1).update(one, state, params)
    return optax.apply_updates(params, updates), state, other
