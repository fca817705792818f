# not executed: nothing is rewritten
import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    y = jnp.sin(x)
    jax.debug.print(f"y = {y}")  # want: JOL835 "`y` is formatted while"
    jax.debug.print("y = {}".format(y))  # want: JOL835
    jax.debug.print("y = %s", y)  # want: JOL835 "finds no place"
    text = f"twice {2 * y}"
    jax.debug.print(text)  # want: JOL835
    return y
