"""Keywords and names of other libraries, and shims."""

import haliax as hax
import jax

try:
    from jax.experimental.pjit import pjit
except ImportError:
    pjit = jax.jit

if jax.__version_info__ < (0, 4, 7):
    from jax.experimental.pjit import pjit as sharded_jit
else:
    sharded_jit = jax.jit


def load(tree, axis_mapping):
    return hax.named_jit(
        lambda t: t, in_axis_resources=axis_mapping, out_axis_resources=axis_mapping
    )(tree)


class Trainer:
    def _pjit(self, f, donate_argnums=()):
        return jax.jit(f, donate_argnums=donate_argnums)

    def build(self, f):
        return self._pjit(f, donate_argnums=(0,))


def partition(pjit, f):
    return pjit(f, in_axis_resources=None)
