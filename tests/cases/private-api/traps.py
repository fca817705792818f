"""Private parts of other libraries, and shims."""

import jax
from chex._src import asserts
from jax import core

try:
    from jax._src.lib import xla_extension
except ImportError:
    xla_extension = None

if jax.__version_info__ < (0, 5):
    from jax._src import config as private_config


def use(x):
    return asserts, core.Tracer, xla_extension, x._src
