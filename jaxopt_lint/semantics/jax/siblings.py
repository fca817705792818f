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


def by_folder(
    names: Mapping[str, Collection[str]], imported: Iterable[Iterable[str]]
) -> frozenset[str]:
    """The names that some import the modules by that the folder around all of them goes by: `src`,
    and a package that no file is of, where every name of it that is imported, of two modules at
    the least, is found here.

    Args:
        names: module -> the names that it binds.
        imported: the names that each module takes from others.

    >>> own = {"train": [], "steps": ["step"], "model": ["loss"]}
    >>> sorted(by_folder(own, [["proj.steps.step", "proj.model", "other.data"]]))
    ['proj', 'src']
    >>> sorted(by_folder(own, [["proj.steps.step", "proj.model", "proj.data"]]))
    ['src']

    A name that a module of it does not bind (any more) speaks against nothing:

    >>> sorted(by_folder(own, [["proj.steps.step", "proj.model", "proj.model.Gone"]]))
    ['proj', 'src']
    """
    tops = {module.partition(".")[0] for module in names}
    found: dict[str, set[str]] = {}
    for taken in imported:
        for name in taken:
            top, _, rest = name.partition(".")
            if rest.partition(".")[0] and top not in tops and top not in _TAKEN:
                found.setdefault(top, set()).add(rest)
    out = {_ROOT} - tops if tops - {""} else set[str]()
    for top, rests in found.items():
        homes = {_home(rest, names) or _half_known(rest, names) for rest in rests}
        if len(homes - {_NEITHER}) > 1 and "" not in homes:
            out.add(top)
    return frozenset(out)


def _home(name: str, names: Mapping[str, Collection[str]]) -> str:
    """The module that a name is, or that binds it; empty where there is none."""
    if name in names:
        return name
    module, _, last = name.rpartition(".")
    while module and module not in names:
        module, _, last = module.rpartition(".")
    return module if last in names.get(module, ()) else ""


# The folder that modules are imported from, and which some import them by as well.
_ROOT = "src"


_NEITHER = "?"


def _half_known(name: str, names: Mapping[str, Collection[str]]) -> str:
    """A mark for a name that nothing binds in a module that is here, and for a folder of modules;
    empty for anything else."""
    inside = name.rpartition(".")[0] in names or any(m.startswith(f"{name}.") for m in names)
    return _NEITHER if inside else ""
