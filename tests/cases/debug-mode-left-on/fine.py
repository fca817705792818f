# Settings that somebody asks for, that are on for a while, or that are off.
import os

import jax

jax.config.update("jax_debug_infs", False)
jax.config.update("jax_enable_checks", True)

if os.environ.get("LOOK_FOR_NANS"):
    jax.config.update("jax_debug_nans", True)


def look_closely():
    jax.config.update("jax_disable_jit", True)


def checked(f, x):
    out = f(x)
    jax.config.update("jax_enable_checks", False)
    return out
