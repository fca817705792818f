import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-3)


@jax.jit(donate_argnums=(0, 1))
def train_step(params, opt_state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch[0] @ p - batch[1]) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


@jax.jit
def eval_step(params, batch):
    pred = batch[0] @ params
    return {"mse": jnp.mean((pred - batch[1]) ** 2), "mae": jnp.mean(jnp.abs(pred - batch[1]))}


def evaluate(params, batches):
    per_batch = [eval_step(params, b) for b in batches]
    stacked = jax.tree.map(lambda *m: jnp.stack(m).mean(), *per_batch)
    return jax.device_get(stacked)


def main(train_set, valid_set, epochs=3):
    params = jnp.zeros(6)
    opt_state = tx.init(params)
    for epoch in range(epochs):
        for batch in train_set:
            params, opt_state = train_step(params, opt_state, batch)
        print(epoch, evaluate(params, valid_set))


if __name__ == "__main__":
    b = (jnp.ones((8, 6)), jnp.ones(8))
    main([b] * 4, [b] * 2)
