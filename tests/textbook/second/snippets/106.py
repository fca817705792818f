import jax
import jax.numpy as jnp


def ema_update(ema, params, decay=0.999):
    return jax.tree_map(lambda e, p: decay * e + (1.0 - decay) * p, ema, params)


ema_update = jax.jit(ema_update, donate_argnums=0)


def global_norm(tree):
    return jnp.sqrt(sum(jnp.vdot(x, x) for x in jax.tree.leaves(tree)))


def track(params_stream, init):
    ema = init
    for params in params_stream:
        ema = ema_update(ema, params)
    return ema, global_norm(ema)
