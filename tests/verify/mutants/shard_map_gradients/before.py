"""Original: gradients of replicated parameters come out summed over devices."""

import jax
import jax.numpy as jnp


def loss(w, x):
    return ((x @ w) ** 2).mean()


def local(w, x):
    grads = jax.lax.pmean(jax.grad(loss)(w, x), "d")
    return w - 0.1 * grads


# jaxopt-lint: verify(f32[D], f32[8, B, D], B=2, D=3, devices=8, grad=False)
def f(w, x):
    stacked = jnp.broadcast_to(w, (8, *w.shape))
    return jax.device_get(jax.pmap(local, axis_name="d")(stacked, x))[0]
