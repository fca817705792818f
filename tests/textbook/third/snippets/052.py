import jax
import jax.numpy as jnp


@jax.custom_vjp
def clip_gradient(x, limit):
    return x


def clip_fwd(x, limit):
    return x, limit


def clip_bwd(limit, g):
    return jnp.clip(g, -limit, limit), None


clip_gradient.defvjp(clip_fwd, clip_bwd)


@jax.jit
def loss(w, x):
    def cell(h, xt):
        h = jnp.tanh(w @ clip_gradient(h, 1.0) + xt)
        return h, h

    _, hs = jax.lax.scan(cell, jnp.zeros(w.shape[0]), x)
    return jnp.sum(hs**2)


print(jax.grad(loss)(jnp.eye(4), jnp.ones((20, 4))))
