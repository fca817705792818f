# rule: deprecated-tree-api
"""A shim tries both names, and needs the old one where the new one is missing."""
import jax

try:  # broken
    tree_map = jax.tree.map  # broken
except AttributeError:  # broken
    tree_map = jax.tree_map  # broken
tree_map = jax.tree_map  # holds
