import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 4)
    return (jax.random.normal(ks[0], (20, 3)), jax.random.normal(ks[1], (4, 3)), 0.1 * jax.random.normal(ks[2], (4, 3)), jax.random.normal(ks[3], (4,)))


def run(x, means, log_scales, logits):
    """Log-density of a diagonal Gaussian mixture at each row of x."""
    parts = []
    log_w = jax.nn.log_softmax(logits)
    for k in range(means.shape[0]):
        density = jax.scipy.stats.norm.logpdf(x, means[k], jnp.exp(log_scales[k])).sum(axis=-1)
        parts.append(log_w[k] + density)
    return jax.nn.logsumexp(jnp.stack(parts), axis=0)
