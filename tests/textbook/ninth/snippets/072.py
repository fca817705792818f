import jax
import jax.numpy as jnp

NUM_BINS = 128
NUM_ROWS = 1_024


def entropy(weights):
    probs = weights / jnp.sum(weights, axis=-1, keepdims=True)
    return -jnp.sum(jnp.where(probs > 0, probs * jnp.log(probs), 0.0), axis=-1)


def objective(scale, histograms):
    return jnp.mean(entropy(jax.nn.relu(histograms + scale)))


@jax.jit
def ascend(scale, histograms):
    value, grads = jax.value_and_grad(objective)(scale, histograms)
    return scale + 0.1 * grads, value, grads


counts = jax.random.poisson(jax.random.key(0), 1.5, (NUM_ROWS, NUM_BINS))
histograms = counts.astype(jnp.float32) - 1.0
scale = jnp.full((NUM_BINS,), 0.5)

scale, value, grads = ascend(scale, histograms)
print("mean entropy", value)
