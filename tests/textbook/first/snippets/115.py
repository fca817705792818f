import jax
import jax.numpy as jnp
import optax

LOG_EVERY = 200
tx = optax.adam(1e-3)


@jax.jit(donate_argnums=(0, 1))
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((jnp.tanh(x @ p["w"]) @ p["v"] - y) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def train(params, batches):
    opt_state = tx.init(params)
    for step, (x, y) in enumerate(batches):
        params, opt_state, loss = train_step(params, opt_state, x, y)
        if step % LOG_EVERY == 0:
            print(f"{step:6d} {float(loss):.4f}")
    return params


if __name__ == "__main__":
    p = {"w": jnp.full((4, 8), 0.1), "v": jnp.full((8,), 0.1)}
    train(p, [(jnp.ones((16, 4)), jnp.ones(16))] * 5)
