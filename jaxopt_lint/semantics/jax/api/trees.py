"""The functions on pytrees that JAX moved, and which of their new names a project can use."""

from __future__ import annotations

Version = tuple[int, ...]

# Old name -> the verb in `jax.tree`.
MOVED = {
    "jax.tree_map": "map",
    "jax.tree_leaves": "leaves",
    "jax.tree_flatten": "flatten",
    "jax.tree_unflatten": "unflatten",
    "jax.tree_structure": "structure",
    "jax.tree_reduce": "reduce",
    "jax.tree_all": "all",
    "jax.tree_transpose": "transpose",
    "jax.tree_multimap": "map",
    "jax.tree_util.tree_multimap": "map",
}
JAX_TREE = (0, 4, 25)  # the release that brought `jax.tree`
_MULTIMAP = ((0, 3, 5), (0, 3, 16))
_LOWER = ((0, 3, 15), (0, 6, 0))
_TREE_MAP = ((0, 4, 26), (0, 6, 0))


def life(dotted: str) -> tuple[Version, Version]:
    """The releases that deprecated and removed an old name."""
    if dotted.endswith("multimap"):
        return _MULTIMAP
    return _TREE_MAP if dotted == "jax.tree_map" else _LOWER


def successor(dotted: str, oldest: Version | None) -> str:
    """The name to use in place of an old one: where nobody says what the oldest release is, the
    one that all have, since code with the old name may run on any of them.

    >>> successor("jax.tree_multimap", (0, 6, 0)), successor("jax.tree_leaves", None)
    ('jax.tree.map', 'jax.tree_util.tree_leaves')
    """
    verb = MOVED[dotted]
    if oldest is None or oldest < JAX_TREE:
        return f"jax.tree_util.tree_{verb}"
    return f"jax.tree.{verb}"
