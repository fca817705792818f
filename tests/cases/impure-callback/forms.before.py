# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import numpy as np

seen = []
SCALAR = jax.ShapeDtypeStruct((), jnp.float32)


def record(x):
    seen.append(float(x))
    return x


def on_device(x):
    return jnp.sin(x)  # want: JOL836 "while the device waits"


def host_sin(x):
    return jax.pure_callback(np.sin, SCALAR, x)


@jax.jit
def step(x):
    x = jax.pure_callback(record, SCALAR, x)  # want: JOL836 (warning) "does more than give a result"
    return jax.pure_callback(on_device, SCALAR, x)


slope = jax.grad(host_sin)  # want: JOL836 (error) "has none"
rows = jax.vmap(host_sin)  # want: JOL836 (error) "vmap_method"
