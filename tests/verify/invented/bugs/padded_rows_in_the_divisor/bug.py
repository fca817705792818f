import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (jax.random.normal(k1, (6,)), jax.random.normal(k2, (48, 6)), jax.random.normal(k3, (48,)))


BLOCK = 16


def run(w, x, y):
    """Mean squared error of a linear model, in blocks of rows."""
    n = x.shape[0]
    extra = -n % BLOCK
    weight = jnp.pad(jnp.ones(n, x.dtype), (0, extra)).reshape(-1, BLOCK)
    x = jnp.pad(x, ((0, extra), (0, 0))).reshape(-1, BLOCK, x.shape[1])
    y = jnp.pad(y, (0, extra)).reshape(-1, BLOCK)

    def block(total, b):
        xb, yb, wb = b
        return total + (wb * (xb @ w - yb) ** 2).sum(), None

    total, _ = jax.lax.scan(block, jnp.zeros((), jnp.result_type(w, x, y)), (x, y, weight))
    return total / weight.size
