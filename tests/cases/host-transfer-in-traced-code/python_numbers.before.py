# not executed: the original raises
import jax
import jax.numpy as jnp


@jax.jit
def loss(params, x):
    value = jnp.mean((x @ params) ** 2)
    scale = float(jnp.max(x))  # want: JOL401 "`float` needs the value of `jnp.max\(x\)`"
    return value.item() / scale  # want: JOL401 "`value.item` needs the value of `value`"


@jax.jit
def rows(x):
    return x.tolist()[0]  # want: JOL401 "tolist"


@jax.jit
def fetched(x):
    return jax.device_get(x * 2)  # want: JOL401 "does nothing"
