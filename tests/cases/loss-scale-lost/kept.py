# Scales that the next step has, in all the ways that there are.
import jax
import jax.numpy as jnp
from flax.training.dynamic_scale import DynamicScale


def loss_of(params, x):
    return jnp.mean(x @ params)


@jax.jit
def replaced(state, x):
    grad_fn = state.dynamic_scale.value_and_grad(loss_of)
    dynamic_scale, finite, loss, grads = grad_fn(state.params, x)
    state = state.apply_gradients(grads=grads)
    return state.replace(dynamic_scale=dynamic_scale), loss, finite


@jax.jit
def returned(params, scale, x):
    scale, finite, loss, grads = scale.value_and_grad(loss_of)(params, x)
    return jnp.where(finite, params - 0.1 * grads, params), scale, loss


def in_a_loop(params, batches):
    scale = DynamicScale()
    for x in batches:
        scale, finite, loss, grads = scale.value_and_grad(loss_of)(params, x)
        params = jnp.where(finite, params - 0.1 * grads, params)
    return params


class Trainer:
    def __init__(self):
        self.scale = DynamicScale()

    def step(self, params, x):
        self.scale, finite, loss, grads = self.scale.value_and_grad(loss_of)(params, x)
        return jnp.where(finite, params - 0.1 * grads, params)

    def step_with_a_name(self, params, x):
        scale, finite, loss, grads = self.scale.value_and_grad(loss_of)(params, x)
        self.scale = scale
        return jnp.where(finite, params - 0.1 * grads, params)


def number_kept(state, x):
    scale, finite, loss, grads = state.scale.value_and_grad(loss_of)(state.params, x)
    return state.replace(params=grads, number=scale.scale)


def of_jax(params, x):
    grad_fn = jax.value_and_grad(lambda p: jnp.mean(x @ p))
    loss, grads = grad_fn(params)
    first, second, third, fourth = grad_fn(params)
    return loss, grads


def evaluated(step, state, x):
    global last
    last, finite, loss, grads = state.scale.value_and_grad(loss_of)(state.params, x)
    return loss
