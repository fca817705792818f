"""What the files of a project say about each other: all summaries joined, over names only."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jaxopt_lint.semantics.jax.api.frameworks import framework_named
from jaxopt_lint.semantics.jax.api.public import prefixes
from jaxopt_lint.semantics.jax.given import Handed, Number, followed
from jaxopt_lint.semantics.jax.may_call import Asked, perhaps
from jaxopt_lint.semantics.jax.once import Mention, running_once
from jaxopt_lint.semantics.jax.programs import Plain, run_by_programs
from jaxopt_lint.semantics.jax.siblings import siblings
from jaxopt_lint.semantics.jax.stars import Stars, starred
from jaxopt_lint.semantics.python import Module, root_of

# What sets a mesh for others, or turns it off that variables are put on one as they are made.
MESH_WORDS = ("set_mesh", "use_mesh", "eager_shard", "always_shard")
# maker -> path of a field -> its number and what that rests on; or the maker of an object there.
Settings = dict[str, dict[str, tuple[bool | int | float, str] | str]]


@dataclass(slots=True)
class Traced:
    """That a function, given by its dotted name, is handed to a transform somewhere."""

    function: str
    transform: str
    where: str  # file:row
    static_names: tuple[str, ...] = ()
    static_numbers: tuple[int, ...] = ()
    bound: int = 0  # leading parameters already given by `partial` or a bound method
    bound_names: tuple[str, ...] = ()
    donated: bool = False
    decorated: bool = False


@dataclass(slots=True)
class Summary:
    """What one file tells the others: plain data, so that it can be cached and sent."""

    module: str
    path: str
    exports: dict[str, str] = field(default_factory=dict)
    traced: list[Traced] = field(default_factory=list)
    calls: list[tuple[str, str]] = field(default_factory=list)  # (caller, callee), dotted
    tried: dict[str, str] = field(default_factory=dict)  # what its tests call, and where
    imported: set[str] = field(default_factory=set)  # names it takes from other modules
    read: set[str] = field(default_factory=set)  # names of modules that it imports, by a dot
    makers: set[str] = field(default_factory=set)  # its functions that return compiled ones
    stored: set[str] = field(default_factory=set)  # names of other modules that it assigns
    x64: bool = False  # it lets JAX use 64 bits
    gradients: bool = False  # it takes the gradient of something
    returned: dict[str, tuple[str, ...]] = field(default_factory=dict)  # what its functions give
    taken: dict[str, tuple[str, int, int]] = field(default_factory=dict)  # its names from a call
    bases: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of its classes, both dotted
    effects: dict[str, tuple[str, str]] = field(default_factory=dict)  # its functions: kind, why
    handed: list[Handed] = field(default_factory=list)  # what its calls hand to others
    constants: dict[str, int | float] = field(default_factory=dict)  # its names of numbers
    numbers: list[Number] = field(default_factory=list)  # numbers that its calls hand to others
    settings: Settings = field(default_factory=dict)  # the numbers that it states for its users
    plain: list[Plain] = field(default_factory=list)  # its calls that run functions as they are
    looped: list[tuple[str, str]] = field(default_factory=list)  # what its loops call, and why
    once: list[Mention] = field(default_factory=list)  # what it takes from others, and how often
    asked: list[Asked] = field(default_factory=list)  # methods of objects that it does not know
    methods: list[str] = field(default_factory=list)  # those of its classes
    aside: bool = False  # it does not lead to JAX, and tells the numbers that it states alone
    stars: tuple[str, ...] = ()  # the modules that it imports all names of, in order
    names: tuple[str, ...] = ()  # what its top level binds
    public: tuple[str, ...] | None = ()  # its `__all__`; () where it has none, None if not known


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
        traced: dotted function -> the transforms that other files put it under.
        staged_callers: dotted function -> a witness that traced code of the project calls it.
        imported: the dotted names that some module imports, or reads of one that it imports;
            `module.*` where it takes all.
        makers: the dotted functions that return a function that is jitted.
        stored: the dotted names of modules that another module assigns: `config.SCALE = 2`.
        x64: whether some module lets JAX use 64 bits.
        takes_gradients: whether some module that is no test takes the gradient of something.
        returned: dotted function -> what it returns, where that is imported from JAX.
        networks: dotted class -> the framework whose module it is.
        effects: dotted function -> a kind of effect that a call of it has, and why, in a clause;
            by itself or by what it calls.
        given: dotted function -> place or name of a parameter -> the network, a dotted class, that
            some call gives it.
        constants: the dotted names that stand for a number.
        numbers: dotted function -> place or name of a parameter -> the number that a call of
            another file gives it, the largest of several, and what that rests on.
        settings: maker of an object -> path of a field -> the number that it has by default, and
            what that rests on; or the maker of an object within.
        configured: as `given`, for objects of settings.
        hosted: dotted function -> where a program of the project runs it as it is, in words.
        looped: dotted function -> the loop of another file that calls it, in words.
        once: the dotted functions that other files run once, whatever their own does.
        tried: dotted function -> where a test calls it as it is.
        perhaps: the methods that traced code may call, and what these call, dotted.
        imports: module -> the modules of the project that it imports.
        texts: module -> its text; empty where only one file is looked at.
        held: gives the index of a module that lies ready; in this process alone.
        opened: modules that were looked into for others, by name; in this process alone.
        digest: stands for everything here that any module may depend on.
    """

    exports: dict[str, dict[str, str]] = field(default_factory=dict)
    traced: dict[str, list[Traced]] = field(default_factory=dict)
    staged_callers: dict[str, str] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)
    makers: set[str] = field(default_factory=set)
    stored: set[str] = field(default_factory=set)
    x64: bool = False
    takes_gradients: bool = False
    returned: dict[str, tuple[str, ...]] = field(default_factory=dict)
    networks: dict[str, str] = field(default_factory=dict)
    effects: dict[str, tuple[str, str]] = field(default_factory=dict)
    given: dict[str, dict[str, str]] = field(default_factory=dict)
    constants: dict[str, int | float] = field(default_factory=dict)
    numbers: dict[str, dict[str, tuple[bool | int | float, str]]] = field(default_factory=dict)
    settings: Settings = field(default_factory=dict)
    configured: dict[str, dict[str, str]] = field(default_factory=dict)
    hosted: dict[str, str] = field(default_factory=dict)
    looped: dict[str, str] = field(default_factory=dict)
    once: set[str] = field(default_factory=set)
    tried: dict[str, str] = field(default_factory=dict)
    perhaps: set[str] = field(default_factory=set)
    imports: dict[str, set[str]] = field(default_factory=dict)
    texts: dict[str, Text] = field(default_factory=dict)
    held: Callable[[str], Module | None] | None = field(default=None, compare=False)
    opened: dict[str, Any] = field(default_factory=dict, compare=False)
    _near: dict[str, set[str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    digest: str = ""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "held": None, "opened": {}}

    @classmethod
    def join(cls, summaries: Iterable[Summary]) -> Project:
        """A fixed point over names: who is traced, directly or through a caller."""
        project = cls()
        summaries = list(summaries)
        within = _within_root({summary.module for summary in summaries})
        if within:  # `from src.train import step`, beside `from train import step`
            project.exports[ROOT] = {top: top for top in within}
        callees: dict[str, set[str]] = {}
        read: set[str] = set()
        taken: list[tuple[str, dict[str, tuple[str, int, int]]]] = []
        bases: dict[str, tuple[str, ...]] = {}
        named: dict[str, set[str]] = {}
        handed: list[Handed] = []
        numbers: list[Number] = []
        plain: list[tuple[str, list[Plain]]] = []
        looped: list[tuple[str, str]] = []
        once: list[Mention] = []
        asked: list[Asked] = []
        methods: list[str] = []
        tried: dict[str, str] = {}
        known_stars: dict[str, Stars] = {}
        for summary in summaries:
            project.exports[summary.module] = dict(summary.exports)  # more is added below
            named[summary.module] = summary.imported | summary.read
            known_stars[summary.module] = Stars(summary.stars, summary.names, summary.public)
            project.imported |= {project._inside(name) for name in summary.imported}
            read |= {project._inside(name) for name in summary.read}
            project.makers |= summary.makers
            project.stored |= {project._inside(name) for name in summary.stored}
            project.x64 |= summary.x64
            project.takes_gradients |= summary.gradients and not is_test_file(summary.path)
            project.returned |= summary.returned
            taken.append((summary.module, summary.taken))
            bases |= summary.bases
            project.effects |= summary.effects
            project.constants |= summary.constants
            own = f"{summary.module}."
            tested = is_test_file(summary.path)  # what only tests compile runs as it is elsewhere
            for traced in summary.traced:
                if not tested or traced.function.startswith(own):
                    name = project._inside(traced.function)
                    project.traced.setdefault(name, []).append(traced)
            for caller, callee in summary.calls:
                callee = project._inside(callee)
                if not tested or callee.startswith(own):
                    callees.setdefault(caller, set()).add(callee)
            handed += summary.handed if not tested else []
            numbers += summary.numbers if not tested else []
            plain += [(summary.module, summary.plain)] if not tested else []
            looped += summary.looped if not tested else []
            once += summary.once
            asked += summary.asked if not tested else []
            methods += summary.methods
            tried |= summary.tried
            project.settings |= summary.settings
        project.imported |= {name for name in read if name.rpartition(".")[0] in project.exports}
        beside = siblings(project.exports, named)
        for spelt, meant in beside.items():
            project.exports[spelt] = {name: f"{meant}.{name}" for name in known_stars[meant].names}
            project.imported |= {
                meant + name.removeprefix(spelt) for name in project.imported
                if name == spelt or name.startswith(f"{spelt}.")
            }  # fmt: skip
        project.imports = {
            module: {beside.get(home, home) for home in project._homes(names)} - {module}
            for module, names in named.items()
        }
        for module, given in starred(known_stars, project.exports).items():
            project.exports[module] |= given
        for module, names in taken:
            for name, (function, at, length) in names.items():
                result = project.returned.get(project._home(function), ())
                if len(result) == length and result[at]:
                    project.exports[module].setdefault(name, result[at])
        project._find_networks(bases)
        homes = [(project._home(h[0]), h[1], project._home(h[2]), *h[3:]) for h in handed]
        project.given = followed(homes, project.networks)
        project._keep_stated()
        project.configured = followed(homes, {maker: maker for maker in project.settings})
        for callee, key, number, why in numbers:
            held = project.numbers.setdefault(project._home(callee), {})
            held[key] = max(held.get(key, (number, why)), (number, why))
        project.constants = {
            name: value for name, value in project.constants.items() if name not in project.stored
        }
        project._find_hosted(plain)
        project.tried = {project._home(name): where for name, where in tried.items()}
        project.looped = {project._home(name): why for name, why in reversed(looped)}
        project.once = running_once(once, project.imported, project._home)
        project._spread_effects(callees)
        # A strong witness is not to be hidden by a weak one.
        seen: set[str] = set()
        for weak in (False, True):
            pending = []
            for name, found in project.traced.items():
                for traced in found:
                    fits = traced.transform in STAGING and (traced.transform in WEAK) is weak
                    if fits and name not in seen:
                        seen.add(name)
                        pending.append((name, f"{traced.transform} at {traced.where}"))
            while pending:
                name, witness = pending.pop()
                for callee in sorted(callees.get(name, ())):
                    if callee not in seen:
                        seen.add(callee)
                        short = name.rpartition(".")[2]
                        known = " through " in witness
                        through = witness if known else f"{witness}, through `{short}`"
                        project.staged_callers[callee] = through
                        pending.append((callee, through))
        traced_names = [
            name for name, found in project.traced.items()
            if any(t.transform in STAGING - WEAK for t in found)
        ]  # fmt: skip
        traced_names += project.staged_callers
        project.perhaps = perhaps(traced_names, asked, methods, callees)
        return project

    @cached_property
    def imported_from(self) -> frozenset[str]:
        """The modules that some module imports, or imports something of, and all dotted names."""
        return frozenset(found for name in self.imported for found in (name, *prefixes(name)))

    @cached_property
    def sets_mesh(self) -> bool:
        """Whether some file sets a mesh for what others make, or speaks of how that goes."""
        return any(word in one.text for one in self.texts.values() for word in MESH_WORDS)

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
        module, _, name = self._home(dotted).rpartition(".")
        return (module, name) if module in self.exports else ("", "")

    def names(self, dotted: str) -> set[str]:
        """A dotted name, and the one that the module which defines it has for the same."""
        return {dotted, self._home(dotted)}

    def _homes(self, names: Iterable[str]) -> set[str]:
        """The modules of the project that some dotted names are of."""
        out = set()
        for name in names:
            dotted = self._home(name.removesuffix(".*"))
            while dotted and dotted not in self.exports:
                dotted = dotted.rpartition(".")[0]
            out.add(dotted)
        return out - {""}

    def _find_hosted(self, plain: list[tuple[str, list[Plain]]]) -> None:
        """Find what programs run as it is."""
        names = {callee for _, calls in plain for _, callee, _ in calls}
        compiled = {
            name for name, found in self.traced.items()
            if any(t.decorated and t.transform in STAGING for t in found)
        }  # fmt: skip
        homes = {name: self._home(name) for name in names}
        self.hosted = run_by_programs(plain, homes, compiled, self.imported)

    def _keep_stated(self) -> None:
        """Forget what is said to give back settings, and does not."""
        before = -1
        while len(self.settings) != before:
            before = len(self.settings)
            self.settings = {
                maker: fields for maker, fields in self.settings.items()
                if any(isinstance(f, tuple) or self._home(f) in self.settings
                       for f in fields.values())
            }  # fmt: skip

    def _find_networks(self, bases: dict[str, tuple[str, ...]]) -> None:
        """Take every class for a module of a framework that has one among its bases."""
        derived: dict[str, list[str]] = {}
        pending = []
        for name, above in bases.items():
            for base in above:
                derived.setdefault(self._home(base), []).append(name)
        for base in derived:
            framework = framework_named(base)
            pending += [(name, framework) for name in derived[base]] if framework else []
        while pending:
            name, framework = pending.pop()
            if self.networks.setdefault(name, framework) is framework:
                pending += [(n, framework) for n in derived.pop(name, ())]

    def _spread_effects(self, callees: dict[str, set[str]]) -> None:
        """Give what a function does to all that call it."""
        callers: dict[str, list[str]] = {}
        for caller in sorted(callees):
            for callee in callees[caller]:
                callers.setdefault(self._home(callee), []).append(caller)
        pending = sorted(self.effects)
        while pending:
            name = pending.pop()
            for caller in callers.get(name, ()):
                if caller not in self.effects:
                    self.effects[caller] = self.effects[name]
                    pending.append(caller)

    def _inside(self, dotted: str) -> str:
        """The name within the folder that modules are imported from, of what is imported from
        beside that folder: `train.step` of `src.train.step`."""
        head, _, rest = dotted.partition(".")
        known = head == ROOT and rest.partition(".")[0] in self.exports.get(ROOT, ())
        return rest if known else dotted

    def _home(self, dotted: str) -> str:
        """The name of a function in the module that defines it."""
        for _ in range(8):
            dotted = self._inside(dotted)
            module, _, name = dotted.rpartition(".")
            if name not in self.exports.get(module, ()):
                break
            dotted = self.exports[module][name]
        return dotted


# The folder that modules are imported from, and which some import them by as well.
ROOT = "src"


def _within_root(modules: set[str]) -> set[str]:
    """The tops of the names of modules, where none of them is known by the folder's name."""
    tops = {name.partition(".")[0] for name in modules}
    return set() if ROOT in tops else tops - {""}


# Transforms under which Python runs once, at trace time, on abstract values.
STAGING = frozenset(
    {"jit", "pmap", "scan", "while_loop", "fori_loop", "cond", "switch", "map", "shard_map",
     "associative_scan", "eval_shape", "checkpoint", "pallas_call", "vmap"}
)  # fmt: skip

# Those of them under which values that do not come from an argument may stay concrete, or nothing
# is computed at all.
WEAK = frozenset({"vmap", "checkpoint", "eval_shape"})


def is_test_file(path: str) -> bool:
    """Whether a file is named as those in which tests are looked for, or their fixtures."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return (
        name == "conftest.py"
        or name.startswith("test_")
        or name.endswith(("_test.py", "_tests.py"))
    )


def exports_of(module: Module) -> dict[str, str]:
    """What the top-level names of a module are imported from, where that is one thing."""
    out = {}
    for name, bindings in module.top.bindings.items():
        targets = {b.target for b in bindings if b.kind == "import"}
        if len(targets) == 1 and all(b.kind == "import" for b in bindings):
            out[name] = targets.pop()
        elif len(bindings) == 1 and bindings[0].kind == "assign":
            if target := _dotted(bindings[0].value, module):
                out[name] = target
    return out


def _dotted(value: ast.expr | None, module: Module) -> str:
    """`tree_map = jax.tree_util.tree_map` exports that function."""
    root = root_of(value)
    if root is value or not isinstance(root, ast.Name):
        return ""
    bindings = module.top.bindings.get(root.id, [])
    if len({b.target for b in bindings}) == 1 and all(b.kind == "import" for b in bindings):
        return bindings[0].target + ast.unparse(value or root).removeprefix(root.id)
    return ""
