import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (20,)), jnp.arange(20) % 3 == 0


def run(scores, labels):
    """Area under the ROC curve: P(positive above negative), a tie counts one half."""

    def credit(score):
        return jnp.sum(jnp.where(labels, 0.0, (score > scores) + 0.5 * (score == scores)))

    credits = jax.lax.map(credit, scores)
    positives = jnp.sum(labels)
    return jnp.sum(jnp.where(labels, credits, 0.0)) / (positives * jnp.sum(~labels))
