import jax
import jax.numpy as jnp


def init_ema(params):
    return jax.tree.map(jnp.copy, params)


@jax.jit
def update_ema(ema, params, decay=0.999):
    return jax.tree_map(lambda e, p: decay * e + (1.0 - decay) * p, ema, params)


def count(params):
    return sum(leaf.size for leaf in jax.tree.leaves(params))


def report(params):
    ema = init_ema(params)
    ema = update_ema(ema, params)
    print(f"{count(ema):,} averaged weights")
