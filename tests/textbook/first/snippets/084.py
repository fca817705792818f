import jax
import jax.numpy as jnp
import optax

schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-2, 10, 100)
tx = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.inject_hyperparams(optax.adamw)(learning_rate=schedule, weight_decay=1e-4),
)


@jax.jit(donate_argnums=(0, 1))
def step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((x @ p - y) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


def main(steps=100):
    params = jnp.zeros(4)
    opt_state = tx.init(params)
    for i in range(steps):
        params, opt_state, loss = step(params, opt_state, jnp.eye(4), jnp.ones(4))
        if (i + 1) % 50 == 0:
            print(i, loss, opt_state[1].hyperparams["learning_rate"])


if __name__ == "__main__":
    main()
