"""What one file tells the others of a project: plain data, made by `summary.py`."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.given import Handed, Number
from jaxopt_lint.semantics.jax.may_call import Asked
from jaxopt_lint.semantics.jax.once import Mention
from jaxopt_lint.semantics.jax.programs import Plain
from jaxopt_lint.semantics.jax.units import Units
from jaxopt_lint.semantics.python import Module, root_of

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
    perhaps: bool = False  # below it, a decorator of a library has taken the function
    own: str = ""  # of several definitions of the name, the one that it is


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
    modules: set[str] = field(default_factory=set)  # that its imports run, whatever comes
    runs: list[tuple[int, str]] = field(default_factory=list)  # the same with rows, in order
    read: set[str] = field(default_factory=set)  # names of modules that it imports, by a dot
    makers: set[str] = field(default_factory=set)  # its functions that return compiled ones
    stored: set[str] = field(default_factory=set)  # names of other modules that it assigns
    environment: set[str] = field(default_factory=set)  # `NAME=text`, as it is run
    x64: bool = False  # it lets JAX use 64 bits
    sets_mesh: bool = False  # it sets a mesh for what is made, or speaks of how that goes
    joins_processes: bool = False  # it joins JAX's processes to one program
    looks_through: bool = False  # it has compiled calls look through their results for NaN
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
    renewing: list[tuple[str, str]] = field(default_factory=list)  # its `x = x.m()`, and where
    passed: set[str] = field(default_factory=set)  # names of others that it hands on as values
    aside: bool = False  # it does not lead to JAX, and tells the numbers that it states alone
    spoken: set[str] = field(default_factory=set)  # the words that may mean something of others
    units: Units = field(default_factory=Units)  # its parts, and what each speaks of
    stars: tuple[str, ...] = ()  # the modules that it imports all names of, in order
    names: tuple[str, ...] = ()  # what its top level binds
    public: tuple[str, ...] | None = ()  # its `__all__`; () where it has none, None if not known


def modules_of(node: ast.stmt, module: Module) -> list[str]:
    """The modules that a statement imports, dotted, before it takes anything from them."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [module.import_target(node.module, node.level)]
    return []


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
