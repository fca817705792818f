"""A name that imports bind to different modules, one after the other or in branches."""

import typing

import jax.numpy as np

np.stack([])  # name: jax.numpy.stack


def before():
    return np.stack([])  # name: unknown


if len(typing.__all__) > 3:
    import numpy as np

    np.stack([])  # name: numpy.stack

    def within():
        return np.stack([])  # name: unknown

    np.ones(3)  # name: numpy.ones
elif len(typing.__all__) > 2:
    np.stack([])  # name: jax.numpy.stack
    import numpy as np

    np.stack([])  # name: numpy.stack
    import jax.numpy as np

    np.stack([])  # name: jax.numpy.stack
else:
    np.stack([])  # name: jax.numpy.stack

np.stack([])  # name: unknown

import numpy as np

np.stack([np.ones(3) for _ in range(3)])  # name: numpy.stack


def after():
    return np.stack([])  # name: numpy.stack


class Rows:
    first = np.stack([])  # name: numpy.stack

    def all(self, of=np.zeros(3)):  # name: numpy.zeros
        return lambda: np.stack([of])  # name: numpy.stack


if typing.TYPE_CHECKING:
    from jax import shard_map
else:
    from jax.experimental.shard_map import shard_map
shard_map(abs)  # name: jax.shard_map

try:
    import jax.numpy as xp

    xp.stack([])  # name: jax.numpy.stack
except ImportError:
    import numpy as xp
xp.stack([])  # name: jax.numpy.stack


def in_loops(turns):
    import numpy as xp

    for _ in range(turns):
        xp.stack([])  # name: unknown
        import jax.numpy as xp


def one_or_the_other(device):
    import numpy as xp

    xp.stack([])  # name: numpy.stack
    if device:
        import jax.numpy as xp
    return xp.stack([])  # name: unknown


def turned(device):
    global over
    import numpy as over

    return over.stack([])  # name: unknown


import jax.numpy as over

over.stack([])  # name: unknown
