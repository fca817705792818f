"""What a draw is for: its values, or its shape alone, as an example of what a model is given."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.api.random import KEY_MAKERS
from jaxopt_lint.semantics.jax.calls import Callee, calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import FUNCTIONS, positional

_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a draw is for.

    Attributes:
        example: what is given the draw together with a key, and may look at its shape alone, as
            functions do that make parameters.
        assumed: what is taken for granted: that the values matter.
        shape_only: nobody looks at its values.
    """

    example: str = ""
    assumed: str = ""
    shape_only: bool = False


PLAIN = Purpose()
_SHAPE_ONLY = Purpose(shape_only=True)


def purpose_of(facts: Facts, draw: ast.expr) -> Purpose:
    """What a draw is for, as far as this file tells."""
    found = _of_value(facts, draw, _DEPTH)
    if found is not None:
        return found
    statement = facts.module.parent[draw]
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, ast.Name):
            found = _of_name(facts, target, _DEPTH)
            if found is None and words.EXAMPLE.says(target.id.lower()):
                return Purpose(assumed=f"`{target.id}` is there for its values")
    return found or PLAIN


def _of_name(facts: Facts, name: ast.Name | ast.arg, depth: int) -> Purpose | None:
    """What all reads of a variable or a parameter look at; None where some needs its values."""
    module = facts.module
    if isinstance(name, ast.arg):
        home = next(s for s in module.ancestors(name) if isinstance(s, FUNCTIONS))
        scope, held = module.scopes[home], name.arg
    else:
        scope, held = module.scope[name], name.id
    reads = module.reads(scope, held)
    found = [_of_value(facts, read, depth) for read in reads]
    if not found or None in found:
        return None
    return next((p for p in found if p is not None and not p.shape_only), _SHAPE_ONLY)


def _of_value(facts: Facts, node: ast.expr, depth: int) -> Purpose | None:
    """What the calls around a value look at; None where that is its values, or not known."""
    around = facts.module.parent[node]
    if isinstance(around, ast.Attribute) and around.attr in ("shape", "dtype", "ndim", "size"):
        return _SHAPE_ONLY
    for inner, around in facts.module.way_out(node):
        if isinstance(around, ast.stmt):
            return None
        if isinstance(around, ast.Call) and inner is not around.func:
            found = _of_argument(facts, around, inner, depth)
            if found is not None:
                return found
    return None


def _of_argument(facts: Facts, call: ast.Call, node: ast.AST, depth: int) -> Purpose | None:
    func, names = call.func, facts.names
    given = [*call.args, *(k.value for k in call.keywords)]
    value = node.value if isinstance(node, ast.keyword) else node
    at = call.args.index(value) if value in call.args else None
    if names.of(func) in ("jax.lax.scan", "jax.lax.map") and call.args:
        func = call.args[0]
        at = 1 if names.call(call) == "jax.lax.scan" else 0
    callee = calls(facts).callee(func)
    local = callee.node if callee is not None else None
    if local is None and asks_shape(facts, func, callee):
        return _SHAPE_ONLY
    if local is not None:
        name = node.arg if isinstance(node, ast.keyword) else None
        bound = callee.bound if callee is not None else 0
        if at is not None:
            name = dict(enumerate(positional(local)[bound:])).get(at)
        every = (*local.args.posonlyargs, *local.args.args, *local.args.kwonlyargs)
        parameter = next((a for a in every if a.arg == name), None)
        return _of_name(facts, parameter, depth - 1) if parameter is not None and depth else None
    if (names.of(func) or "").startswith(("jax.", "numpy.")):
        return None
    if any(is_key(facts, other) for other in given if other is not value):
        text = ast.unparse(func)
        return Purpose(text, f"`{text}` looks at more than the shape of what it is given")
    return None


def asks_shape(facts: Facts, func: ast.expr, callee: Callee | None) -> bool:
    """Whether what is called looks at shapes alone, as a method of a library with this name."""
    if callee is not None and callee.wraps:
        return False
    dotted = facts.names.of(func)
    if dotted is not None and not isinstance(func, ast.Attribute):
        return dotted.startswith(_LIBRARIES) and dotted.rpartition(".")[2] in _SHAPE_METHODS
    if isinstance(func, ast.Name):
        made = facts.names.value(func)
        if isinstance(made, ast.Call) and made.args:
            made = made.args[0]  # `init = jax.jit(model.init)`
        return isinstance(made, ast.Attribute) and asks_shape(facts, made, None)
    return isinstance(func, ast.Attribute) and func.attr in _SHAPE_METHODS


# Of the modules and transforms of Flax, Haiku, Equinox and JAX.
_SHAPE_METHODS = frozenset(
    {"init", "init_with_output", "lazy_init", "eval_shape", "filter_eval_shape", "tabulate",
     "make_jaxpr", "filter_make_jaxpr", "lower"}
)  # fmt: skip
_LIBRARIES = ("jax.", "flax.", "haiku.", "equinox.")


def is_key(facts: Facts, node: ast.expr) -> bool:
    """Whether a value is a random key, by how it was made or by what else it is given to."""
    if isinstance(node, ast.Subscript):
        node = node.value
    if not isinstance(node, ast.Name):
        return (facts.names.call(node) or "") in KEY_MAKERS
    for binding in facts.names.binding(node):
        made = binding.node
        if isinstance(made, ast.Assign) and facts.names.call(made.value) in KEY_MAKERS:
            return True
    holder = facts.module.scope[node].holder(node.id)
    for read in facts.module.held(holder, node.id):
        around = facts.module.parent[read]
        if isinstance(around, ast.Call) and around.args[:1] == [read]:
            if (facts.names.call(around) or "").startswith("jax.random."):
                return True
    return False
