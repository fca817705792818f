"""AdamW assembled from Optax parts with masked weight decay."""
import jax
import jax.numpy as jnp
import optax

BATCH, FEATURES, CLASSES, STEPS = 256, 784, 10, 5_000

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0, peak_value=1e-3, warmup_steps=500, decay_steps=STEPS
)


optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b2=0.95),
    optax.add_decayed_weights(1e-2, mask=lambda ps: jax.tree.map(lambda p: p.ndim > 1, ps)),
    optax.scale_by_learning_rate(schedule),
)


def loss_fn(params, x, y):
    logits = x @ params["w"] + params["b"]
    return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()


@jax.jit
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    key = jax.random.key(0)
    params = {"w": jnp.zeros((FEATURES, CLASSES)), "b": jnp.zeros((CLASSES,))}
    opt_state = optimizer.init(params)
    for step in range(STEPS):
        x = jax.random.normal(jax.random.fold_in(key, step), (BATCH, FEATURES))
        params, opt_state, loss = train_step(params, opt_state, x, (x[:, 0] > 0).astype(int))
    print("loss", float(loss))
