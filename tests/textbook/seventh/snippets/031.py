import jax
import jax.numpy as jnp
import optax

MICRO_STEPS, ACCUM = 20_000, 4
UPDATES = MICRO_STEPS // ACCUM

schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0, peak_value=1e-3, warmup_steps=UPDATES // 20, decay_steps=UPDATES
)
tx = optax.MultiSteps(optax.adamw(schedule), every_k_schedule=ACCUM)


@jax.jit
def micro_step(params, opt_state, x, y):
    def loss_fn(p):
        return jnp.mean(optax.huber_loss(jnp.tanh(x @ p["w1"]) @ p["w2"], y))

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


k1, k2, key = jax.random.split(jax.random.key(0), 3)
params = {"w1": jax.random.normal(k1, (64, 256)) / 8.0, "w2": jax.random.normal(k2, (256, 1)) / 16.0}
opt_state = tx.init(params)
for step in range(MICRO_STEPS):
    x = jax.random.normal(jax.random.fold_in(key, step), (32, 64))
    params, opt_state, loss = micro_step(params, opt_state, x, x[:, :1] ** 2)
print(loss, tx.has_updated(opt_state))
