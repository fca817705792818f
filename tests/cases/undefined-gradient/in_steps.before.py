# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


def misses(w, x, y):
    predicted = jnp.argmax(x @ w, axis=-1)  # want: JOL509 (warning) "the gradient is 0 everywhere"
    return jnp.mean((predicted - y) ** 2.0)


def quantized(w, x):
    q = jnp.round(w * 16) / 16  # want: JOL509 "`jnp.round`"
    return jnp.mean((x @ q) ** 2)


a, b = jax.jit(jax.grad(misses)), jax.grad(quantized)
