# not executed: there is no fix
import jax
from jax import config

jax.config.update("jax_debug_nans", True)  # want: JOL908 "waited for and looked through"
config.update("jax_disable_jit", True)  # want: JOL908 "nothing is compiled"
jax.config.update("jax_enable_x64", True)


@jax.jit
def step(params, batch):
    return params - 0.1 * batch.mean()
