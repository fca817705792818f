import jax
import jax.numpy as jnp
import optax

WIDTH = 2048


@jax.jit
def loss_fn(params, x, y):
    h = jax.nn.gelu(x @ params["w1"] + params["b1"])
    return jnp.mean((h @ params["w2"] - y) ** 2)


def train(params, batches, lr=3e-4):
    tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(lr))
    opt_state = tx.init(params)
    for x, y in batches:
        grads = jax.grad(loss_fn)(params, x, y)
        updates, opt_state = tx.update(grads, opt_state, params)
        params = optax.apply_updates(params, updates)
    return params
