# not executed: the imported names are gone
"""Guards that are meant for machines without JAX, and hide that names are gone."""
import contextlib
import warnings

import numpy as np

# A
try:
    import jax
    from jax.lib.xla_bridge import get_backend  # want: JOL708 "`except ImportError` on line 14"

    HAVE_JAX = True
except ImportError:
    HAVE_JAX = False

try:
    from jax.experimental import host_callback  # want: JOL708 "removed in JAX 0.8.0"
except Exception:
    host_callback = None

with contextlib.suppress(ImportError):
    from jax.core import ClosedJaxpr  # want: JOL708 "`suppress` on line 22"


def scale(tree):
    try:
        return jax.tree_map(lambda x: 2 * x, tree)  # want: JOL708
    except AttributeError:
        pass


def hand_over(x):
    # B
    try:
        return jax.dlpack.to_dlpack(x)  # want: JOL708 "`except Exception`"
    except Exception:
        warnings.warn("copied by the host", stacklevel=2)
        return np.asarray(x)


def backend():
    return get_backend().platform if HAVE_JAX else None
