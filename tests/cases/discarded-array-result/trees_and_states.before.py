# not executed: it needs Flax
import equinox as eqx
import jax
import jax.numpy as jnp


def decayed(params):
    jax.tree.map(lambda p: 0.99 * p, params)  # want: JOL806 "leaves `params` as it was"
    return params


@jax.jit
def step(state, x):
    grads = jax.grad(lambda p: jnp.mean(state.apply_fn({"params": p}, x)))(state.params)
    state.apply_gradients(grads=grads)  # want: JOL806 "apply_gradients"
    return state


def ranked(n):
    x = jnp.arange(n)
    x.sort()  # want: JOL806 "`x.sort` gives a new value"
    return x


@jax.jit
def root(x):
    eqx.error_if(x, x < 0, "negative")  # want: JOL806
    return jnp.sqrt(x)
