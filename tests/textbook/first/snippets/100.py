import jax
import jax.numpy as jnp
import optax

schedule = optax.warmup_cosine_decay_schedule(0.0, 3e-4, 1_000, 100_000)
tx = optax.adamw(schedule)


@jax.jit(donate_argnums=(0, 1))
def train_step(params, opt_state, x, y):
    grads = jax.grad(lambda p: jnp.mean((jnp.sin(x @ p["u"]) @ p["v"] - y) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


def fit(params, batches, log):
    opt_state = tx.init(params)
    for step, (x, y) in enumerate(batches):
        params, opt_state = train_step(params, opt_state, x, y)
        log.write(f"{step},{float(schedule(step)):.3e}\n")
    return params
