import jax
import jax.numpy as jnp
import optax

NUM_STEPS = 50_000
LOG_EVERY = 1_000
optimizer = optax.adam(1e-3)


def loss_fn(params, x, y):
    hidden = jax.nn.relu(x @ params["w1"])
    return jnp.mean((hidden @ params["w2"] - y) ** 2)


@jax.jit
def train_step(params, opt_state, key):
    x = jax.random.normal(key, (512, 128))
    y = jnp.sin(x.sum(axis=1, keepdims=True))
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


k1, k2, data_key = jax.random.split(jax.random.key(0), 3)
params = {
    "w1": jax.random.normal(k1, (128, 1024)) * 0.09,
    "w2": jax.random.normal(k2, (1024, 1)) * 0.03,
}
opt_state = optimizer.init(params)

for step in range(NUM_STEPS):
    params, opt_state, loss = train_step(params, opt_state, jax.random.fold_in(data_key, step))
    loss_value = float(loss)
    if step % LOG_EVERY == 0:
        print(f"step {step:6d} loss {loss_value:.4f}")
