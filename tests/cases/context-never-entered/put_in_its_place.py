# A function that another is put in the place of, on purpose.
import functools

import jax

_original = jax.disable_jit


def counted(*args):
    return _original(*args)


jax.disable_jit = counted
jax.disable_jit = functools.partial(_original, True)
jax.disable_jit = _original


class Settings:
    default_device = None


settings = Settings()
settings.default_device = "gpu"
