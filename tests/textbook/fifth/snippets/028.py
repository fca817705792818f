import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-2)
params = jnp.ones(5)
for _ in range(50):
    grads = jax.grad(lambda p: jnp.sum(p**2))(params)
    state = optimizer.init(params)
    updates, state = optimizer.update(grads, state)
    params = optax.apply_updates(params, updates)
print(params)
