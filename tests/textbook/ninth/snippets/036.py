import jax
import jax.numpy as jnp

NUM_BATCHES, BATCH_SIZE, DIM = 20_000, 64, 32


def batch_loss(weights, key):
    x_key, noise_key = jax.random.split(key)
    x = jax.random.normal(x_key, (BATCH_SIZE, DIM), dtype=jnp.bfloat16)
    noise = jax.random.normal(noise_key, (BATCH_SIZE,), dtype=jnp.bfloat16)
    target = x.sum(axis=1) + noise
    return jnp.mean((x @ weights - target) ** 2)


@jax.jit
def evaluate(weights, key):
    def step(total, step_key):
        return total + batch_loss(weights, step_key), None

    total = jnp.zeros((), dtype=jnp.bfloat16)
    total, _ = jax.lax.scan(step, total, jax.random.split(key, NUM_BATCHES))
    return total / NUM_BATCHES


weights = jnp.ones(DIM, dtype=jnp.bfloat16)
mean_loss = evaluate(weights, jax.random.key(0))
print("mean evaluation loss", float(mean_loss))
