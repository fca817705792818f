"""Writing definitions and blocks in other ways: decorators applied below, blocks in `if True:`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from _corpus_lines import Line, Original, Respelled, first_row, indentation, last_row

from jaxopt_lint.semantics.jax.names import Names
from jaxopt_lint.semantics.python import Module

TRANSFORMS = {
    "jax.jit", "jax.vmap", "jax.pmap", "jax.grad", "jax.value_and_grad", "jax.checkpoint",
    "jax.remat", "jax.custom_vjp", "jax.custom_jvp", "jax.named_call", "equinox.filter_jit",
    "equinox.filter_vmap", "equinox.filter_grad", "equinox.filter_value_and_grad", "flax.nnx.jit",
    "flax.nnx.vmap", "functools.lru_cache", "functools.cache",
}  # fmt: skip
PARTIAL = "functools.partial"
Function = ast.FunctionDef | ast.AsyncFunctionDef


def decorators_below(original: Original, *, flat: bool) -> Respelled:
    """`@jax.jit` becomes `f = jax.jit(f)` below the definition, for functions of the module.

    Args:
        flat: what `partial` binds is handed over together with the function.
    """
    names = Names(Module(original.text))
    lines = original.numbered()
    number = 0
    for node in reversed(names.module.tree.body):
        if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
            continue
        if not all(_transform(names, d) for d in node.decorator_list):
            continue
        if not original.alone([node]):
            continue
        below = [
            line
            for decorator in reversed(node.decorator_list)
            for line in _applied(original, names, node.name, decorator, flat=flat)
        ]
        start, end = first_row(node), last_row(node)
        rows = tuple(range(start, node.lineno + 1))  # a finding on either is on the definition
        head = Line(lines[node.lineno - 1].text, rows[::-1])
        below = [Line(line.text, (*line.rows, *rows)) for line in below]
        lines[start - 1 : end] = [head, *lines[node.lineno : end], *below]
        number += 1
    return Respelled({"": lines}, number, "flat" if flat else "applied")


def _transform(names: Names, decorator: ast.expr) -> bool:
    if isinstance(decorator, ast.Call):
        if names.of(decorator.func) != PARTIAL:
            return names.of(decorator.func) in TRANSFORMS and not decorator.args
        return bool(decorator.args) and names.of(decorator.args[0]) in TRANSFORMS
    return names.of(decorator) in TRANSFORMS


def _applied(
    original: Original, names: Names, name: str, decorator: ast.expr, *, flat: bool
) -> list[Line]:
    start, end = decorator.lineno, decorator.end_lineno or decorator.lineno
    out = [Line(original.lines[row - 1], (row,)) for row in range(start, end + 1)]
    cut = original.column(end, decorator.end_col_offset or 0)
    text = out[-1].text
    out[-1] = Line(f"{text[:cut]}({name}){text[cut:]}", out[-1].rows)
    head = f"{name} = "
    if flat and isinstance(decorator, ast.Call) and names.of(decorator.func) == PARTIAL:
        rest = [*decorator.args[1:], *(k.value for k in decorator.keywords)]
        transform = decorator.args[0]
        following = [n for n in rest if n.lineno >= start]
        if following and transform.end_lineno == start:
            out[-1] = Line(text, out[-1].rows)
            after = original.column(start, transform.end_col_offset or 0)
            head += f"{ast.unparse(transform)}({name}"
            return [Line(head + out[0].text[after:], out[0].rows), *out[1:]]
    begin = original.column(start, decorator.col_offset)
    return [Line(head + out[0].text[begin:], out[0].rows), *out[1:]]


def if_true(original: Original, *, part: bool) -> Respelled:
    """The statements of each function and method stand in `if True:`, all or those in the middle.

    A docstring stays first, and so do `global` and `nonlocal`.
    """
    lines = original.numbered()
    blocks = []
    for function in _outermost(original.tree):
        body = list(function.body)
        if ast.get_docstring(function, clean=False) is not None:
            body = body[1:]
        while body and isinstance(body[0], (ast.Global, ast.Nonlocal)):
            body = body[1:]
        if part:
            body = body[len(body) // 3 : max(len(body) - 1, len(body) // 3)]
        if body and original.alone(body) and first_row(body[0]) > function.lineno:
            blocks.append(body)
    for body in sorted(blocks, key=lambda b: first_row(b[0]), reverse=True):
        start, end = first_row(body[0]), last_row(body[-1])
        indent = indentation(original.lines[start - 1])
        step = "\t" if "\t" in indent else "    "
        moved = [
            line if row in original.within or not line.text.strip()
            else Line(step + line.text, line.rows)
            for row, line in enumerate(lines[start - 1 : end], start)
        ]  # fmt: skip
        lines[start - 1 : end] = [Line(f"{indent}if True:"), *moved]
    return Respelled({"": lines}, len(blocks), "part" if part else "whole")


def _outermost(tree: ast.Module) -> Iterator[Function]:
    for node in tree.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield inner
