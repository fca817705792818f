import jax
import jax.numpy as jnp
import optax

TOTAL_STEPS = 10_000
WARMUP_STEPS = 2_000

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0,
    peak_value=1e-3,
    warmup_steps=WARMUP_STEPS,
    decay_steps=TOTAL_STEPS - WARMUP_STEPS,
    end_value=0.0,
)
tx = optax.adamw(schedule, weight_decay=1e-4)


def loss_fn(params, x):
    code = jnp.tanh(x @ params["enc"])
    return jnp.mean((code @ params["dec"] - x) ** 2)


def step_fn(params, opt_state, key):
    x = jax.random.normal(key, (64, 32))
    grads = jax.grad(loss_fn)(params, x)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


step_fn = jax.jit(step_fn, donate_argnums=(0, 1))


def main():
    ke, kd, key = jax.random.split(jax.random.key(0), 3)
    params = {
        "enc": 0.1 * jax.random.normal(ke, (32, 8)),
        "dec": 0.1 * jax.random.normal(kd, (8, 32)),
    }
    opt_state = tx.init(params)
    for step in range(TOTAL_STEPS):
        params, opt_state = step_fn(params, opt_state, jax.random.fold_in(key, step))
    print(jax.tree.map(jnp.linalg.norm, params))


if __name__ == "__main__":
    main()
