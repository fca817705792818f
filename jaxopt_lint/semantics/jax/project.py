"""What the files of a project say about each other, over names only; `joining.py` makes it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jaxopt_lint.semantics.jax.api.public import prefixes
from jaxopt_lint.semantics.jax.interface import Settings, Traced
from jaxopt_lint.semantics.python import Module

# What sets a mesh for others, or turns it off that variables are put on one as they are made.
MESH_WORDS = ("set_mesh", "use_mesh", "eager_shard", "always_shard")


@dataclass(frozen=True)
class Text:
    """A file of the project as it stands, for those who look into the code of others.

    Attributes:
        path: as findings show it.
        is_package: whether it is an `__init__.py`.
    """

    path: str
    text: str
    is_package: bool
    _mentioned: dict[str, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    @cached_property
    def digest(self) -> str:
        """Stands for the text."""
        return hashlib.sha256(self.text.encode(errors="surrogatepass")).hexdigest()

    def mentions(self, word: str) -> bool:
        """Whether a word is found anywhere in the text; looked for once."""
        if word not in self._mentioned:
            self._mentioned[word] = word in self.text
        return self._mentioned[word]


@dataclass
class Project:
    """All summaries, joined.

    Attributes:
        exports: module -> top-level name -> what it is imported from, `from helpers import *` too.
        roots: the names that the folder which all modules are imported from goes by.
        traced: dotted function -> the transforms that other files put it under.
        staged_callers: dotted function -> a witness that traced code of the project calls it.
        imported: the dotted names that some module imports, or reads of one that it imports;
            `module.*` where it takes all.
        makers: the dotted functions that return a function that is jitted.
        stored: the dotted names of modules that another module assigns: `config.SCALE = 2`.
        x64: whether some module lets JAX use 64 bits.
        sets_mesh: whether some file sets a mesh for what others make, or speaks of how that goes.
        joins_processes: the first file that joins several processes of JAX to one program, as it is
            shown; "" for none.
        looked_through: the modules that run where compiled calls look through their results for
            NaN: those that switch that on, and those that only such import.
        set_alike: `module.NAME=text`, for a variable of the environment that a module replaces ->
            the program that imports it and sets the same itself, as it is shown.
        takes_gradients: whether some module that is no test takes the gradient of something.
        returned: dotted function -> what it returns, where that is imported from JAX.
        networks: dotted class -> the framework whose module it is.
        effects: dotted function -> a kind of effect that a call of it has, and why, in a clause;
            by itself or by what it calls.
        given: dotted function -> place or name of a parameter -> the network, a dotted class, that
            some call gives it.
        variables: as `given`, for the parameters that `init` of Linen gives.
        constants: the dotted names that stand for a number.
        numbers: dotted function -> place or name of a parameter -> the number that a call of
            another file gives it, the largest of several, and what that rests on.
        settings: maker of an object -> path of a field -> the number that it has by default, and
            what that rests on; or the maker of an object within.
        configured: as `given`, for objects of settings.
        hosted: dotted function -> where a program of the project runs it as it is, in words.
        looped: dotted function -> the loop of another file that calls it, in words.
        passed: the dotted functions that other files hand on as values, and may so be traced.
        once: the dotted functions that other files run once, whatever their own does.
        idle: the dotted names at the top of modules, and of methods, that no other file speaks of.
        unreached: the dotted functions, classes and methods that nothing comes to.
        unused: the modules that nothing imports, and that are no programs.
        shown: what only the `__main__` block of a module comes to that others import, dotted.
        hidden: the modules that others may install, and are not told of.
        named: of the files that are no part of it, those that notes or settings name.
        left: dotted definitions and, behind a colon, a parameter or field of theirs that every call
            leaves at its default.
        manual: whether there is a manual for readers, as far as is known.
        documented: whether a tool makes a manual of all public names of the project.
        tried: dotted function -> where a test calls it as it is.
        perhaps: the methods that traced code may call, and what these call, dotted.
        renewed: dotted method -> where a host stores what a method of its name gives in the place
            of the object, again and again.
        imports: module -> the modules of the project that it imports.
        absent: the modules that files import from packages of the project which have none of them.
        texts: module -> its text; empty where only one file is looked at.
        held: gives the index of a module that lies ready; in this process alone.
        opened: modules that were looked into for others, by name; in this process alone.
        digest: stands for everything here that any module may depend on.
    """

    exports: dict[str, dict[str, str]] = field(default_factory=dict)
    roots: frozenset[str] = frozenset()
    traced: dict[str, list[Traced]] = field(default_factory=dict)
    staged_callers: dict[str, str] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)
    makers: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)
    x64: bool = False
    sets_mesh: bool = False
    joins_processes: str = ""
    looked_through: set[str] = field(default_factory=set)
    set_alike: dict[str, str] = field(default_factory=dict)
    takes_gradients: bool = False
    returned: dict[str, tuple[str, ...]] = field(default_factory=dict)
    networks: dict[str, str] = field(default_factory=dict)
    effects: dict[str, tuple[str, str]] = field(default_factory=dict)
    given: dict[str, dict[str, str]] = field(default_factory=dict)
    variables: dict[str, dict[str, str]] = field(default_factory=dict)
    constants: dict[str, int | float] = field(default_factory=dict)
    numbers: dict[str, dict[str, tuple[bool | int | float, str]]] = field(default_factory=dict)
    settings: Settings = field(default_factory=dict)
    configured: dict[str, dict[str, str]] = field(default_factory=dict)
    hosted: dict[str, str] = field(default_factory=dict)
    looped: dict[str, str] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)
    once: set[str] = field(default_factory=set)
    idle: set[str] = field(default_factory=set)
    unreached: set[str] = field(default_factory=set)
    unused: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    hidden: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    left: set[str] = field(default_factory=set)
    manual: bool = True
    documented: bool = False
    tried: dict[str, str] = field(default_factory=dict)
    perhaps: set[str] = field(default_factory=set)
    renewed: dict[str, str] = field(default_factory=dict)
    imports: dict[str, set[str]] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    texts: dict[str, Text] = field(default_factory=dict)
    held: Callable[[str], Module | None] | None = field(default=None, compare=False)
    opened: dict[str, Any] = field(default_factory=dict, compare=False)
    _near: dict[str, set[str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    digest: str = ""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "held": None, "opened": {}}

    @cached_property
    def imported_from(self) -> frozenset[str]:
        """The modules that some module imports, or imports something of, and all dotted names."""
        return frozenset(found for name in self.imported for found in (name, *prefixes(name)))

    def near(self, module: str) -> set[str]:
        """The other modules whose code what is known of a module may rest on: those that it
        imports, and those that these do."""
        if module not in self._near:
            first = self.imports.get(module, set())
            beyond = first.union(*(self.imports.get(name, ()) for name in first))
            self._near[module] = beyond - {module}
        return self._near[module]

    def home(self, dotted: str) -> tuple[str, str]:
        """The module that defines what a dotted name stands for, and its name there; ("", "") if
        that is no module of the project."""
        module, _, name = self.resolved(dotted).rpartition(".")
        return (module, name) if module in self.exports else ("", "")

    def names(self, dotted: str) -> set[str]:
        """A dotted name, and the one that the module which defines it has for the same."""
        return {dotted, self.resolved(dotted)}

    def within_root(self, dotted: str) -> str:
        """The name within the folder that modules are imported from, of what is imported from
        beside that folder: `train.step` of `src.train.step`."""
        head, _, rest = dotted.partition(".")
        known = head in self.roots and rest.partition(".")[0] in self.exports[head]
        return rest if known else dotted

    def resolved(self, dotted: str) -> str:
        """The name of a function in the module that defines it."""
        for _ in range(8):
            dotted = self.within_root(dotted)
            module, _, name = dotted.rpartition(".")
            if name not in self.exports.get(module, ()):
                break
            dotted = self.exports[module][name]
        return dotted


def is_test_file(path: str) -> bool:
    """Whether a file is named as those in which tests are looked for, or their fixtures."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return (
        name == "conftest.py"
        or name.startswith("test_")
        or name.endswith(("_test.py", "_tests.py"))
    )
