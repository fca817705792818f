# not executed: it stops in a debugger
import jax


@jax.jit
def double(x):
    y = 2 * x
    jax.debug.breakpoint()  # want: JOL408 "stops the program"
    return y
