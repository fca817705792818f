import jax
import jax.numpy as jnp
import optax

TOTAL_STEPS = 10_000
WARMUP_STEPS = 500

schedule = optax.warmup_cosine_decay_schedule(
    init_value=1e-5,
    peak_value=1e-3,
    warmup_steps=WARMUP_STEPS,
    decay_steps=TOTAL_STEPS,
)
optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(b2=0.98),
    optax.add_decayed_weights(0.01),
    optax.scale_by_learning_rate(schedule),
)


def loss_fn(params, x, y):
    hidden = jax.nn.relu(x @ params["w1"])
    return optax.huber_loss(hidden @ params["w2"], y).mean()


@jax.jit
def train_step(params, opt_state, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


w1_key, w2_key, x_key = jax.random.split(jax.random.key(0), 3)
params = {
    "w1": jax.random.normal(w1_key, (128, 512)) * 128**-0.5,
    "w2": jax.random.normal(w2_key, (512,)) * 512**-0.5,
}
x = jax.random.normal(x_key, (1_024, 128))
y, opt_state, first = jnp.sin(x[:, 0]), optimizer.init(params), loss_fn(params, x, x[:, 0])
for _ in range(TOTAL_STEPS):
    params, opt_state, loss = train_step(params, opt_state, x, y)
