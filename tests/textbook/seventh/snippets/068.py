import jax
import jax.numpy as jnp
import optax

schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, warmup_steps=100, decay_steps=2_000)
head_tx = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(),
    optax.add_decayed_weights(1e-2),
    optax.scale_by_learning_rate(schedule),
)
tx = optax.multi_transform(
    {"train": head_tx, "freeze": optax.set_to_zero()},
    {"backbone": "freeze", "head": "train"},
)


@jax.jit
def train_step(params, opt_state, x, y):
    def loss_fn(p):
        logits = jax.nn.relu(x @ p["backbone"]) @ p["head"]
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
params = {"backbone": jax.random.normal(k1, (256, 512)) / 16.0, "head": 0.01 * jax.random.normal(k2, (512, 5))}
opt_state = tx.init(params)
x = jax.random.normal(k3, (1_024, 256))
y = jnp.argmax(x[:, :5], axis=-1)
for _ in range(2_000):
    params, opt_state, loss = train_step(params, opt_state, x, y)
print(loss)
