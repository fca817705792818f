"""What the calls of a file give, and which defaults of its definitions decide something
(`units.py`)."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from jaxopt_lint.semantics.jax.definitions import is_plain
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.units import ALL, Handing
from jaxopt_lint.semantics.python import DEFINITIONS, Module, positional
from jaxopt_lint.semantics.python.walking import walk


def handing(facts: Facts) -> Handing:
    """What the calls of a file give."""
    module, out = facts.module, Handing()
    called = set[ast.AST]()
    for call in module.all(ast.Call):
        called.add(call.func)
        out.keywords.update(k.arg for k in call.keywords if k.arg)
        name = _last(call.func)
        star = any(isinstance(a, ast.Starred) for a in call.args)
        star |= any(k.arg is None for k in call.keywords)
        out.most[name] = max(out.most.get(name, 0), ALL if star else len(call.args))
    for node in module.all(ast.Name, ast.Attribute):
        if not isinstance(node.ctx, ast.Load):
            if isinstance(node, ast.Attribute):
                out.stored.add(node.attr)
        elif node not in called:
            out.values.add(_last(node))
    for text in module.all(ast.Constant):  # by which something may be looked up
        if isinstance(text.value, str) and text.value.replace(".", "_").isidentifier():
            out.values.add(text.value.rpartition(".")[2])
    tested = _tested(module)
    for owner in module.all(ast.ClassDef):
        fields = [*_fields(owner)]
        out.fields += [name for name, _ in fields]
        if tested and is_plain(facts, owner, method=False) and module.parent[owner] is module.tree:
            for i, (name, default) in enumerate(fields):
                if name in tested and isinstance(default, ast.Constant):
                    out.optional.append((owner.name, owner.name, name, i, True))
    for function in module.all(*DEFINITIONS) if tested else ():
        around = module.parent[function]
        method = isinstance(around, ast.ClassDef)
        name = function.name
        if name == "__init__" and isinstance(around, ast.ClassDef):
            name = around.name
        outer = around if not isinstance(around, ast.ClassDef) else module.parent[around]
        if (
            outer is not module.tree
            or name.startswith("__")
            or not is_plain(facts, function, method)
        ):
            continue
        for place, parameter in _optional(function):
            if parameter in tested:
                place -= method  # whoever calls a method does not give the object
                out.optional.append((module.qualname(function), name, parameter, place, False))
    return out


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _tested(module: Module) -> set[str]:
    """The names, and attributes of anything, that tests of a file read."""
    return {
        _last(inner)
        for test in module.all(ast.If, ast.IfExp)
        for inner in walk(test.test)
        if isinstance(inner, (ast.Name, ast.Attribute))
    }


def _fields(owner: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None]]:
    for statement in owner.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id, statement.value
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                if isinstance(target, ast.Name):
                    yield target.id, statement.value


def _optional(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
) -> Iterable[tuple[int, str]]:
    """The parameters that have a constant for their default, with their places."""
    names, defaults = positional(function), function.args.defaults
    first = len(names) - len(defaults)
    for i, default in enumerate(defaults):
        if isinstance(default, ast.Constant):
            yield first + i, names[first + i]
    for argument, value in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True):
        if isinstance(value, ast.Constant):
            yield ALL - 1, argument.arg
