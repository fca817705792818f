# not executed: it sets variables of the process
import os

import jax

os.environ["JAX_PLATFORM_NAME"] = "tpu"  # want: JOL901 (info)


def devices():
    try:
        return jax.devices()
    except RuntimeError:
        os.environ["JAX_PLATFORMS"] = "cpu"  # want: JOL901 (info)
        return []
