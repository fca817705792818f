"""What a step gives back under each name, and whether that is certainly more than one number."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.python import is_name
from jaxopt_lint.semantics.subjects.transfer.steps import StepCall

Path = tuple[int | str, ...]


def larger_result(facts: Facts, step: StepCall, value: ast.expr) -> str | None:
    """Why a result of a step is an array and no single number; None if nothing proves it."""
    wrap = tracing(facts).jitted(step.call.func)
    if wrap is None or wrap.transform.kind != "jit" or wrap.inner:
        return None  # what `pmap` gives back has one number for each device
    function = wrap.function
    if not isinstance(function, ast.FunctionDef):
        return None
    path = _path(facts, step, value)
    returned = facts.module.returns(function)
    if path is None or len(returned) != 1 or returned[0].value is None:
        return None
    result = _at(facts, returned[0].value, path)
    return None if result is None else _array(facts, function, result)


def _path(facts: Facts, step: StepCall, value: ast.expr) -> Path | None:
    """Where in the result of a step a value stands: `metrics["loss"]` of `state, metrics`."""
    if isinstance(value, ast.Subscript):
        key = value.slice
        outer = _path(facts, step, value.value)
        if outer is None or not isinstance(key, ast.Constant):
            return None
        return (*outer, key.value) if isinstance(key.value, (int, str)) else None
    statement = facts.module.statement(step.call)
    if not isinstance(value, ast.Name) or not isinstance(statement, ast.Assign):
        return None
    return _target(statement.targets[0], value.id)


def _target(target: ast.expr, name: str) -> Path | None:
    if isinstance(target, ast.Name):
        return () if target.id == name else None
    if isinstance(target, (ast.Tuple, ast.List)):
        if any(isinstance(e, ast.Starred) for e in target.elts):
            return None
        for i, item in enumerate(target.elts):
            inner = _target(item, name)
            if inner is not None:
                return (i, *inner)
    return None


def _at(facts: Facts, node: ast.expr, path: Path) -> ast.expr | None:
    """The expression that a path leads to, through tuples, dictionaries and names."""
    if not path:
        return node
    first, rest = path[0], path[1:]
    if isinstance(node, ast.Name):
        value = facts.names.value(node)
        return None if value is None else _at(facts, value, path)
    if isinstance(node, ast.Tuple) and isinstance(first, int) and first < len(node.elts):
        return _at(facts, node.elts[first], rest)
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == first:
                return _at(facts, value, rest)
    return None


def _array(facts: Facts, function: ast.FunctionDef, node: ast.expr) -> str | None:
    """Why an expression of a step is an array of at least one axis."""
    if isinstance(node, ast.Name):
        for use in facts.module.inside(ast.Call, function):
            if _reduces(facts, use, node.id):
                return f"`{function.name}` reduces `{node.id}` on line {use.lineno}"
        binding = facts.names.only_binding(node)
        if binding is not None and _is_gradient(facts, node.id, binding.node):
            return f"`{node.id}` has the shapes of what `{function.name}` differentiates"
        value = facts.names.value(node)
        return None if value is None else _array(facts, function, value)
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult):
        return _array(facts, function, node.left) or _array(facts, function, node.right)
    if isinstance(node, ast.Call):
        name = facts.names.call(node) or ""
        if name in _MAKERS:
            return f"`{facts.module.source(node.func)}` gives an array"
        if isinstance(node.func, ast.Call) and facts.names.call(node.func) == "jax.vmap":
            mapped = all(k.arg != "out_axes" for k in node.func.keywords)
            return "`jax.vmap` gives one result for each element" if mapped else None
    return None


def _reduces(facts: Facts, call: ast.Call, name: str) -> bool:
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr in ("mean", "sum", "max", "min", "std"):
        if is_name(func.value, name):
            return True
    return facts.names.call(call) in _REDUCTIONS and any(is_name(a, name) for a in call.args[:1])


def _is_gradient(facts: Facts, name: str, statement: ast.AST) -> bool:
    """Whether a name is bound by `loss, name = jax.value_and_grad(f)(x)` or `jax.grad(f)(x)`."""
    statement = facts.module.statement(statement)
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return False
    target, made = statement.targets[0], facts.names.call(statement.value.func)
    if made == "jax.grad":
        return isinstance(target, ast.Name)
    if made != "jax.value_and_grad" or not isinstance(target, ast.Tuple):
        return False
    return len(target.elts) == 2 and is_name(target.elts[1], name)


_REDUCTIONS = frozenset(
    {"jax.numpy.mean", "jax.numpy.sum", "jax.numpy.max", "jax.numpy.min", "jax.numpy.std",
     "jax.numpy.var", "jax.numpy.argmax", "jax.numpy.argmin", "jax.numpy.any", "jax.numpy.all",
     "jax.numpy.linalg.norm", "jax.numpy.median", "jax.numpy.quantile", "jax.numpy.percentile"}
)  # fmt: skip
_MAKERS = frozenset(
    {"jax.nn.softmax", "jax.nn.log_softmax", "jax.nn.one_hot", "jax.numpy.stack",
     "jax.numpy.concatenate", "jax.numpy.arange", "jax.numpy.linspace", "jax.numpy.histogram"}
)  # fmt: skip
