"""Modules that scripts import from their own folder, which is on the path where they are run."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping

# Of what lies beside a script under these names nobody can say which of the two is meant.
_TAKEN = frozenset(
    {
        *sys.stdlib_module_names,
        "jax",
        "jaxlib",
        "flax",
        "optax",
        "numpy",
        "scipy",
        "haiku",
        "equinox",
    }
)


def siblings(modules: Collection[str], imported: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The names by which scripts import modules that lie beside them, with the module's own name;
    those that all who import them mean the same by.

    Args:
        imported: module -> the names that it takes from others.
    """
    out: dict[str, str] = {}
    for module, names in imported.items():
        folder = module.rpartition(".")[0]
        for name in names:
            for spelt in (name.rpartition(".")[0], name):
                if not spelt or spelt in modules or spelt.partition(".")[0] in _TAKEN:
                    continue
                beside = f"{folder}.{spelt}"
                meant = beside if folder and beside in modules and beside != module else ""
                if spelt == name and not meant and spelt not in out:
                    continue  # a name of a module, not a module
                out[spelt] = meant if out.get(spelt, meant) == meant else ""
    return {spelt: meant for spelt, meant in out.items() if meant}
