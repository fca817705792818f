import jax
import jax.numpy as jnp
import jax.nn as jnn


@jax.jit
def dense(x, w, b, activation):
    y = x @ w + b
    if activation == "relu":
        return jnn.relu(y)
    if activation == "gelu":
        return jnn.gelu(y)
    return y


def encoder(params, x):
    x = dense(x, *params[0], "gelu")
    return dense(x, *params[1], "relu")


if __name__ == "__main__":
    k1, k2 = jax.random.split(jax.random.key(0))
    ps = [(jax.random.normal(k1, (16, 32)), jnp.zeros(32)), (jax.random.normal(k2, (32, 8)), jnp.zeros(8))]
    print(encoder(ps, jnp.ones((4, 16))).shape)
