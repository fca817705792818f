import jax
import jax.numpy as jnp
import optax

SOLVERS = {"sgd": optax.sgd(1e-2), "adam": optax.adam(1e-3), "lion": optax.lion(1e-4)}


def loss_fn(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["w"]) @ params["v"] - y) ** 2)


def make_step(tx):
    def step(params, state, x, y):
        grads = jax.grad(loss_fn)(params, x, y)
        updates, state = tx.update(grads, state, params)
        return optax.apply_updates(params, updates), state

    return jax.jit(step, donate_argnums=(0, 1))


def compare(init, batches):
    final = {}
    for name, tx in SOLVERS.items():
        params = jax.tree.map(jnp.copy, init)
        state = tx.init(params)
        step = make_step(tx)
        for x, y in batches:
            params, state = step(params, state, x, y)
        final[name] = loss_fn(params, *batches[-1])
    return {k: float(v) for k, v in final.items()}
