import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 50_000
LOG_EVERY = 1_000
optimizer = optax.adam(1e-3)


def loss_fn(params, x, y):
    hidden = jnp.tanh(x @ params["w1"])
    return jnp.mean((hidden @ params["w2"] - y) ** 2)


@jax.jit
def train_step(params, opt_state, running_loss, key):
    x = jax.random.normal(key, (512, 128))
    y = jnp.cos(x.sum(axis=1, keepdims=True))
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, running_loss + loss


k1, k2, data_key = jax.random.split(jax.random.key(0), 3)
params = {
    "w1": jax.random.normal(k1, (128, 1_024)) * 128**-0.5,
    "w2": jax.random.normal(k2, (1_024, 1)) * 1_024**-0.5,
}
opt_state = optimizer.init(params)
running_loss = jnp.zeros(())

for step in range(1, NUM_STEPS + 1):
    step_key = jax.random.fold_in(data_key, step)
    params, opt_state, running_loss = train_step(params, opt_state, running_loss, step_key)
    if step % LOG_EVERY == 0:
        print(f"step {step:6d} mean loss {float(running_loss) / LOG_EVERY:.4f}")
        running_loss = jnp.zeros(())
