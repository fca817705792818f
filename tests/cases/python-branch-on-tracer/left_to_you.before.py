# not executed: the originals raise at trace time, and there is no rewrite
import jax
import jax.numpy as jnp


def measured(x):
    return x.sum()


@jax.jit
def calls(x):
    if jnp.sum(x) > 0:  # want: JOL105
        x = measured(x)
    return x


@jax.jit
def containers(x):
    state = {"x": x, "n": 0}
    return state if jnp.sum(x) > 0 else {"x": x, "n": 1}  # want: JOL105


@jax.jit
def one_of_three(x):
    if jnp.sum(x) > 0:  # want: JOL105
        y = x
    elif jnp.sum(x) < -1:  # want: JOL105
        y = -x
    else:
        y = x * 0
    return y


@jax.jit
def two_names(x):
    low, high = jnp.min(x), jnp.max(x)
    if high > 1:  # want: JOL105
        high = high - 1
        low = low - 1
    if low > 0:  # want: JOL105
        low = x[0]
    else:
        high = x[0]
    return low, high


@jax.jit
def chained(x):
    return x if 0 < x.sum() < 1 else -x  # want: JOL105


@jax.jit
def nothing_before(x, flag):
    if x.sum() > 0:  # want: JOL105
        extra = x + 1
    return flag, extra


@jax.jit
def across_devices(x):
    total = jnp.sum(x)
    if total > 0:  # want: JOL105
        total = jax.lax.psum(total, "i")
    return total


@jax.jit
def raised(x):
    if x.sum() < 0:  # want: JOL105
        raise ValueError("negative")
    return x


@jax.jit
def step(w, x):
    def loss(w):
        r = jnp.sum((x @ w) ** 2)
        if r > 0:  # want: JOL105
            r = jnp.sqrt(r)
        return r

    return w - jax.grad(loss)(w)


@jax.jit
def listed(x):
    n = jnp.argmax(x)
    return x if n in (1, 2) else -x  # want: JOL105
