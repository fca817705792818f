import jax
import jax.numpy as jnp


@jax.checkpoint  # want: JOL304 "does not need"
def decorated(h, w):
    # A layer.
    return jnp.tanh(h @ w), None


def run(layers, x):
    def body(h, w):
        return jnp.sin(h @ w), None

    wrapped = jax.checkpoint(body)  # want: JOL304 "does not need"
    h, _ = jax.lax.scan(wrapped, x, layers)  # A
    h, _ = jax.lax.scan(decorated, h, layers)
    h, _ = jax.lax.scan(jax.remat(lambda h, w: (h @ w, None)), h, layers)  # want: JOL304
    return jnp.sum(h)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return 0.3 * jax.random.normal(k1, (4, 6, 6)), jax.random.normal(k2, (5, 6))
