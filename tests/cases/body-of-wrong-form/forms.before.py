# not executed: the originals raise
import jax
import jax.numpy as jnp


def doubled(x):
    return 2 * x


def no_pair(rows):
    def add(state, row):
        return state + row  # want: JOL839 "has to give a pair"

    return jax.lax.scan(add, 0.0, rows)


def no_length(x):
    return jax.lax.scan(lambda c, _: (jnp.cos(c), None), x, None)  # want: JOL839 "its `length`"


def one_argument(x):
    return jax.lax.fori_loop(0, 10, lambda v: jnp.cos(v), x)  # want: JOL839 "the number of the turn"


def no_state(x):
    def body(i, buffer):  # want: JOL839 "returns nothing"
        buffer = buffer.at[i].set(2.0 * i)

    return jax.lax.fori_loop(0, 5, body, x)


def apart(n):
    return jax.lax.while_loop(
        lambda n, i: n > 1,  # want: JOL839 "the state, in one"
        lambda state: (state[0] // 2, state[1] + 1),
        (n, 0),
    )


@jax.jit
def computed(x):
    return jax.lax.cond(x.sum() > 0, doubled(x), x)  # want: JOL839 "takes functions"


@jax.jit
def other_keys(state, ok):
    def good(s):
        return {"w": s["w"] * 2, "n": s["n"] + 1}

    def bad(s):
        return {"w": s["w"]}  # want: JOL839 "another structure"

    return jax.lax.cond(ok, good, bad, state)


@jax.jit
def one_branch(i, x):
    return jax.lax.switch(i, jnp.sin, jnp.cos, x)  # want: JOL839 "stand in a list"
