import jax
import jax.numpy as jnp
import optax

TOTAL_STEPS = 1000
WARMUP = 200

lr_schedule = optax.warmup_cosine_decay_schedule(
    init_value=0.0,
    peak_value=3e-4,
    warmup_steps=WARMUP,
    decay_steps=TOTAL_STEPS - WARMUP,
    end_value=0.0,
)
tx = optax.adamw(lr_schedule)
params = {"w": jnp.ones(3)}
opt_state = tx.init(params)


@jax.jit
def step(params, opt_state):
    grads = jax.grad(lambda p: jnp.sum(p["w"] ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


for i in range(TOTAL_STEPS):
    params, opt_state = step(params, opt_state)
print(params, lr_schedule(TOTAL_STEPS - 100))
