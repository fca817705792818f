"""Training loop that accumulates metrics on the device."""
import jax
import jax.numpy as jnp
import optax

STEPS, LOG_EVERY, BATCH, FEATURES = 20_000, 500, 128, 64
optimizer = optax.adam(1e-3)
empty_metrics = {"loss": jnp.zeros(()), "grad_norm": jnp.zeros(())}


@jax.jit
def train_step(params, opt_state, metrics, key):
    x = jax.random.normal(key, (BATCH, FEATURES))
    y = jnp.sin(x[:, :1])

    def loss_fn(p):
        return jnp.mean((jax.nn.relu(x @ p["w1"]) @ p["w2"] - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state)
    current = {"loss": loss, "grad_norm": optax.global_norm(grads)}
    metrics = jax.tree.map(jnp.add, metrics, current)
    return optax.apply_updates(params, updates), opt_state, metrics


if __name__ == "__main__":
    key, k1, k2 = jax.random.split(jax.random.key(0), 3)
    params = {
        "w1": jax.random.normal(k1, (FEATURES, 128)) / FEATURES**0.5,
        "w2": jax.random.normal(k2, (128, 1)) / 128**0.5,
    }
    opt_state, metrics = optimizer.init(params), empty_metrics
    for step in range(1, STEPS + 1):
        step_key = jax.random.fold_in(key, step)
        params, opt_state, metrics = train_step(params, opt_state, metrics, step_key)
        if step % LOG_EVERY == 0:
            averages = {name: float(v) / LOG_EVERY for name, v in metrics.items()}
            print(step, averages)
            metrics = empty_metrics
