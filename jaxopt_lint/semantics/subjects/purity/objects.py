"""Objects as far as one file tells: who makes them, of which class, and what their methods are."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts

_LITERALS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Tuple,
             ast.Constant, ast.JoinedStr)  # fmt: skip
_MAKERS = ("list", "dict", "set", "tuple", "sorted", "bytearray")
_NEW_ARRAYS = frozenset(
    f"numpy.{name}"
    for name in ("zeros", "ones", "empty", "full", "arange", "array", "copy", "zeros_like",
                 "ones_like", "empty_like", "full_like", "linspace", "eye")
)  # fmt: skip
_GENERATORS = ("numpy.random.", "random.Random", "flax.nnx.Rngs", "haiku.PRNGSequence")


def is_new(facts: Facts, value: ast.expr) -> bool:
    """Whether an expression makes an object that nobody else holds."""
    if isinstance(value, _LITERALS):
        return True
    if not isinstance(value, ast.Call):
        return False
    if facts.names.is_builtin(value.func, *_MAKERS) or class_made(facts, value.func):
        return True
    name = facts.names.of(value.func) or ""
    return name.startswith(("collections.", "copy.")) or name in _NEW_ARRAYS


def is_generator(facts: Facts, base: ast.expr) -> bool:
    """Whether a value was made by `np.random.default_rng` and the like, or by `nnx.Rngs`."""
    values = [base]
    if isinstance(base, ast.Name):
        values = [b.value for b in facts.names.binding(base) if b.value is not None]
    return any((facts.names.call(v) or "").startswith(_GENERATORS) for v in values)


def is_iterator(facts: Facts, value: ast.expr | None) -> bool:
    """Whether going over a value uses it up."""
    if isinstance(value, ast.GeneratorExp):
        return True
    if not isinstance(value, ast.Call):
        return False
    if facts.names.is_builtin(value.func, "iter", "zip", "map", "filter", "enumerate"):
        return True
    function = calls(facts).function(value)
    return function is not None and any(
        isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(function)
    )


def class_made(facts: Facts, func: ast.expr) -> ast.ClassDef | None:
    """The class of this file whose objects calling an expression makes."""
    binding = facts.names.only_binding(func)
    node = binding.node if binding is not None else None
    return node if isinstance(node, ast.ClassDef) else None


def look_up(
    facts: Facts, owner: ast.ClassDef, name: str
) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """A method of a class, its own or that of a base in this file."""
    for statement in owner.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if statement.name == name:
                return statement
    bases = (class_made(facts, b) for b in owner.bases)
    return next((m for b in bases if b is not None and (m := look_up(facts, b, name))), None)


def method_of(facts: Facts, func: ast.expr) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The method of a class of this file that `rng.next` is, or `rng` where it is called."""
    base = func.value if isinstance(func, ast.Attribute) else func
    made = facts.names.value(base)
    owner = class_made(facts, made.func) if isinstance(made, ast.Call) else None
    if owner is None:
        return None
    return look_up(facts, owner, func.attr if isinstance(func, ast.Attribute) else "__call__")


def innermost(facts: Facts, made: ast.Call) -> ast.expr | None:
    """The function that `jax.vmap(jax.grad(f))` is made of."""
    node: ast.expr | None = made
    while isinstance(node, ast.Call):
        name = facts.names.of(node.func)
        if name in TRANSFORMS:
            node = calls(facts).function_argument(node, TRANSFORMS[name])
        else:
            node = node.args[0] if node.args else None
    return node


def is_local_function(facts: Facts, func: ast.Name) -> bool:
    """Whether a name stands for functions of this file alone."""
    bindings = facts.names.binding(func)
    return bool(bindings) and all(
        b.kind == "def" or isinstance(b.value, ast.Lambda) for b in bindings
    )
