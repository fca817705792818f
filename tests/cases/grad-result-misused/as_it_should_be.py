"""Pairs where pairs are returned, numbers where numbers are."""

import jax
import jax.numpy as jnp


def with_aux(params, x):
    prediction = x @ params
    return jnp.mean(prediction**2), prediction


def unknown(params, x, model):
    return model.loss(params, x)


def mixed(params, x, aux):
    if aux:
        return jnp.mean(x @ params), x
    return jnp.mean(x @ params)


def steps(params, x, model, flag):
    (loss, prediction), grads = jax.value_and_grad(with_aux, has_aux=True)(params, x)
    grads, prediction = jax.grad(with_aux, has_aux=True)(params, x)
    out, gradient = jax.value_and_grad(unknown, has_aux=True)(params, x, model)
    value, gradient = jax.value_and_grad(mixed, has_aux=flag)(params, x, flag)
    both = jax.value_and_grad(unknown)(params, x, model)
    first, second = jax.grad(unknown, argnums=(0, 1))(params, x, model)
    return loss, prediction, grads, out, gradient, value, both, first, second


def names_say_nothing(params, x, model):
    gradient, loss = jax.value_and_grad(unknown)(params, x, model)
    loss, step = jax.value_and_grad(unknown)(params, x, model)
    return gradient, params - 0.1 * step, jax.tree.map(jnp.shape, loss)


def one_value_for_each_device(params, x, model, optimizer):
    value, step = jax.value_and_grad(unknown)(params, x, model)
    value = jax.tree.map(jnp.mean, value)
    return optimizer(params, step), value
