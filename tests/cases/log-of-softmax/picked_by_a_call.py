# Another function stands between the two.
import jax
import jax.numpy as jnp


def of_labels(logits, labels):
    probs = jnp.take_along_axis(jax.nn.softmax(logits), labels[:, None], axis=1)
    return -jnp.mean(jnp.log(probs))


def of_the_mean(logits):
    return jnp.log(jnp.mean(jax.nn.softmax(logits), axis=0))


def of_half_precision(logits):
    return jnp.log(jax.nn.softmax(logits).astype(jnp.float32))
