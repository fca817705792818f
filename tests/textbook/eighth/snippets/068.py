"""Gradient accumulation over 8 mini-batches with optax.MultiSteps."""
import jax
import jax.numpy as jnp
import optax

MICRO_BATCH, ACCUMULATE, MICRO_STEPS = 32, 8, 16_000
FEATURES, CLASSES = 512, 20
UPDATES = MICRO_STEPS // ACCUMULATE

schedule = optax.cosine_decay_schedule(3e-3, decay_steps=UPDATES)
optimizer = optax.MultiSteps(optax.adam(schedule), every_k_schedule=ACCUMULATE)


@jax.jit
def train_step(params, opt_state, x, y):
    def loss_fn(p):
        logits = x @ p["w"] + p["b"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    key, true_key = jax.random.split(jax.random.key(0))
    true_w = jax.random.normal(true_key, (FEATURES, CLASSES))
    params = {"w": jnp.zeros((FEATURES, CLASSES)), "b": jnp.zeros((CLASSES,))}
    opt_state = optimizer.init(params)
    for step in range(MICRO_STEPS):
        x = jax.random.normal(jax.random.fold_in(key, step), (MICRO_BATCH, FEATURES))
        y = jnp.argmax(x @ true_w, axis=-1)
        params, opt_state, loss = train_step(params, opt_state, x, y)
    print("loss", float(loss), "updates", int(opt_state.gradient_step))
