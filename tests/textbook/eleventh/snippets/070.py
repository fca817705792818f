import jax
import jax.numpy as jnp
import optax

MICRO_BATCHES = 4
OUTER_STEPS = 25
schedule = optax.cosine_decay_schedule(0.1, decay_steps=OUTER_STEPS)
tx = optax.MultiSteps(optax.sgd(schedule), every_k_schedule=MICRO_BATCHES)
params = jnp.zeros(3)
opt_state = tx.init(params)


@jax.jit
def micro_step(params, opt_state, x, y):
    grads = jax.grad(lambda p: jnp.mean((x @ p - y) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


x = jax.random.normal(jax.random.key(0), (MICRO_BATCHES, 8, 3))
y = x @ jnp.array([1.0, -2.0, 0.5])
for i in range(OUTER_STEPS * MICRO_BATCHES):
    params, opt_state = micro_step(params, opt_state, x[i % MICRO_BATCHES], y[i % MICRO_BATCHES])
    if tx.has_updated(opt_state) and int(opt_state.gradient_step) % 10 == 0:
        print(opt_state.gradient_step, params)
