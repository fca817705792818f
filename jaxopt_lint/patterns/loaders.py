"""Data loaders that give what remains as a smaller batch at their end."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts

_TORCH = frozenset({"torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader"})
_TF = ("tensorflow.", "tensorflow_datasets.")
_DEPTH = 6


def keeps_rest(facts: Facts, node: ast.expr) -> ast.Call | None:
    """The call that makes batches without leaving out the rest, where an expression is such a
    loader for certain; None otherwise."""
    chain = list(_chain(facts, node, _DEPTH))
    if any(facts.names.of(c.func) in _TORCH for c in chain):
        return _torch(facts, chain)
    if not any((facts.names.of(c.func) or "").startswith(_TF) for c in chain):
        return None
    methods = [(c.func.attr, c) for c in chain if isinstance(c.func, ast.Attribute)]
    if any(name == "repeat" and not c.args and not c.keywords for name, c in methods):
        return None  # it never ends
    batches = [c for name, c in methods if name == "batch"]
    if len(batches) != 1 or any(name in ("padded_batch", "unbatch") for name, _ in methods):
        return None
    call = batches[0]
    rest = [k for k in call.keywords if k.arg in ("drop_remainder", None)]
    if len(call.args) > 1 or any(not _is_false(k) for k in rest):
        return None
    return call if call.args and not _is_one(call.args[0]) else None


def _torch(facts: Facts, chain: list[ast.Call]) -> ast.Call | None:
    call = next(c for c in chain if facts.names.of(c.func) in _TORCH)
    options = {k.arg: k for k in call.keywords}
    if None in options or "batch_sampler" in options or len(call.args) > 2:
        return None
    if "drop_last" in options and not _is_false(options["drop_last"]):
        return None
    size = options["batch_size"].value if "batch_size" in options else None
    size = call.args[1] if len(call.args) == 2 else size
    if size is None or _is_one(size) or (isinstance(size, ast.Constant) and size.value is None):
        return None
    return call


def _chain(facts: Facts, node: ast.expr, depth: int) -> Iterator[ast.Call]:
    """The calls that made a value, outermost first, through names and functions of the file."""
    if depth == 0:
        return
    if isinstance(node, ast.Call):
        yield node
        made = calls(facts).function(node)
        if made is not None and not isinstance(made, ast.Lambda):
            for part in ast.walk(made):
                if isinstance(part, ast.Return) and part.value is not None:
                    yield from _chain(facts, part.value, depth - 1)
            return
        if isinstance(node.func, ast.Attribute):
            yield from _chain(facts, node.func.value, depth)
        name = facts.names.of(node.func) or ""
        if name.startswith(_TF):
            for argument in node.args[:1]:
                yield from _chain(facts, argument, depth)
    elif isinstance(node, ast.Name):
        for binding in facts.names.binding(node):
            if binding.value is not None and not facts.module.within(node, binding.value):
                # `ds = ds.batch(n)` is made of the bindings before it, which are all seen here.
                yield from _without(facts, binding.value, node.id, depth - 1)


def _without(facts: Facts, value: ast.expr, name: str, depth: int) -> Iterator[ast.Call]:
    """The calls of a value, up to the name that it is bound to itself."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        base = value.func.value
        if isinstance(base, ast.Name) and base.id == name:
            yield value
            return
        if not isinstance(base, ast.Call):
            break
        if facts.names.of(value.func) is not None:
            break
        yield value
        value = base
    yield from _chain(facts, value, depth)


def _is_false(keyword: ast.keyword) -> bool:
    return isinstance(keyword.value, ast.Constant) and keyword.value.value is False


def _is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in (1, -1)


__all__ = ["keeps_rest"]
