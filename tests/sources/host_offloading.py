"""A training step whose optimizer state could live on the host, before any of that."""

import jax
import jax.numpy as jnp
import optax
from jax import lax

optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(0.1))


def two_layers(x, w):
    w1, w2 = w
    y = x @ w1
    return y @ w2, None


def scanned(w, x):
    remat_layer = jax.remat(two_layers)  # want: JOL304
    result = lax.scan(remat_layer, x, w)[0]
    return jnp.sum(result)


gradient = jax.jit(jax.grad(scanned))


def loss_of(params, x):
    h = x
    for name in sorted(params):
        h = jax.nn.gelu(h @ params[name])
    return jnp.mean((h - x) ** 2) + 0.001 * sum(
        jnp.sum(w**2) for w in jax.tree_leaves(params)  # want: JOL701
    )


@jax.jit
def step(params, opt_state, x):  # want: JOL301
    grads = jax.grad(loss_of)(params, x)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def main():
    key = jax.random.key(1)
    params = {f"w{i}": 0.1 * jax.random.normal(jax.random.fold_in(key, i), (8, 8)) for i in range(4)}
    opt_state = optimizer.init(params)
    x = jnp.ones((8, 8))
    for _ in range(3):
        params, opt_state = step(params, opt_state, x)
    weights = (jnp.ones((5, 8, 16)) * 0.01, jnp.ones((5, 16, 8)) * 0.01)
    return {"params": params, "gradient": gradient(weights, x)}
