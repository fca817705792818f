import jax
import jax.numpy as jnp


@jax.jit
def masked_stats(values, valid):
    n = jnp.maximum(valid.sum(), 1)
    mean = jnp.where(valid, values, 0.0).sum() / n
    var = jnp.where(valid, (values - mean) ** 2, 0.0).sum() / n
    return mean, var


@jax.jit
def first_hits(scores, threshold):
    idx = jnp.nonzero(scores > threshold, size=32, fill_value=-1)[0]
    return idx, (idx >= 0).sum()


def report(scores):
    mean, var = masked_stats(scores, jnp.isfinite(scores))
    idx, count = first_hits(scores, mean + 2 * jnp.sqrt(var))
    hits = idx[: int(count)]
    return hits[scores[hits] > 0]
