"""What arguments a function takes: explicit targets, and comments beside the function.

    # jaxopt-lint: verify(f32[B, D], i32[B](0, 10), key, B=5, D=3)
    def loss(x, labels, key): ...

A keyword whose value is a whole number and whose name is a size in one of the specs is that
size; `grad`, `devices` and `fixed` are options; every other keyword is an argument.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from jaxopt_lint.syntax.reading import parse

MARKER = re.compile(r"^\s*#\s*jaxopt-lint:\s*verify\s*\(", re.ASCII)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OPTIONS = ("grad", "devices", "fixed")


class SpecError(ValueError):
    """A spec that cannot be read; the message says which and why."""


@dataclass
class Target:
    """One function and the arguments to call it with, each in the grammar of specs."""

    function: str  # "package.module:qualified.name"
    args: list[str] = field(default_factory=list)
    kwargs: dict[str, str] = field(default_factory=dict)
    dims: dict[str, int] = field(default_factory=dict)
    fixed: list[str] = field(default_factory=list)  # sizes that are never varied
    grad: bool = True
    devices: int = 0  # 0: as many as the settings say
    jitted: bool = False  # callers reach it from inside a jit

    def __post_init__(self) -> None:
        for text in (*self.args, *self.kwargs.values()):
            check_syntax(text)


def check_syntax(text: str) -> None:
    """Raise `SpecError` unless a spec is at least one Python expression."""
    try:
        ast.parse(text.strip().replace("[]", "[()]"), mode="eval")
    except SyntaxError as error:
        raise SpecError(f"`{text}` is not a spec: {error.msg}") from None


def parse_args(function: str, text: str, dims: Mapping[str, int] | None = None) -> Target:
    """The target that `f32[B, D], key, B=5, D=3` describes; sizes may also come apart."""
    try:
        call = ast.parse(f"verify({text})".replace("[]", "[()]"), mode="eval").body
    except SyntaxError as error:
        raise SpecError(f"`{text}` is not a list of specs: {error.msg}") from None
    if not isinstance(call, ast.Call):
        raise SpecError(f"`{text}` is not a list of specs")
    specs = [*call.args, *(keyword.value for keyword in call.keywords)]
    sizes = {name for spec in specs for name in _sizes(spec)}
    target = Target(function, [ast.unparse(arg) for arg in call.args])
    for keyword in call.keywords:
        _keyword(target, keyword, sizes)
    target.dims = {**(dims or {}), **target.dims}
    missing = sizes - set(target.dims)
    if missing:
        raise SpecError(f"no value for the size `{min(missing)}`")
    return target


def _keyword(target: Target, keyword: ast.keyword, sizes: set[str]) -> None:
    name, value = keyword.arg, keyword.value
    if name is None:
        raise SpecError("`**` has no place in a spec")
    if name in _OPTIONS:
        try:
            given = ast.literal_eval(value)
        except ValueError:
            raise SpecError(f"`{name}` takes a plain value") from None
        if name == "fixed":
            given = [given] if isinstance(given, str) else list(given)
        setattr(target, name, given)
    elif name in sizes and isinstance(value, ast.Constant) and type(value.value) is int:
        target.dims[name] = value.value
    else:
        target.kwargs[name] = ast.unparse(value)


def _sizes(spec: ast.expr) -> set[str]:
    """The names of sizes in a spec: what stands in the brackets of its arrays."""
    return {
        name.id
        for node in ast.walk(spec)
        if isinstance(node, ast.Subscript)
        for name in ast.walk(node.slice)
        if isinstance(name, ast.Name)
    }


def parse_dims(text: str) -> dict[str, int]:
    """The sizes in `B=5,D=3`."""
    dims = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals or not value.strip().isdigit():
            raise SpecError(f"`{part}` is not a size such as `B=5`")
        dims[name.strip()] = int(value)
    return dims


def from_comment(function: str, source: str) -> Target | None:
    """The target in a comment above the function (or the name bound to one), or in its body."""
    node = find_definition(source, function.partition(":")[2])
    if node is None:
        return None
    lines = source.splitlines()
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    above = first - 1
    while above > 0 and lines[above - 1].lstrip().startswith("#"):
        above -= 1
    for start in (*range(above, first - 1), *range(node.lineno, _last_line(node))):
        if MARKER.match(lines[start]):
            return parse_args(function, _inside(lines, start))
    return None


def _inside(lines: list[str], start: int) -> str:
    """The text between the marker's parentheses, which may run over several comment lines."""
    text = MARKER.sub("", lines[start])
    number = start
    while True:
        depth = 1
        for place, letter in enumerate(text):
            depth += (letter in "([{") - (letter in ")]}")
            if depth == 0:
                return text[:place]
        number += 1
        if number >= len(lines) or not lines[number].lstrip().startswith("#"):
            raise SpecError(f"line {start + 1}: the spec has no closing parenthesis")
        text += " " + lines[number].lstrip().lstrip("#")


def find_function(source: str, qualname: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The definition of the function that a qualified name stands for."""
    found = _found(source, qualname, _FUNCTIONS)
    return found if isinstance(found, _FUNCTIONS) else None


def find_definition(source: str, qualname: str) -> ast.stmt | None:
    """The function, or the assignment such as `step = jax.jit(...)`, that a name stands for."""
    found = _found(source, qualname, ast.stmt)
    return found if not isinstance(found, ast.ClassDef) else None


def _found(
    source: str, qualname: str, kinds: type[ast.stmt] | tuple[type[ast.stmt], ...]
) -> ast.stmt | None:
    """What a qualified name stands for, the last statement of those kinds that binds it."""
    try:
        body: list[ast.stmt] = parse(source).tree.body
    except (SyntaxError, ValueError):
        return None
    found: ast.stmt | None = None
    parts = [part for part in qualname.split(".") if part != "<locals>"]
    for number, part in enumerate(parts, 1):
        found = named(body, part, kinds if number == len(parts) else ast.stmt)
        if found is None:
            return None
        body = getattr(found, "body", [])
    return found


def _last_line(node: ast.stmt) -> int:
    body: list[ast.stmt] = getattr(node, "body", [])
    return body[-1].lineno if body else node.lineno


def named(
    body: list[ast.stmt],
    name: str,
    kinds: type[ast.stmt] | tuple[type[ast.stmt], ...] = ast.stmt,
) -> ast.stmt | None:
    """The last definition of a name among statements, those inside `if` and `try` included."""
    match = None
    for statement in body:
        if getattr(statement, "name", None) == name or _binds(statement, name):
            match = statement if isinstance(statement, kinds) else match
        elif not isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
            for field_name in ("body", "handlers", "orelse", "finalbody"):
                inner = getattr(statement, field_name, None)
                if isinstance(inner, list):
                    match = named(inner, name, kinds) or match
    return match


def _binds(statement: ast.stmt, name: str) -> bool:
    if not isinstance(statement, ast.Assign):
        return False
    return any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
