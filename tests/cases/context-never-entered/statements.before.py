# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
from jax import default_matmul_precision
from jax.experimental import enable_x64


def choose(index):
    # the rank of this process on its machine
    jax.default_device(jax.devices()[index])  # want: JOL840 "changes nothing unless a `with`"
    default_matmul_precision("float32")  # want: JOL840 "default_matmul_precision"
    return jnp.ones(3)


def wide(x):
    enable_x64()  # want: JOL840
    if x.ndim > 1:
        jax.disable_jit()  # want: JOL840
    jax.named_scope("sum")  # want: JOL840
    return x.sum()


jax.debug_nans(True)  # want: JOL840 "dropped at once"
print(choose(0), wide(jnp.ones(3)))
