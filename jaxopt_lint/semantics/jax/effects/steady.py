"""Whether what a name of a module stands for is the same each time that code reads it."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.numpy import RAISE_ON_TRACERS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, Kind, calls, fact, values
from jaxopt_lint.semantics.jax.captures import rebound
from jaxopt_lint.semantics.python import Scope

Changed = tuple[bool, str]  # whether a change is seen, and why it may change, as a suffix


def read_of(facts: Facts, node: ast.expr, root: ast.Name, holder: Scope) -> Changed | None:
    """Why a path may give another value the next time it is read; None where it cannot.

    Args:
        node: the whole path, `a.b.c`.
        root: the name that it starts from.
        holder: the scope that has the name, which is none of the code that reads.
    """
    module = facts.module
    if holder is not module.top:
        return False, ", a variable of the function around it"
    bindings = [b for b in holder.bindings.get(root.id, ()) if b.kind != "declare"]
    if not bindings:
        return False, ", which is bound where nothing shows"
    kinds = {b.kind for b in bindings}
    if kinds == {"import"}:
        return _imported(facts, node)
    if rebound(module, root.id):
        return True, ", which gets more than one value"
    if f"{module.name}.{root.id}" in facts.project.stored:
        return True, ", which another module assigns"
    dynamic = _dynamic(facts)
    if dynamic:
        return False, f", a name of the module, and the module uses `{dynamic}`"
    if kinds == {"class"}:
        if node is root:
            return None
        return _class_attribute(facts, node, root, bindings[0].node)
    if kinds == {"def"}:
        return None if node is root else (False, ", an attribute of a function")
    value = bindings[0].value
    if value is not None and _immutable(facts, value):
        return None
    if stores_into(facts, root, holder):
        return True, ", which a function of the module changes"
    return False, ", which others may change"


def stores_into(facts: Facts, root: ast.Name, holder: Scope) -> bool:
    """Whether a function stores into what a name of the module holds: `S["v"] = 2`."""
    module = facts.module
    for node in module.held(holder, root.id):
        if module.function(node) is None:
            continue
        path: ast.AST = node
        around = module.parent[path]
        while isinstance(around, (ast.Attribute, ast.Subscript)) and around.value is path:
            path, around = around, module.parent[around]
        if not isinstance(getattr(path, "ctx", ast.Load()), ast.Load):
            return True
    return False


def _imported(facts: Facts, node: ast.expr) -> Changed | None:
    """A path that starts from an import."""
    dotted = facts.names.of(node)
    if dotted is None:
        return False, ", which is set elsewhere"
    if dotted.startswith("jax.config."):
        return False, ", a setting of JAX"
    if dotted.startswith(_STEADY):
        return None
    if dotted.startswith(("numpy.", "math.")):
        last = dotted.rpartition(".")[2]
        if dotted in RAISE_ON_TRACERS or last in _CONSTANTS or last.islower():
            return None
        return False, ", an attribute that the library does not have by itself"
    if dotted in facts.project.stored:
        return True, ", which some module assigns"
    if isinstance(node, ast.Name):
        return None  # the name is bound once; what it calls is looked at as a call
    return False, ", which belongs to another module"


def _class_attribute(
    facts: Facts, node: ast.expr, root: ast.Name, owner: ast.AST
) -> Changed | None:
    if not isinstance(owner, ast.ClassDef) or not isinstance(node, ast.Attribute):
        return None
    first: ast.Attribute = node
    while isinstance(first.value, ast.Attribute):
        first = first.value
    if any((facts.names.of(b) or "").startswith("enum.") for b in owner.bases):
        return None
    methods = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    if any(isinstance(s, methods) and s.name == first.attr for s in owner.body):
        return None
    for other in facts.module.attributes(first.attr):
        if not isinstance(other.ctx, ast.Load):
            stored_to = getattr(other.value, "id", None)
            if stored_to == root.id or facts.module.is_cls(other.value):
                return True, ", which this file assigns"
    return False, ", an attribute of a class"


def _immutable(facts: Facts, value: ast.expr) -> bool:
    """Whether a value cannot be changed in place: numbers, texts, arrays of JAX, functions."""
    if isinstance(value, (ast.Constant, ast.Lambda)):
        return True
    if isinstance(value, ast.Tuple):
        return all(_immutable(facts, e) for e in value.elts)
    if isinstance(value, ast.UnaryOp):
        return _immutable(facts, value.operand)
    if isinstance(value, ast.BinOp):
        return _immutable(facts, value.left) and _immutable(facts, value.right)
    if isinstance(value, (ast.Name, ast.Attribute)):
        name = facts.names.of(value) or ""
        return name.startswith(_STEADY) or name in _NUMBERS
    if values(facts).kind(value) in (Kind.DEVICE, Kind.TRACER):
        return True
    if isinstance(value, ast.Call):
        name = facts.names.call(value) or ""
        if name in TRANSFORMS or calls(facts).callee(value) is not None:
            return True
        return name in _FROZEN or name.startswith(("math.", "jax.nn.initializers."))
    return False


@fact
def _dynamic(facts: Facts) -> str:
    """What the file uses that may give any of its names another value; "" for nothing."""
    found = ""
    for call in facts.module.all(ast.Call):
        if facts.names.is_builtin(call.func, "globals", "exec", "eval"):
            found = facts.module.source(call.func)
        elif facts.names.is_builtin(call.func, "vars") and not call.args:
            found = "vars"
    for node in facts.module.all(ast.Attribute):
        if facts.names.of(node) in ("sys.modules", "importlib.reload"):
            found = facts.names.of(node) or ""
    return found


_STEADY = ("jax.", "functools.", "collections.", "operator.", "typing.", "itertools.", "optax.",
           "flax.linen.", "jaxtyping.")  # fmt: skip
_NUMBERS = frozenset({"math.pi", "math.e", "math.inf", "math.nan", "math.tau", "numpy.pi",
                      "numpy.inf", "numpy.nan", "numpy.e"})  # fmt: skip
_CONSTANTS = frozenset({"Inf", "NaN", "NAN", "PINF", "NINF", "ndarray"})
_FROZEN = frozenset({"jax.sharding.PartitionSpec", "jax.sharding.NamedSharding",
                     "jax.sharding.Mesh", "jax.make_mesh", "functools.partial",
                     "jax.random.key", "jax.random.PRNGKey"})  # fmt: skip
