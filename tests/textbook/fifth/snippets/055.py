import jax
import jax.numpy as jnp
import optax

optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))
params = jnp.ones(5)
state = optimizer.init(params)


@jax.jit
def step(params, state):
    grads = jax.grad(lambda p: jnp.sum(jnp.exp(p)))(params)
    updates, state = optimizer.update(grads, state, params)
    return optax.apply_updates(params, updates), state


for _ in range(10):
    params, state = step(params, state)
print(params)
