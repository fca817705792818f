import jax
import jax.numpy as jnp
import optax

lr = optax.join_schedules(
    [optax.linear_schedule(0.0, 0.1, 10), lambda count: 0.1 / jnp.sqrt(1.0 + count)],
    boundaries=[10],
)
tx = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.trace(decay=0.9),
    optax.scale_by_schedule(lambda count: -lr(count)),
)

params = {"x": jnp.array([2.0, -1.0])}
state = tx.init(params)


@jax.jit
def step(params, state):
    grads = jax.grad(lambda p: jnp.sum(p["x"] ** 2))(params)
    updates, state = tx.update(grads, state)
    return optax.apply_updates(params, updates), state


for _ in range(60):
    params, state = step(params, state)
print(params)
