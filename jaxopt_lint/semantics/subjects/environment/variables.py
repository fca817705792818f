"""Where a file sets environment variables, and what is known of the values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import text_of

_READERS = ("os.environ.get", "os.getenv", "os.environ.pop")


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """One place that sets an environment variable.

    Attributes:
        node: what to point at: the subscript, or the key in a call.
        statement: the statement that sets it.
        name: the variable.
        value: what it is set to.
        replaces: False where what was set before is kept: `setdefault`, `+=`.
    """

    node: ast.expr
    statement: ast.stmt
    name: str
    value: ast.expr
    replaces: bool


@fact
def settings(facts: Facts) -> dict[ast.AST, Setting]:
    """Every setting of an environment variable with a literal name, by the node to point at."""
    return {s.node: s for s in _settings(facts)}


def reads(facts: Facts, name: str, scope: ast.AST | None) -> bool:
    """Whether the function `scope`, or the module outside of functions, looks a variable up."""
    module = facts.module
    for node in module.all(ast.Constant):
        if node.value != name or module.function(node) is not scope:
            continue
        around = module.parent[node]
        if isinstance(around, ast.Subscript) and isinstance(around.ctx, ast.Load):
            if facts.names.of(around.value) == "os.environ":
                return True
        elif isinstance(around, ast.Compare):
            if any(facts.names.of(c) == "os.environ" for c in around.comparators):
                return True
        elif facts.names.call(around) in _READERS:
            return True
    return False


def configured(facts: Facts, option: str, scope: ast.AST | None) -> bool:
    """Whether `jax.config.update` sets an option as well: in the function `scope`, or outside of
    functions."""
    module = facts.module
    for call in module.all(ast.Call):
        if call.args and _text(facts, call.args[0]) == option:
            if facts.names.call(call) == "jax.config.update":
                if module.function(call) in (scope, None):
                    return True
    return False


def literals(facts: Facts, value: ast.expr) -> list[ast.Constant]:
    """The string constants that make up a value, looked up through names bound once."""
    return [n for n in _parts(facts, value, 3) if isinstance(n, ast.Constant)]


def mentions_environment(facts: Facts, value: ast.expr) -> bool:
    """Whether a value is computed from some environment variable."""
    nodes = (node for part in _parts(facts, value, 3) for node in ast.walk(part))
    return any(facts.names.of(node) in ("os.environ", "os.getenv") for node in nodes)


def is_known(facts: Facts, value: ast.expr) -> bool:
    """Whether a value is text of the program, but for what an f-string puts in."""
    parts = list(_parts(facts, value, 3))
    texts = [n for n in parts if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return bool(texts) and all(isinstance(n, (ast.Constant, ast.FormattedValue)) for n in parts)


def _parts(facts: Facts, value: ast.expr, depth: int) -> Iterator[ast.expr]:
    """The leaves of a text that is put together: constants, and what is not looked into."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from _parts(facts, value.left, depth)
        yield from _parts(facts, value.right, depth)
    elif isinstance(value, ast.JoinedStr):
        yield from value.values
    elif isinstance(value, ast.IfExp):
        yield from _parts(facts, value.body, depth)
        yield from _parts(facts, value.orelse, depth)
    elif isinstance(value, ast.BoolOp):
        for item in value.values:
            yield from _parts(facts, item, depth)
    elif isinstance(value, (ast.List, ast.Tuple)):
        for item in value.elts:
            yield from _parts(facts, item, depth)
    elif (joined := _joined(value)) is not None:
        yield from _parts(facts, joined, depth)
    elif isinstance(value, ast.Name) and depth:
        bound = facts.names.value(value)
        if bound is not None:
            yield from _parts(facts, bound, depth - 1)
            for item in _appended(facts, value) if isinstance(bound, ast.List) else ():
                yield from _parts(facts, item, depth - 1)
        else:
            # Put together step by step: what goes in is seen, that there may be more as well.
            for binding in facts.names.binding(value):
                added = binding.node.value if isinstance(binding.node, ast.AugAssign) else None
                if (given := added or binding.value) is not None:
                    yield from _parts(facts, given, 0)
            yield value
    else:
        yield value


def _appended(facts: Facts, name: ast.Name) -> Iterator[ast.expr]:
    """What a list is filled with behind its first value: `flags.append(...)`."""
    holder = facts.module.holder(name)
    for attribute in facts.module.attributes("append"):
        call, held = facts.module.parent[attribute], attribute.value
        if isinstance(call, ast.Call) and call.func is attribute and len(call.args) == 1:
            if isinstance(held, ast.Name) and held.id == name.id:
                if facts.module.holder(held) is holder:
                    yield call.args[0]


def _joined(value: ast.expr) -> ast.expr | None:
    """What is joined: `" ".join(flags)`."""
    match value:
        case ast.Call(ast.Attribute(ast.Constant(), "join"), [joined]):
            return joined
    return None


def _settings(facts: Facts) -> Iterator[Setting]:
    module, names = facts.module, facts.names
    for node in module.all(ast.Subscript):
        if not isinstance(node.ctx, ast.Store) or names.of(node.value) != "os.environ":
            continue
        name, around = _text(facts, node.slice), module.parent[node]
        if isinstance(around, ast.Assign) and name:
            yield Setting(node, around, name, around.value, True)
        elif isinstance(around, ast.AugAssign) and name:
            yield Setting(node, around, name, around.value, False)
    for call in module.all(ast.Call):
        called = names.of(call.func)
        if called is None or not called.startswith("os."):
            continue
        statement = module.statement(call)
        if called in ("os.environ.setdefault", "os.putenv") and len(call.args) == 2:
            if name := _text(facts, call.args[0]):
                replaces = called == "os.putenv"
                yield Setting(call.args[0], statement, name, call.args[1], replaces)
        elif called == "os.environ.update":
            for key, value in _items(call):
                if name := _text(facts, key):
                    yield Setting(key, statement, name, value, True)


def _items(call: ast.Call) -> Iterator[tuple[ast.expr, ast.expr]]:
    for argument in call.args:
        if isinstance(argument, ast.Dict):
            for key, value in zip(argument.keys, argument.values, strict=True):
                if key is not None:
                    yield key, value


def _text(facts: Facts, node: ast.expr) -> str:
    """The string that a key is, also where it is a constant of the module."""
    return text_of(facts.names.behind(node)) or ""


_PLATFORM = ("JAX_PLATFORM_NAME", "JAX_PLATFORMS")
_ACCELERATORS = ("tpu", "gpu", "cuda", "rocm")


def asks_for_accelerator(facts: Facts, found: Setting) -> bool:
    """Whether a setting asks for an accelerator, which JAX takes by itself where there is one; set
    in time, it would fail where there is none."""
    asked = text_of(facts.names.behind(found.value))
    return found.name in _PLATFORM and asked is not None and asked.lower() in _ACCELERATORS
