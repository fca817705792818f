# rule: deprecated-tree-api
# min-jax: 0.2.5  # broken
# min-jax: 0.2.13  # holds
"""Before JAX 0.2.13 `tree_map` took one tree."""
import jax


def blend(old, new):
    return jax.tree_multimap(lambda a, b: (a + b) / 2, old, new)
