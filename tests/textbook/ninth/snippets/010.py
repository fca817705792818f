import jax
import jax.numpy as jnp

NUM_EXAMPLES, NUM_FEATURES = 60_000, 64
BATCH_SIZE = 512
NUM_EPOCHS = 50


def loss_fn(weights, x, y):
    return jnp.mean((x @ weights - y) ** 2)


@jax.jit
def run_epoch(weights, x, y, order):
    def step(weights, batch_ids):
        grads = jax.grad(loss_fn)(weights, x[batch_ids], y[batch_ids])
        return weights - 1e-2 * grads, None

    weights, _ = jax.lax.scan(step, weights, order)
    return weights


data_key, noise_key, shuffle_key = jax.random.split(jax.random.key(0), 3)
x = jax.random.normal(data_key, (NUM_EXAMPLES, NUM_FEATURES))
y = x.sum(axis=1) + 0.1 * jax.random.normal(noise_key, (NUM_EXAMPLES,))
weights = jnp.zeros(NUM_FEATURES)
num_batches = NUM_EXAMPLES // BATCH_SIZE

for epoch in range(NUM_EPOCHS):
    order = jax.random.permutation(shuffle_key, NUM_EXAMPLES)
    order = order[: num_batches * BATCH_SIZE].reshape(num_batches, BATCH_SIZE)
    weights = run_epoch(weights, x, y, order)
print("loss", float(loss_fn(weights, x, y)))
