import jax
import jax.numpy as jnp
import optax

WARMUP = 100
DECAY = 400
PEAK = 1e-2

warmup = optax.linear_schedule(0.0, PEAK, transition_steps=WARMUP)


def inverse_decay(count):
    steps_after_warmup = jnp.maximum(count - WARMUP, 0)
    return PEAK * (1.0 - steps_after_warmup / DECAY)


schedule = optax.join_schedules([warmup, inverse_decay], boundaries=[WARMUP])
tx = optax.sgd(schedule, momentum=0.9)

params = jnp.array([2.0, 2.0])
state = tx.init(params)


@jax.jit
def step(params, state):
    grads = jax.grad(lambda p: jnp.sum(jnp.cosh(p)))(params)
    updates, state = tx.update(grads, state)
    return optax.apply_updates(params, updates), state


for _ in range(WARMUP + DECAY):
    params, state = step(params, state)
print(params)
