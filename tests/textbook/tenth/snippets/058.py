import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.custom_vjp, nondiff_argnums=(0, 1))
def clip_gradient(lo, hi, x):
    return x


def clip_gradient_fwd(lo, hi, x):
    return x, None


def clip_gradient_bwd(lo, hi, _, g):
    return (jnp.clip(g, lo, hi),)


clip_gradient.defvjp(clip_gradient_fwd, clip_gradient_bwd)


@jax.jit
def train_step(w, x, y, bound):
    def loss(w):
        w = clip_gradient(-bound, bound, w)
        return jnp.mean((x @ w - y) ** 2)

    return w - 0.1 * jax.grad(loss)(w)


x = jax.random.normal(jax.random.key(0), (32, 4))
y = x @ jnp.arange(4.0)
w = jnp.zeros(4)
for bound in jnp.linspace(1.0, 0.1, 5):
    w = train_step(w, x, y, bound)
print(w)
