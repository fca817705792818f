"""Makes the functions of a module record their calls: each gets one more decorator, outermost, so
that calls are seen of what the module itself has jitted, mapped or differentiated."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

RECORDED = "__jaxopt_lint_recorded__"
_LEFT_ALONE = {
    "overload", "fixture", "property", "cached_property", "staticmethod", "classmethod",
    "contextmanager", "asynccontextmanager", "setter", "getter", "deleter", "register",
    "defjvp", "defvjp", "def_fwd", "def_bwd", "compact", "nowrap", "singledispatch",
    "dataclass", "abstractmethod", "command", "group", "main", "hydra",
}  # fmt: skip
_TRANSFORMS = {
    "jit", "pjit", "pmap", "vmap", "grad", "value_and_grad", "shard_map", "checkpoint", "remat",
    "filter_jit",
}  # fmt: skip


def is_test(path: str) -> bool:
    """Whether a file holds tests, by pytest's names: these are called, and call what counts."""
    name = path.rpartition("/")[2].removesuffix(".py")
    return name == "conftest" or name.startswith("test_") or name.endswith("_test")


def marked(tree: ast.Module, module: str, wanted: Callable[[str], bool]) -> list[Any]:
    """The definitions whose calls are to be recorded, each with its name; see `mark`.

    Args:
        module: its dotted name, for names such as "package.module:Class.method".
        wanted: whether the function of such a name is.
    """
    out: list[Any] = []
    _gather(tree.body, module, (), wanted, out)
    return out


def mark(found: list[Any]) -> None:
    """Decorate definitions; what else has changed within them since they were found stays."""
    for statement, name in found:
        if isinstance(statement, ast.Assign):
            call = ast.Call(_decorator(name, statement.value), [statement.value], [])
            statement.value = ast.copy_location(call, statement.value)
        else:
            statement.decorator_list.insert(0, _decorator(name, statement))


def _gather(
    body: list[Any], module: str, outer: tuple[str, ...], wanted: Callable[[str], bool],
    out: list[Any],
) -> None:  # fmt: skip
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            _gather(statement.body, module, (*outer, statement.name), wanted, out)
        elif isinstance(statement, ast.FunctionDef):
            name = f"{module}:{'.'.join((*outer, statement.name))}"
            if wanted(name) and recordable(statement, method=bool(outer)):
                out.append((statement, name))
        elif not outer and _is_transformed(statement):
            name = f"{module}:{statement.targets[0].id}"
            if wanted(name):
                out.append((statement, name))
        else:
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(statement, field, None)
                if isinstance(inner, list):
                    _gather(inner, module, outer, wanted, out)


def _decorator(name: str, place: ast.AST) -> ast.expr:
    call = ast.parse(f"{RECORDED}({name!r})", mode="eval").body
    for node in ast.walk(call):
        ast.copy_location(node, place)
    return call


def _is_transformed(statement: Any) -> bool:
    """Whether a statement is like `step = jax.jit(_step)`."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
        return False
    head = ast.unparse(statement.value.func).rpartition(".")[2]
    single = len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name)
    return single and head in _TRANSFORMS


def recordable(node: ast.FunctionDef, *, method: bool) -> bool:
    """Whether calls of a function are kept: what generators and special methods are asked for is
    not seen by their calls, and some decorators make something else than a function."""
    if any(isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in ast.walk(node)):
        return False
    if method and node.name.startswith("__") and node.name != "__call__":
        return False
    words = {
        word.attr if isinstance(word, ast.Attribute) else getattr(word, "id", "")
        for decorator in node.decorator_list
        for word in ast.walk(decorator)
    }
    return not words & _LEFT_ALONE
