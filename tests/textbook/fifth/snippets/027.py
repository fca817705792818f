import jax
import jax.numpy as jnp
import optax

optimizer = optax.chain(optax.adam(1e-3), optax.clip_by_global_norm(1.0))
params = jnp.ones(5)
state = optimizer.init(params)
grads = jax.grad(lambda p: jnp.sum(jnp.exp(3 * p)))(params)
updates, state = optimizer.update(grads, state, params)
params = optax.apply_updates(params, updates)
print(params)
