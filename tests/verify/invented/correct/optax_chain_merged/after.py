import jax
import jax.numpy as jnp
import optax


def inputs(key):
    a, b = jax.random.split(key)
    return {"w": jax.random.normal(a, (3,))}, {"w": jax.random.normal(b, (4, 3))}


def run(params, grads):
    opt = optax.adam(1e-2)

    def step(c, g):
        p, s = c
        upd, s = opt.update(g, s, p)
        return (optax.apply_updates(p, upd), s), None
    (params, _), _ = jax.lax.scan(step, (params, opt.init(params)), grads, length=4)
    return params
