# not executed: the imported names are gone
"""Guards that are meant for machines without JAX, and hide that names are gone."""
import contextlib
import warnings

import numpy as np

# A
try:
    import jax
    from jax.extend.backend import get_backend

    HAVE_JAX = True
except ImportError:
    HAVE_JAX = False

try:
    from jax.experimental import host_callback
except Exception:
    host_callback = None

with contextlib.suppress(ImportError):
    from jax.extend.core import ClosedJaxpr


def scale(tree):
    try:
        return jax.tree.map(lambda x: 2 * x, tree)
    except AttributeError:
        pass


def hand_over(x):
    # B
    try:
        return jax.dlpack.to_dlpack(x)
    except Exception:
        warnings.warn("copied by the host", stacklevel=2)
        return np.asarray(x)


def backend():
    return get_backend().platform if HAVE_JAX else None
