import jax
import jax.numpy as jnp


def block(w, h):
    return jnp.tanh(h @ w) @ w.T


def tower(layers, x):
    def body(h, w):
        # One layer.
        h = h + jax.checkpoint(block)(w, h)  # want: JOL304 "does not need"
        return h, jnp.sum(h)

    h, sums = jax.lax.scan(body, x, layers)
    return jnp.sum(h**2) + jnp.sum(sums)


@jax.jit
def run(layers, x):
    return jax.value_and_grad(tower)(layers, x)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return 0.3 * jax.random.normal(k1, (4, 6, 6)), jax.random.normal(k2, (5, 6))
