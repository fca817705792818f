import jax
import jax.numpy as jnp

DECAY = 0.9999


@jax.jit
def update_ema(ema, params):
    return jax.tree.map(lambda e, p: e + (1.0 - DECAY) * (p.astype(e.dtype) - e), ema, params)


def sgd_walk(params, key):
    leaves, treedef = jax.tree.flatten(params)
    keys = jax.random.split(key, len(leaves))
    leaves = [p + 1e-3 * jax.random.normal(k, p.shape) for p, k in zip(leaves, keys)]
    return jax.tree.unflatten(treedef, leaves)


key = jax.random.key(0)
params = {"kernel": 1.0 + 0.02 * jax.random.normal(key, (1024, 1024)), "scale": jnp.ones(1024)}
ema = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)
for step in range(20_000):
    params = sgd_walk(params, jax.random.fold_in(key, step))
    ema = update_ema(ema, params)
print(jax.tree.map(lambda e: e.dtype, ema))
