"""The order of simulated devices means nothing."""

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax  # noqa: E402
import numpy as np  # noqa: E402
from jax.sharding import Mesh  # noqa: E402

mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ("x", "y"))
