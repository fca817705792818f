"""What the options of a transform say about single parameters."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python import positional


def statics(facts: Facts, wrap: Wrap) -> tuple[set[str], bool]:
    """The parameters that a wrap makes static or that are bound already, and whether that is
    all known."""
    names: set[str] = set(wrap.bound_names)
    function = wrap.function
    params = positional(function) if function is not None else []
    names |= set(params[: wrap.bound])
    rest = params[wrap.bound :]
    given, known = _given(
        facts, wrap, "static_argnums", "static_broadcasted_argnums", "static_argnames",
        "nondiff_argnums",
    )  # fmt: skip
    for literal in given.values():
        for item in literal:
            if isinstance(item, str):
                names.add(item)
            elif -len(rest) <= item < len(rest):
                names.add(rest[item])
    if wrap.name == "jax_dataclasses.jit" and function is not None:
        every = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        names |= {one.arg for one in every if _marked_static(facts, one.annotation)}
    if wrap.options is not None and any(k.arg is None for k in wrap.options.keywords):
        known = False
    return names, known


def _marked_static(facts: Facts, annotation: ast.expr | None) -> bool:
    """`jdc.Static[Config]`."""
    found = facts.names.behind(annotation)
    base = found.value if isinstance(found, ast.Subscript) else found
    return base is not None and facts.names.of(base) == "jax_dataclasses.Static"


def donated(facts: Facts, wrap: Wrap) -> tuple[set[str], bool]:
    """The parameters that a wrap donates, and whether that is all known."""
    names: set[str] = set()
    params = positional(wrap.function)[wrap.bound :] if wrap.function is not None else None
    given, known = _given(facts, wrap, "donate_argnums", "donate_argnames")
    for option, literal in given.items():
        is_name = option == "donate_argnames"
        for item in literal:
            if is_name and isinstance(item, str):
                names.add(item)
            elif not is_name and isinstance(item, int) and params is not None:
                if -len(params) <= item < len(params):
                    names.add(params[item])
            else:
                known = False
    return names, known


def _given(facts: Facts, wrap: Wrap, *options: str) -> tuple[dict[str, list[int | str]], bool]:
    """The items of the options that are stated, and whether all of these can be read off."""
    stated = [(option, wrap.keyword(option)) for option in options]
    read = {option: literals(facts, value) for option, value in stated if value is not None}
    known = {option: literal for option, literal in read.items() if literal is not None}
    return known, len(known) == len(read)


def all_mapped(wrap: Wrap) -> bool:
    """Whether a `vmap` maps over every argument."""
    axes = wrap.keyword("in_axes")
    if axes is None:
        call = wrap.options
        if call is None or len(call.args) < 2:
            return True
        axes = call.args[1]
    return isinstance(axes, ast.Constant) and axes.value is not None


def is_sharded(wrap: Wrap, position: int) -> bool:
    """Whether a `shard_map` traces an argument: what has no spec stays as it is given."""
    specs = wrap.keyword("in_specs")
    if not isinstance(specs, ast.Tuple):
        return isinstance(specs, ast.Call)  # one spec for all
    if position >= len(specs.elts) or any(isinstance(e, ast.Starred) for e in specs.elts):
        return False
    spec = specs.elts[position]
    return isinstance(spec, ast.Call)


def literals(facts: Facts, node: ast.expr) -> list[int | str] | None:
    """The integers or strings of a literal option, through a module constant; else None."""
    if isinstance(node, ast.Name):
        value = facts.names.value(node)
        return literals(facts, value) if value is not None else None
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, str)):
        return [node.value]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = literals(facts, node.operand)
        return [-i for i in inner if isinstance(i, int)] if inner else None
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        out: list[int | str] = []
        for item in node.elts:
            found = literals(facts, item)
            if found is None:
                return None
            out += found
        return out
    return None
