# devices: 8
from functools import partial

import jax


@partial(jax.pmap, axis_name="i", out_axes=(None, 0), static_broadcasted_argnums=(1,))  # want: JOL602 "every argument of `power` but `n`, and puts one in front of the results that it maps"
def power(x, n):
    for _ in range(n):
        x = x * x  # A
    return jax.lax.psum(x, "i"), x


def scaled(x, kind, rate):
    if kind == "up":
        return x * rate
    return x / rate


p_scaled = jax.pmap(scaled, static_broadcasted_argnums=1)  # want: JOL602 "every argument of `scaled` but `kind`, and puts one in front of every result"


def inputs(key):
    return (jax.random.uniform(key, (jax.device_count(), 3)),)


def run(x):
    return power(x, 3), p_scaled(x, "up", x), p_scaled(x, "down", x + 1)
