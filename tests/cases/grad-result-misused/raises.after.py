# not executed: the original raises
import jax
import jax.numpy as jnp


def with_aux(params, x):
    prediction = x @ params
    return jnp.mean(prediction**2), prediction


def scalar(params, x):
    return jnp.mean((x @ params) ** 2) + 1e-3 * jnp.sum(params**2)


def aux_is_missing(params, x):
    (loss, prediction), grads = jax.value_and_grad(with_aux, has_aux=True)(params, x)
    return loss, prediction, grads


def aux_of_grad_is_missing(params, x):
    grads, prediction = jax.grad(with_aux, argnums=0, has_aux=True)(params, x)
    return prediction, grads


def three_at_once(params, x):
    # Flat.
    (loss, prediction), grads = jax.value_and_grad(with_aux, has_aux=True)(params, x)
    return loss, prediction, grads


def nothing_to_take(params, x):
    (loss, _), grads = jax.value_and_grad(scalar, has_aux=True)(params, x)
    return loss, grads
