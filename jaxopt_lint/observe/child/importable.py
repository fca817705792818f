"""The names by which Python imports the files of a project."""

from __future__ import annotations

from collections.abc import Callable, Sequence

_INSTALLED = ("jax", "jaxlib", "numpy", "scipy")  # wherever JAX is


def importable(parts: Sequence[str], packaged: Callable[[str], bool]) -> list[str]:
    """The parts of a module's name without the folder that an import of its name does not find: an
    installed package comes before any folder without `__init__.py`, so that what lies in such a one
    is imported from beside it.

    Args:
        packaged: whether a folder at the top holds an `__init__.py`.
    """
    hidden = len(parts) > 1 and parts[0] in _INSTALLED and not packaged(parts[0])
    return list(parts[1:] if hidden else parts)
