# not executed: the originals raise
import jax
import jax.numpy as jnp


def discounted(rewards):
    def body(total, reward):
        total = reward + 0.9 * total
        return total, total

    return jax.lax.scan(body, jnp.int32(0), rewards)  # want: JOL839 "begins as whole numbers"


def history(rows):
    def body(seen, row):
        seen = jnp.concatenate([seen, row[None]])  # want: JOL839 "is longer after a turn"
        return seen, None

    return jax.lax.scan(body, jnp.zeros((0,)), rows)


def counted(x):
    def body(i, state):
        n, total = state
        return n + 1, total + 0.5 * i

    return jax.lax.fori_loop(
        0, 5, body, (jnp.int32(0), jnp.zeros((), jnp.int32))  # want: JOL839 "fractions"
    )


def spread(x):
    return jax.lax.fori_loop(0, 5, lambda i, v: v + jnp.ones(3), 0.0)  # want: JOL839 "axes"


@jax.jit
def chosen(ok, x):
    return jax.lax.cond(ok, lambda v: 2.0 * v, lambda v: 0, x)  # want: JOL839 "fractions and whole"
