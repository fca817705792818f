import jax
import jax.numpy as np
import numpy as onp
from jax import lax, numpy, tree_util as tu
from jax.experimental import pjit as pj
from jax.numpy import stack as pile
import jax.lax as L

np.stack([])  # name: jax.numpy.stack
onp.stack([])  # name: numpy.stack
numpy.sin(1)  # name: jax.numpy.sin
pile([])  # name: jax.numpy.stack
lax.scan(None, 0, 1)  # name: jax.lax.scan
L.scan(None, 0, 1)  # name: jax.lax.scan
tu.tree_map(abs, 1)  # name: jax.tree_util.tree_map
pj.pjit(abs)  # name: jax.experimental.pjit.pjit
jax.vmap(abs)(np.ones(3))  # name: unknown
jax.remat(abs)  # name: jax.checkpoint

compile_it = jax.jit
compile_it(abs)  # name: jax.jit
tree_map = tu.tree_map
tree_map(abs, 1)  # name: jax.tree_util.tree_map
