import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

import optax

mesh = jax.make_mesh((jax.device_count(),), ("batch",))
replicated = NamedSharding(mesh, P())
by_batch = NamedSharding(mesh, P("batch"))
tx = optax.adam(1e-3)


def step(params, opt_state, x, y):
    # the mean runs over the global batch: the compiler inserts the all-reduce
    def loss(p):
        return jnp.mean((jnp.tanh(x @ p["w1"]) @ p["w2"] - y) ** 2)

    value, grads = jax.value_and_grad(loss)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, value


step = jax.jit(
    step,
    in_shardings=(replicated, replicated, by_batch, by_batch),
    out_shardings=(replicated, replicated, replicated),
    donate_argnums=(0, 1),
)


def fit(params, loader):
    params = jax.device_put(params, replicated)
    opt_state = jax.device_put(tx.init(params), replicated)
    value = None
    for x, y in loader:
        params, opt_state, value = step(params, opt_state, x, y)
    return params, value
