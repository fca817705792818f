import jax
import jax.numpy as jnp
import optax

MICRO_BATCHES = 2000
ACCUMULATE = 4
UPDATES = MICRO_BATCHES // ACCUMULATE

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0, peak_value=3e-3, warmup_steps=50, decay_steps=UPDATES
)
tx = optax.MultiSteps(optax.adamw(schedule), every_k_schedule=ACCUMULATE)


def loss_fn(params, x):
    h = jnp.tanh(x @ params["w1"])
    return jnp.mean((h @ params["w2"] - jnp.sin(x)) ** 2)


def micro_step(params, opt_state, key):
    x = jax.random.normal(key, (16, 8))
    loss, grads = jax.value_and_grad(loss_fn)(params, x)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


micro_step = jax.jit(micro_step, donate_argnums=(0, 1))


def main():
    k1, k2, k_data = jax.random.split(jax.random.key(0), 3)
    params = {
        "w1": jax.random.normal(k1, (8, 64)) / 8**0.5,
        "w2": jax.random.normal(k2, (64, 8)) / 8.0,
    }
    opt_state = tx.init(params)
    for i in range(MICRO_BATCHES):
        params, opt_state, loss = micro_step(
            params, opt_state, jax.random.fold_in(k_data, i)
        )
    print("updates", int(opt_state.gradient_step), "loss", float(loss))


if __name__ == "__main__":
    main()
