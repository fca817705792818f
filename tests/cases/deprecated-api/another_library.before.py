# not executed: nothing is rewritten but a name that is gone
import flax
import jax
from packaging.version import parse

if parse(flax.__version__) < parse("0.7.0"):
    host = jax.host_id  # want: JOL703
