"""Which framework modules and parameters a loop's body calls or creates."""

from __future__ import annotations

import ast
import builtins
from typing import NamedTuple

from jaxopt_lint.semantics.jax.api.frameworks import package_of
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import DEFINITIONS, own_nodes

_STREAMS = {"next_rng_key", "next_rng_keys", "make_rng", "param", "variable", "sow",
            "get_parameter", "get_state", "set_state", "reserve_rng_keys", "perturb",
            "put_variable"}  # fmt: skip
# Libraries whose classes hold no parameters.
_PLAIN = ("jax.", "numpy.", "typing.", "jaxlie.", "optax.")


class ModuleClass(NamedTuple):
    """A class of which objects are modules, and its framework; "" where that is not known."""

    name: str
    framework: str


def module_class(facts: Facts, func: ast.expr) -> ModuleClass | None:
    """The class of modules that is called, so that a module is made.

    A class of the project is one by its bases. Any class of another library may be one; it is known
    by how that library, as all do, writes the name of a class.
    """
    bindings = facts.names.binding(func) if isinstance(func, ast.Name) else []
    dotted = facts.names.of(func)
    if isinstance(func, ast.Name) and not bindings and not hasattr(builtins, func.id):
        dotted = func.id  # of a module whose names are all imported
    if dotted is None:
        return None
    head, _, name = dotted.rpartition(".")
    if bindings and all(isinstance(b.node, DEFINITIONS) for b in bindings):
        return None  # a function, however its name is written
    owners = [b.node for b in bindings if isinstance(b.node, ast.ClassDef)]
    own = bool(owners) or head in facts.project.exports
    found = framework_of(facts, owners[-1]) if owners else facts.project.networks.get(dotted)
    package = package_of(dotted)
    shouted = name.isupper() and package is None  # `MLP` of a framework is a class
    if own or dotted.startswith(_PLAIN) or not name[:1].isupper() or shouted:
        return ModuleClass(name, found) if found is not None else None
    return ModuleClass(name, found or package or "")


def modules_called(facts: Facts, body: list[ast.AST], at: ast.AST) -> str | None:
    """The framework module or parameter that a body calls or creates; None if there is none.

    Equinox keeps parameters in the objects themselves: its methods are plain functions of them.
    """
    owner = facts.module.around(at, ast.ClassDef)
    bound = framework_of(facts, owner) not in (None, "equinox")
    for node in own_nodes(body):
        if not isinstance(node, ast.Call):
            continue
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _STREAMS:
            if isinstance(func.value, ast.Name):
                return f"`{ast.unparse(func)}`"
        made = [func]
        for binding in facts.names.binding(func) if isinstance(func, ast.Name) else ():
            if isinstance(binding.value, ast.Call):
                partial = facts.names.call(binding.value) == "functools.partial"
                made += binding.value.args[:1] if partial else [binding.value.func]
        for maker in made:
            found = module_class(facts, maker)
            if found is not None and found.framework != "equinox":
                return f"`{found.name if maker is func else ast.unparse(func)}`"
        if bound and isinstance(func, ast.Attribute) and facts.module.is_self(func.value):
            return f"`self.{func.attr}`"
    return None
