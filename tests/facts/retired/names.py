import jax
import numpy as np
from chex import assert_tree_all_close  # fact: retired chex.assert_tree_all_close of Chex
from equinox.nn.attention import MultiheadAttention, softmax  # fact: retired equinox.nn.attention of Equinox

inf = np.Inf  # fact: retired numpy.Inf of NumPy
size = np.product if hasattr(np, "product") else np.prod
total = np.cumproduct([1, 2]) + jax.numpy.ones(2)  # fact: retired numpy.cumproduct of NumPy
assert_tree_all_close(total, MultiheadAttention, softmax)
