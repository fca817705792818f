"""What a function, or a test, has to be given, and who gives it: marks and fixtures of pytest."""

from __future__ import annotations

import ast
import functools

from jaxopt_lint.verify.inputs.slicing import words


def required(arguments: ast.arguments) -> set[str]:
    """The parameters without defaults."""
    positional = [*arguments.posonlyargs, *arguments.args]
    required = positional[: len(positional) - len(arguments.defaults)]
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {one.arg for one in required} | {one.arg for one, default in pairs if default is None}


def marked(node: ast.FunctionDef) -> set[str] | None:
    """The parameters that `pytest.mark.parametrize` gives; None where it cannot be read."""
    found: set[str] = set()
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call) and "parametrize" in words(decorator.func):
            try:
                names = ast.literal_eval(decorator.args[0])
            except (ValueError, IndexError):
                return None
            found |= set(names.replace(",", " ").split() if isinstance(names, str) else names)
    return found


@functools.lru_cache(maxsize=64)
def fixtures(tree: ast.Module) -> dict[str, set[str]]:
    """The fixtures of a file that take nothing but other ones of it, each with all of these."""
    takes = {
        one.name: required(one.args)
        for one in tree.body
        if isinstance(one, ast.FunctionDef)
        and any("fixture" in words(d) for d in one.decorator_list)
    }
    found: dict[str, set[str]] = {}
    for _ in takes:
        for name, needs in takes.items():
            if needs <= found.keys():
                found[name] = needs.union(*(found[one] for one in needs))
    return found


def unfit(node: ast.FunctionDef) -> bool:
    """Whether a function is none that one calls: it is a fixture, or yields."""
    if any("fixture" in words(one) for one in node.decorator_list):
        return True
    return any(isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in ast.walk(node))
