# not executed: nothing is rewritten
"""What a package begins with."""
import jax

jax.config.update("jax_enable_x64", True)  # want: JOL911 info "sets `jax_enable_x64`"
try:
    # nothing is to be traced while we look for the error
    jax.config.update("jax_disable_jit", True)  # want: JOL911 info "for the whole program"
except AttributeError:
    OLD = True


def accurate(x):
    return x.sum()
