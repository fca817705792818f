"""Makes the functions of a project record their calls, without touching its files.

Modules are compiled from a tree in which every function has one more decorator, outermost, so
the recorder also sees calls of what the module itself has jitted, mapped or differentiated.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from typing import Any

_HOOK = "__jaxopt_record__"
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
_config: dict[str, Any] = {}


def install(config: dict[str, Any]) -> None:
    """Record the project's functions from now on."""
    _config.update(config)
    sys.meta_path.insert(0, _Finder())


def compile_main(source: bytes, path: str) -> Any:
    """The code of a script that runs as `__main__`, recorded under its module's name."""
    file = Path(path).resolve()
    if not _wanted_file(file):
        return compile(source, path, "exec")
    relative = file.relative_to(_config["root"]).with_suffix("")
    module = ".".join(part for part in relative.parts if part != "src")
    return compile(instrument(source, path, module, main=True), path, "exec")


def _wanted_file(path: Path) -> bool:
    root = Path(_config["root"])
    if path.suffix != ".py" or root not in path.parents:
        return False
    if "site-packages" in path.parts or path.name == "conftest.py":
        return False
    return not path.name.startswith("test_") and not path.stem.endswith("_test")


class _Finder:
    """Puts the recording loader in the place of the usual one, for files of the project."""

    def __init__(self) -> None:
        self._busy: set[str] = set()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name in self._busy or name.startswith("_jaxopt_lint_child"):
            return None
        self._busy.add(name)
        try:
            spec = next(filter(None, (_find(f, name, path, target) for f in sys.meta_path)), None)
        finally:
            self._busy.discard(name)
        if spec is None or type(spec.loader) is not importlib.machinery.SourceFileLoader:
            return None
        if not spec.origin or not _wanted_file(Path(spec.origin).resolve()):
            return None
        spec.loader = _Loader(name, spec.origin)
        return spec


def _find(finder: Any, name: str, path: Any, target: Any) -> Any:
    if isinstance(finder, _Finder) or not hasattr(finder, "find_spec"):
        return None
    return finder.find_spec(name, path, target)


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles the instrumented tree, and leaves the bytecode cache alone."""

    def get_code(self, fullname: str) -> Any:
        source = self.get_data(self.path)
        if b"jax" not in source and not _config["functions"]:
            return compile(source, self.path, "exec", dont_inherit=True)
        return compile(
            instrument(source, self.path, fullname), self.path, "exec", dont_inherit=True
        )


def instrument(source: bytes, path: str, module: str, *, main: bool = False) -> ast.Module:
    """The tree of a module with a recording decorator on its functions."""
    tree = ast.parse(source, path)
    wanted = set(_config["functions"])
    marked = _mark(tree.body, module, (), wanted)
    if not marked:
        return tree
    text = f"from _jaxopt_lint_child.recording import decorate as {_HOOK}"
    if main:
        text += f"\nfrom _jaxopt_lint_child.recording import script\nscript({module!r})\ndel script"
    place = 0
    for statement in tree.body:
        docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not docstring and not future:
            break
        place += 1
    tree.body[place:place] = ast.parse(text).body
    return ast.fix_missing_locations(tree)


def _mark(body: list[Any], module: str, outer: tuple[str, ...], wanted: set[str]) -> int:
    """Decorate the functions among statements; returns how many there were."""
    count = 0
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            count += _mark(statement.body, module, (*outer, statement.name), wanted)
        elif isinstance(statement, ast.FunctionDef):
            name = f"{module}:{'.'.join((*outer, statement.name))}"
            if (name in wanted if wanted else True) and _recordable(statement, method=bool(outer)):
                statement.decorator_list.insert(0, _decorator(name, statement))
                count += 1
        elif not outer and _is_transformed(statement):
            name = f"{module}:{statement.targets[0].id}"
            if not wanted or name in wanted:
                call = ast.Call(_decorator(name, statement.value), [statement.value], [])
                statement.value = ast.copy_location(call, statement.value)
                count += 1
        else:
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(statement, field, None)
                if isinstance(inner, list):
                    count += _mark(inner, module, outer, wanted)
    return count


def _decorator(name: str, place: ast.AST) -> ast.expr:
    call = ast.parse(f"{_HOOK}({name!r})", mode="eval").body
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


def _recordable(node: ast.FunctionDef, *, method: bool) -> bool:
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
