import jax
import jax.numpy as jnp


def inputs(key):
    ks = jax.random.split(key, 4)
    return (jax.random.normal(ks[0], (20, 3)), jax.random.normal(ks[1], (4, 3)), 0.1 * jax.random.normal(ks[2], (4, 3)), jax.random.normal(ks[3], (4,)))


def run(x, means, log_scales, logits):
    """Log-density of a diagonal Gaussian mixture at each row of x."""

    def component(mean, log_scale, log_w):
        z = (x - mean) * jnp.exp(-log_scale)
        return log_w - 0.5 * jnp.sum(z * z, axis=-1) - log_scale.sum() - 0.5 * x.shape[1] * jnp.log(2 * jnp.pi)

    parts = jax.vmap(component)(means, log_scales, jax.nn.log_softmax(logits))
    return jax.nn.logsumexp(parts, axis=0)
