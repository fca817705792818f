"""What a call waits for: the values that have to be on the host before it can go on."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.facts import Facts


def waits(facts: Facts, call: ast.Call) -> tuple[str, list[ast.expr]]:
    """How a call would wait ("fetch", "block", "print", or ""), and for which values."""
    func, names = call.func, facts.names
    given = [*call.args, *(k.value for k in call.keywords)]
    if names.is_builtin(func, "float", "int", "bool") and len(call.args) == 1:
        return "fetch", [call.args[0]]
    if names.is_builtin(func, "print"):
        return "print", shown(given)
    name = names.of(func) or ""
    if name == "jax.device_get" and call.args:
        # Several values at once: the author has gathered them already.
        several = isinstance(call.args[0], (ast.Tuple, ast.List, ast.Dict))
        return "fetch", [] if several else [call.args[0]]
    if name in _NUMPY:
        return "fetch", call.args[:1]
    if name == "jax.block_until_ready" and call.args:
        return "block", [call.args[0]]
    if name == "wandb.log":
        return "print", shown(given)
    if isinstance(func, ast.Attribute) and not name.startswith(("numpy.", "jax.", "math.")):
        if func.attr in ("item", "tolist") and not call.args:
            return "fetch", [func.value]
        if func.attr == "block_until_ready":
            return "block", [func.value]
        logs = func.attr == "log" and words.LOGGER.says(_last(func.value))
        if logs or words.WRITER_METHOD.says(func.attr):
            return "print", shown(given)
    return "", []


def shown(given: list[ast.expr]) -> list[ast.expr]:
    """What a call that writes text or logs is given, f-strings and dictionaries opened."""
    out: list[ast.expr] = []
    for node in given:
        if isinstance(node, ast.JoinedStr):
            out += [p.value for p in node.values if isinstance(p, ast.FormattedValue)]
        elif isinstance(node, ast.Dict):
            out += shown(node.values)
        elif isinstance(node, (ast.Tuple, ast.List)):
            out += shown(node.elts)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            out += shown([node.right])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            out += shown(node.args) if node.func.attr == "format" else [node]
        else:
            out.append(node)
    return out


def _last(node: ast.expr) -> str:
    """The last word of a dotted name, in small letters."""
    if isinstance(node, ast.Attribute):
        return node.attr.lower()
    return node.id.lower() if isinstance(node, ast.Name) else ""


_NUMPY = frozenset(
    f"numpy.{n}"
    for n in ("asarray", "array", "mean", "sum", "isnan", "max", "min", "std", "any", "all",
              "isfinite", "abs", "round", "argmax", "argmin")
)  # fmt: skip
