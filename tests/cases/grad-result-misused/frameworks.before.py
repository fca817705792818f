# not executed: the original raises
import functools

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


def with_output(model, x):
    prediction = model(x)
    return jnp.mean(prediction**2), prediction


def scalar(model, x):
    return jnp.mean(model(x) ** 2)


def of_nnx(model, optimizer, x):
    (loss, out), grads = nnx.value_and_grad(with_output)(model, x)  # want: JOL503 "several"
    optimizer.update(model, grads)
    return loss, out


def of_equinox(model, x):
    (loss, out), grads = eqx.filter_value_and_grad(with_output)(model, x)  # want: JOL503
    return loss, out, grads


def flat(model, x):
    loss, out, grads = eqx.filter_value_and_grad(with_output, has_aux=True)(model, x)  # want: JOL503
    return loss, out, grads


@eqx.filter_value_and_grad
def decorated(model, x):
    return jnp.mean(model(x) ** 2), x


@functools.partial(jax.value_and_grad, has_aux=True)
def decorated_with_options(params, x):
    prediction = x @ params
    return jnp.mean(prediction**2), prediction


@jax.jit
@nnx.value_and_grad
def compiled(model, x):
    return jnp.mean(model(x) ** 2)


def calls(model, optimizer, params, x):
    (loss, _), grads = decorated(model, x)  # want: JOL503 "`decorated` returns several values"
    loss, out, grads = decorated_with_options(params, x)  # want: JOL503 "ValueError"
    grads, loss = compiled(model, x)  # want: JOL503 "the wrong way round"
    optimizer.update(model, grads)
    return loss, out, grads
