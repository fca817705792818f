"""Of what others may install, the modules that they are told of.

They are told of the modules that a package gives on, from its top down, of those that its notes
and settings name, and of all of which a tool makes a manual. Of a module of which a package gives
some names on, they are told of these names. A package that gives nothing on at its top leaves that
to those below. What is left is there for the project alone, as a program is, but for functions and
classes that tell at length what they are there for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from jaxopt_lint.semantics.jax.units import Units

# By these a manual is made of every module, whatever else names it.
_OF_ALL = ("autoapi", "apidoc", "pdoc", "pdoc3", "mkdocs_gen_files", "show_submodules", "autonav")
_BY_PAGES = {"autosummary", "recursive"}
_INIT = "__init__.py"


def told_of(
    units: Mapping[str, Units], paths: Mapping[str, str], offered: frozenset[str],
    words: frozenset[str], files: Iterable[str], meant: Callable[[str], Iterable[str]],
    loaded: bool,
) -> tuple[frozenset[str], frozenset[str]]:  # fmt: skip
    """The modules that others are told of, and names of other modules, dotted as they are spelt.

    Args:
        offered: those that others may install.
        words: what is spoken of beside the code.
        files: the files and dotted names there.
        meant: the modules that an import may mean.
        loaded: anything may be brought in by a name.
    """
    if not words.isdisjoint(_OF_ALL) or words >= _BY_PAGES:
        return offered, frozenset()
    named = offered & named_among(units, files)
    inits = [m for m in offered if paths[m].endswith(_INIT)]
    gives = {init: {*_given(units[init], meant)} - {init} for init in inits}
    telling = {i for i in inits if any(_homes(units[i], meant))}
    tops = [i for i in inits if telling.isdisjoint(_above(i))]
    found, todo = set[str](), [*tops, *(i for i in inits if i in named)]
    while todo:
        module = todo.pop()
        if module not in found:
            found.add(module)
            todo += (m for m in gives.get(module, ()) if _beside(m, module))
            if module in gives:
                imports = {name for unit in units[module].parts.values() for name in unit.imports}
                below = {m for name in imports for m in meant(name)}
                todo += (m for m in below if m in gives and _beside(m, module))
                if loaded or _asks(units[module]):
                    todo += (m for m in offered if m.startswith(f"{module}."))
    names = {
        name for init in found if init in gives
        for unit in units[init].parts.values() for name in unit.taken
    }  # fmt: skip
    return offered & (found | named), frozenset(names)


def _given(told: Units, meant: Callable[[str], Iterable[str]]) -> Iterator[str]:
    """The modules that a package gives on, or all of theirs."""
    for name in told.given:
        yield from meant(name.removesuffix(".*"))


def _homes(told: Units, meant: Callable[[str], Iterable[str]]) -> Iterator[str]:
    """The modules of the project of which a package gives something on."""
    for name in told.given:
        yield from meant(name) or meant(name.rpartition(".")[0])


def _beside(module: str, other: str) -> bool:
    """Whether two modules are of one package."""
    return module.partition(".")[0] == other.partition(".")[0]


def _asks(told: Units) -> bool:
    """Whether a package brings in what is below it when somebody asks for it."""
    return "__getattr__" in told.parts or "lazy_loader" in told.parts[""].imports


def _above(module: str) -> Iterable[str]:
    while "." in module:
        module = module.rpartition(".")[0]
        yield module


def named_among(units: Mapping[str, Units], files: Iterable[str]) -> set[str]:
    """The modules that a file's name may mean, or a dotted name: by two parts of its own, or by the
    last one and something that is in it."""
    said, within = set[str](), dict[str, set[str]]()
    for name in files:
        parts = name.split(".")
        if len(parts) == 1:
            said.add(name)
        else:
            within.setdefault(parts[0], set()).add(parts[1])
        said.update(f"{above}.{below}" for above, below in pairwise(parts))
    return {
        module
        for module, told in units.items()
        if (last := module.rpartition(".")[2]) in said
        or ".".join(module.split(".")[-2:]) in said
        or any(name in told.parts for name in within.get(last, ()))
    }
