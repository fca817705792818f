import jax
import jax.numpy as jnp
import optax

tx = optax.adamw(optax.cosine_decay_schedule(1e-3, 20_000))


def train_step(params, opt_state, key, step, x):
    scale = 1.0 / (1.0 + 0.01 * step)
    x = x + scale * jax.random.normal(jax.random.fold_in(key, step), x.shape)
    grads = jax.grad(lambda p: jnp.mean((jnp.tanh(x @ p) @ p.T - x) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


train_step = jax.jit(train_step, donate_argnums=(0, 1))


def train(params, data, seed=0, steps=20_000):
    opt_state, key = tx.init(params), jax.random.key(seed)
    for step in range(steps):
        params, opt_state = train_step(params, opt_state, key, step, data)
    return params
