import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (12, 8)), 0.3 * jax.random.normal(k2, (4, 8, 8)))


@jax.jit
def run(x, layers):
    """Residual layers of causal attention with one matrix each."""
    t = jnp.arange(x.shape[0])
    mask = t[:, None] >= t[None, :]

    def layer(x, w):
        scores = jnp.einsum("td,de,se->ts", x, w, x)
        return x + jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1) @ x, None

    return jax.lax.scan(layer, x, layers)[0]
