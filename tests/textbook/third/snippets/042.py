import jax
import jax.numpy as jnp


def collatz_length(n):
    def cond(state):
        return state[0] != 1

    def body(state):
        n, count = state
        n = jax.lax.cond(n % 2 == 0, lambda m: m // 2, lambda m: 3 * m + 1, n)
        return n, count + 1

    return jax.lax.while_loop(cond, body, (n, jnp.int32(0)))[1]


lengths = jax.jit(jax.vmap(collatz_length))
print(lengths(jnp.arange(1, 50, dtype=jnp.int32)))
