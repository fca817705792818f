# not executed: the two orders compute different things, and the second is meant
import jax
import jax.numpy as jnp
import optax


def loss_fn(params, x):
    return jnp.mean((x @ params) ** 2)


def step(params, x):
    loss, grads = jax.value_and_grad(loss_fn)(params, x)
    return params - 0.1 * grads, loss


def whatever_they_are_called(params, x):
    second, first = jax.value_and_grad(loss_fn)(params, x)
    return jax.tree.map(lambda p, s: p - s, params, first), second


def by_an_optimizer(params, state, x):
    other, one = jax.value_and_grad(loss_fn)(params, x)
    updates, state = optax.sgd(0.1).update(one, state, params)
    return optax.apply_updates(params, updates), state, other
