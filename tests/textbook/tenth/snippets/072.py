import jax
import jax.numpy as jnp
import optax

TOTAL_STEPS = 60

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0, peak_value=3e-2, warmup_steps=10, decay_steps=TOTAL_STEPS
)


def decay_mask(params):
    return jax.tree.map(lambda p: p.ndim > 1, params)


tx = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.inject_hyperparams(optax.adamw, static_args=("mask",))(
        learning_rate=schedule, weight_decay=1e-3, mask=decay_mask
    ),
)


def loss_fn(params, x, y):
    logits = jnp.tanh(x @ params["w"]) @ params["v"] + params["b"]
    return optax.sigmoid_binary_cross_entropy(logits, y).mean()


@jax.jit
def step(params, state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, state = tx.update(grads, state, params)
    return optax.apply_updates(params, updates), state, loss


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
params = {"w": jax.random.normal(k1, (6, 8)), "v": jax.random.normal(k2, (8,)), "b": jnp.zeros(())}
x = jax.random.normal(k3, (128, 6))
y = (x[:, 0] * x[:, 1] > 0).astype(jnp.float32)
state = tx.init(params)
for _ in range(TOTAL_STEPS):
    params, state, loss = step(params, state, x, y)
print(loss, state[1].hyperparams["learning_rate"])
