"""Train a small regression network and report the average loss."""
import jax
import jax.numpy as jnp
import optax

STEPS, BATCH, FEATURES = 20_000, 128, 64
optimizer = optax.adam(1e-3)


def init(key):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (FEATURES, 128)) / FEATURES**0.5,
        "w2": jax.random.normal(k2, (128, 1)) / 128**0.5,
    }


@jax.jit
def train_step(params, opt_state, key):
    x = jax.random.normal(key, (BATCH, FEATURES))
    y = jnp.sin(x[:, :1])

    def loss_fn(p):
        return jnp.mean((jax.nn.relu(x @ p["w1"]) @ p["w2"] - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    key, init_key = jax.random.split(jax.random.key(0))
    params = init(init_key)
    opt_state = optimizer.init(params)
    running = 0.0
    for step in range(STEPS):
        params, opt_state, loss = train_step(params, opt_state, jax.random.fold_in(key, step))
        running = 0.99 * running + 0.01 * float(loss)
        if step % 1_000 == 0:
            print(step, running)
