import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


def with_output(model, x):
    prediction = model(x)
    return jnp.mean(prediction**2), prediction


@eqx.filter_value_and_grad(has_aux=True)
def decorated(model, x):
    prediction = jax.vmap(model)(x)
    return jnp.mean(prediction**2), prediction


@eqx.filter_grad
def gradient(model, x):
    return jnp.mean(jax.vmap(model)(x) ** 2)


@nnx.jit
def step(model, optimizer, x):
    (loss, out), grads = nnx.value_and_grad(with_output, has_aux=True)(model, x)
    optimizer.update(model, grads)
    return loss, out


def steps(model, other, x):
    (loss, out), grads = decorated(model, x)
    grads = gradient(model, x)
    grads, out = nnx.grad(with_output, has_aux=True)(other, x)
    pair = eqx.filter_value_and_grad(with_output, has_aux=True)(model, x)
    return loss, out, grads, pair
