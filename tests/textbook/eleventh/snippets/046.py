from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def clip_gradient(x, bound):
    return x


def clip_gradient_fwd(x, bound):
    return x, None


def clip_gradient_bwd(bound, _, g):
    return (jnp.clip(g, -bound, bound),)


clip_gradient.defvjp(clip_gradient_fwd, clip_gradient_bwd)


@jax.jit
def loss(x, bound):
    return jnp.sum(jnp.exp(clip_gradient(x, bound)))


x = jnp.linspace(-2.0, 4.0, 7)
print(jax.grad(loss)(x, jnp.float32(1.5)))
