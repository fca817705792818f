"""The integer that an expression has when the code runs as its author left it.

Defaults of parameters and of dataclass or module fields count: a rewrite that only pays off for
long loops is judged by them.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, Binding

_DEPTH = 6
_SMALL = {"jax.device_count", "jax.local_device_count", "jax.process_count", "jax.numpy.ndim",
          "numpy.ndim"}  # fmt: skip


def static_int(facts: Facts, node: ast.expr | None, depth: int = _DEPTH) -> int | None:
    """The value of an integer expression, through constants and defaults; None when unknown."""
    if node is None or depth == 0:
        return None
    if isinstance(node, ast.Constant):
        return node.value if type(node.value) is int else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = static_int(facts, node.operand, depth - 1)
        return -inner if inner is not None else None
    if isinstance(node, ast.BinOp):
        return _arithmetic(facts, node, depth)
    if isinstance(node, ast.Name):
        return _named(facts, node, depth)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return _field(facts, node, depth)
    if isinstance(node, ast.Call):
        return _called(facts, node, depth)
    if isinstance(node, ast.IfExp):
        found = {static_int(facts, n, depth - 1) for n in (node.body, node.orelse)}
        return found.pop() if len(found) == 1 else None
    return None


def small_by_nature(facts: Facts, node: ast.expr | None) -> bool:
    """Whether a count is one that is always small: dimensions, devices."""
    if node is None:
        return False
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and part.attr == "ndim":
            return True
        if isinstance(part, ast.Call):
            if facts.names.of(part.func) in _SMALL:
                return True
            if facts.names.is_builtin(part.func, "len") and part.args:
                inner = part.args[0]
                if isinstance(inner, ast.Attribute) and inner.attr == "shape":
                    return True
        if isinstance(part, ast.Name) and part is node:
            for binding in facts.names.binding(part):
                if binding.value is not None and not isinstance(binding.value, ast.Name):
                    return small_by_nature(facts, binding.value)
    return False


def _arithmetic(facts: Facts, node: ast.BinOp, depth: int) -> int | None:
    left = static_int(facts, node.left, depth - 1)
    right = static_int(facts, node.right, depth - 1)
    if left is None or right is None:
        return None
    if isinstance(node.op, ast.Add):
        return left + right
    if isinstance(node.op, ast.Sub):
        return left - right
    if isinstance(node.op, ast.Mult):
        return left * right
    if isinstance(node.op, ast.FloorDiv) and right:
        return left // right
    if isinstance(node.op, ast.Pow) and 0 <= right < 64:
        return int(left**right)
    return None


def _named(facts: Facts, node: ast.Name, depth: int) -> int | None:
    bindings = facts.names.binding(node)
    found = {_bound(facts, b, depth) for b in bindings}
    return found.pop() if len(found) == 1 else None


def _bound(facts: Facts, binding: Binding, depth: int) -> int | None:
    if binding.kind == "param":
        around = facts.module.parent[facts.module.parent[binding.node]]
        assert isinstance(around, FUNCTIONS)
        return static_int(facts, default_of(around, binding.name), depth - 1)
    if binding.kind == "assign":
        value = binding.value
        if value is None and isinstance(binding.node, ast.AnnAssign):
            value = binding.node.value
        return static_int(facts, value, depth - 1)
    return None


def default_of(function: ast.AST, name: str) -> ast.expr | None:
    """The default of a function's parameter."""
    args: ast.arguments = function.args  # type: ignore[attr-defined]
    positional = [*args.posonlyargs, *args.args]
    for arg, value in zip(reversed(positional), reversed(args.defaults), strict=False):
        if arg.arg == name:
            return value
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        if arg.arg == name:
            return default
    return None


def _field(facts: Facts, node: ast.Attribute, depth: int) -> int | None:
    """`self.steps` of a class that declares `steps: int = 3` or stores a parameter with a
    default."""
    if not facts.module.is_self(node.value):
        return None
    owner = next((a for a in facts.module.ancestors(node) if isinstance(a, ast.ClassDef)), None)
    if owner is None:
        return None
    for statement in owner.body:
        target: ast.expr | None = None
        if isinstance(statement, ast.AnnAssign):
            target = statement.target
        elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
        if isinstance(target, ast.Name) and target.id == node.attr:
            return static_int(facts, statement.value, depth - 1)  # type: ignore[attr-defined]
    stores = calls(facts).attribute_values(owner, node.attr)
    return static_int(facts, stores[0], depth - 1) if len(stores) == 1 else None


def _called(facts: Facts, node: ast.Call, depth: int) -> int | None:
    if facts.names.is_builtin(node.func, "int") and len(node.args) == 1:
        return static_int(facts, node.args[0], depth - 1)
    if facts.names.is_builtin(node.func, "len") and len(node.args) == 1:
        inner = node.args[0]
        if isinstance(inner, (ast.Tuple, ast.List)):
            return len(inner.elts)
        if isinstance(inner, ast.Name):
            values = [b.value for b in facts.names.binding(inner)]
            if len(values) == 1 and isinstance(values[0], (ast.Tuple, ast.List)):
                return len(values[0].elts)
        return None
    if facts.names.is_builtin(node.func, "min", "max") and not node.keywords:
        found = [static_int(facts, a, depth - 1) for a in node.args]
        known = [v for v in found if v is not None]
        if facts.names.is_builtin(node.func, "min"):
            return min(known) if known else None
        return max(known) if known and len(known) == len(found) else None
    return None
