import jax
from jax import tree_map  # fact: moved_trees tree_map

a = tree_map(abs, [1])
b = jax.tree_leaves([1])  # fact: moved_trees jax.tree_leaves
c = jax.tree.map(abs, [1])
