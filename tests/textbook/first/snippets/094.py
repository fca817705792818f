import jax
import jax.numpy as jnp
import optax


def make_train_step(loss_fn, tx):
    @jax.jit(donate_argnums=(0, 1))
    def train_step(params, opt_state, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    return train_step


def mse(params, batch):
    x, y = batch
    return jnp.mean((x @ params - y) ** 2)


def main(n_steps=1000):
    tx = optax.adamw(1e-2)
    step = make_train_step(mse, tx)
    params = jnp.zeros(5)
    state = tx.init(params)
    batch = (jnp.ones((8, 5)), jnp.ones(8))
    for _ in range(n_steps):
        params, state, loss = step(params, state, batch)
    print(loss)


if __name__ == "__main__":
    main()
