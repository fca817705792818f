# The backend has started: JOL901 says that nobody reads it any more.
import os

import jax

print(jax.device_count())
os.environ["XLA_PYTHON_CLIENT_ALLOCATOR"] = "platform"
