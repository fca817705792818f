"""AdamW with warmup-cosine schedule for a 90-epoch run on 50,000 examples."""
import jax
import jax.numpy as jnp
import optax

EPOCHS, WARMUP_EPOCHS = 90, 5
EXAMPLES, BATCH = 50_000, 128
STEPS_PER_EPOCH = EXAMPLES // BATCH
FEATURES, CLASSES = 512, 100

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0,
    peak_value=1e-3,
    warmup_steps=WARMUP_EPOCHS,
    decay_steps=EPOCHS,
)
optimizer = optax.adamw(schedule, weight_decay=1e-4)


@jax.jit
def train_step(w, opt_state, x, y):
    def loss_fn(w):
        return optax.softmax_cross_entropy_with_integer_labels(x @ w, y).mean()

    loss, grad = jax.value_and_grad(loss_fn)(w)
    updates, opt_state = optimizer.update(grad, opt_state, w)
    return optax.apply_updates(w, updates), opt_state, loss


if __name__ == "__main__":
    key = jax.random.key(0)
    w = jnp.zeros((FEATURES, CLASSES))
    opt_state = optimizer.init(w)
    for epoch in range(EPOCHS):
        for i in range(STEPS_PER_EPOCH):
            kx, ky = jax.random.split(jax.random.fold_in(key, epoch * STEPS_PER_EPOCH + i))
            x = jax.random.normal(kx, (BATCH, FEATURES))
            y = jax.random.randint(ky, (BATCH,), 0, CLASSES)
            w, opt_state, loss = train_step(w, opt_state, x, y)
        print(epoch, float(loss))
