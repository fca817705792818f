import jax
import jax.numpy as jnp

data = jnp.arange(1000.0)
key = jax.random.key(0)
mean = 0.0
for step in range(20):
    batch = jax.random.choice(key, data, (32,))
    mean = 0.9 * mean + 0.1 * batch.mean()
print(mean)
