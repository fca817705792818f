"""What another module says is compared with a release, whatever it is called."""

import jax
from compat import RELEASE
from packaging.version import parse
from site import INSTALLED

if RELEASE >= (0, 5, 0):
    host = jax.process_index
else:
    host = jax.host_id

if parse(INSTALLED) < parse("0.5.0"):
    host = jax.host_id
