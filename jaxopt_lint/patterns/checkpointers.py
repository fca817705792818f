"""What saves and restores with Orbax, and the paths that it is given."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.origins import origins

_MAKERS = frozenset(
    f"orbax.checkpoint.{name}"
    for name in ("StandardCheckpointer", "PyTreeCheckpointer", "Checkpointer",
                 "AsyncCheckpointer", "CheckpointManager")
)  # fmt: skip
_DEPTH = 4  # calls and operators that are looked through
_PATHS = frozenset({"pathlib.Path", "pathlib.PurePath", "etils.epath.Path", "os.fspath"})


def checkpointer(facts: Facts, node: ast.expr) -> ast.Call | None:
    """The call that makes what saves and restores, where an expression is certainly that."""
    held = _entered(facts, node) if isinstance(node, ast.Name) else None
    made = [held] if held is not None else [*origins(facts, node)]
    if len(made) != 1 or facts.names.call(made[0]) not in _MAKERS:
        return None
    return made[0] if isinstance(made[0], ast.Call) else None


def _entered(facts: Facts, name: ast.Name) -> ast.expr | None:
    """What a `with` around a name gives to it."""
    for around in facts.module.ancestors(name):
        for item in around.items if isinstance(around, ast.With) else ():
            if isinstance(item.optional_vars, ast.Name) and item.optional_vars.id == name.id:
                return item.context_expr
    return None


def holds(facts: Facts, made: ast.Call) -> ast.Name | None:
    """The variable that alone holds what a call makes."""
    stored = facts.module.parent[made]
    match stored:
        case ast.Assign([ast.Name() as target]) if stored.value is made:
            return target
    return None


def relative(facts: Facts, node: ast.expr, depth: int = _DEPTH) -> bool:
    """Whether a path begins at the folder that the program runs in, on every way to it."""
    made = origins(facts, node) if depth else ()
    return bool(made) and all(_is_relative(facts, one, depth) for one in made)


def _is_relative(facts: Facts, node: ast.expr, depth: int) -> bool:
    match node:
        case ast.Constant(str(text)):
            return bool(text) and text[0] not in "/~\\" and ":" not in text
        case ast.JoinedStr([ast.Constant(str(text)), *_]):
            return _is_relative(facts, ast.Constant(text), depth)
        case ast.BinOp(left, ast.Div() | ast.Add(), _):
            return relative(facts, left, depth - 1)
        case ast.Call(args=[first]) if facts.names.call(node) in _PATHS:
            return relative(facts, first, depth - 1)
        case ast.Call(ast.Name("str") as func, [first]) if facts.names.is_builtin(func, "str"):
            return relative(facts, first, depth - 1)
        case ast.Call(args=[first, *rest]) if facts.names.call(node) == "os.path.join":
            later = [n.value for n in rest if isinstance(n, ast.Constant)]
            rooted = any(isinstance(n, str) and n.startswith("/") for n in later)
            return not rooted and relative(facts, first, depth - 1)
    return False
