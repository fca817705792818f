import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-2)


def cost(params, x):
    return jnp.mean((x @ params) ** 2)


def fit(params, batches):
    for x in batches:
        state = optimizer.init(params)  # want: JOL819 "the state of `optimizer` lives for one step"
        updates, state = optimizer.update(jax.grad(cost)(params, x), state, params)
        params = optax.apply_updates(params, updates)
    return params


@jax.jit
def step(params, x):
    tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-3))
    opt_state = tx.init(params)  # want: JOL819 "`tx`"
    updates, _ = tx.update(jax.grad(cost)(params, x), opt_state, params)
    return optax.apply_updates(params, updates)


def run(params, xs):
    for i in range(20):
        params = step(params, xs[i % 4 :])
    return fit(params, [xs, xs])


def inputs(key):
    return jnp.ones(3), jax.random.normal(key, (5, 3))
