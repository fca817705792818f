import os

os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "platform"  # want: JOL911 (info)

import jax  # noqa: E402
import numpy as np  # noqa: E402


def convert(weights):
    return {name: np.asarray(jax.device_get(value)) for name, value in weights.items()}
