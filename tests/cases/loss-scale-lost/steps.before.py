# not executed: there is no fix
from functools import partial

import jax
import jax.numpy as jnp


def pick(finite, new, old):
    return jax.tree.map(partial(jnp.where, finite), new, old)


@jax.jit
def step(state, x, y):
    def loss_fn(params):
        return jnp.mean((state.apply_fn(params, x) - y) ** 2)

    scale = state.dynamic_scale
    if scale:
        grad_fn = scale.value_and_grad(loss_fn, axis_name="batch")
        scale, finite, loss, grads = grad_fn(state.params)  # want: JOL866 (warning) "`step` does not keep"
    else:
        loss, grads = jax.value_and_grad(loss_fn)(state.params)
    new = state.apply_gradients(grads=grads)
    metrics = {"loss": loss}
    if scale:
        new = new.replace(params=pick(finite, new.params, state.params))
        metrics["scale"] = scale.scale
    return new, metrics


def two_networks(first, second, loss_fn, batch):
    grad_fn = first.dynamic_scale.value_and_grad(loss_fn, has_aux=True)
    (
        scale,  # want: JOL866
        finite,
        (loss, aux),
        grads,
    ) = grad_fn(first.params, batch)
    first = first.apply_gradients(grads=pick(finite, grads, first.params))
    scale, finite, (loss, aux), grads = second.dynamic_scale.value_and_grad(loss_fn, has_aux=True)(second.params, batch)  # want: JOL866
    return first, second.apply_gradients(grads=grads), (loss, aux, finite)
