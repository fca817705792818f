import jax
import jax.numpy as jnp
import optax

schedule = optax.cosine_decay_schedule(1e-2, 500)
optimizer = optax.chain(
    optax.clip_by_global_norm(1.0),
    optax.scale_by_adam(),
    optax.add_decayed_weights(1e-4),
    optax.scale_by_learning_rate(schedule),
)


@jax.jit
def step(params, state, x):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean(jnp.cosh(x @ p)))(params)
    updates, state = optimizer.update(grads, state, params)
    return optax.apply_updates(params, updates), state, loss


params = jnp.ones(6)
state = optimizer.init(params)
x = jax.random.normal(jax.random.key(0), (30, 6))
for _ in range(50):
    params, state, loss = step(params, state, x)
print(loss)
