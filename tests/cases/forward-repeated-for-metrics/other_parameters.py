"""Other parameters, another batch or another mode: not the pass that the gradient makes."""

import jax
import jax.numpy as jnp


def apply(params, x, train=False):
    return jnp.tanh(x @ params)


def target_network(params, target_params, x):
    def loss_fn(p):
        return jnp.mean((apply(p, x) - apply(target_params, x)) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return loss, grads, apply(target_params, x)


def held_out(params, batch, validation):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean(apply(p, batch)))(params)
    return loss, grads, apply(params, validation)


def evaluation_mode(params, x):
    def loss_fn(p):
        return jnp.mean(apply(p, x, train=True))

    loss, grads = jax.value_and_grad(loss_fn)(params)
    return loss, grads, apply(params, x, train=False)


def perturbed_point(params, noise, x):
    def loss_fn(p):
        return jnp.mean(apply(p, x))

    _, grads = jax.value_and_grad(loss_fn)(params + noise)
    return grads, apply(params, x)
