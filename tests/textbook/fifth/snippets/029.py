import jax
import jax.numpy as jnp
import optax

epochs, batches = 10, 500
schedule = optax.cosine_decay_schedule(1e-2, decay_steps=epochs)
optimizer = optax.sgd(schedule)
params = jnp.ones(3)
state = optimizer.init(params)
update = jax.jit(optimizer.update)
for epoch in range(epochs):
    for _ in range(batches):
        updates, state = update(2 * params, state, params)
        params = optax.apply_updates(params, updates)
