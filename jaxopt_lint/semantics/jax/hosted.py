"""Which functions the programs of a project certainly run on the host, as they are.

A program is the body of a module, with its `__main__` block, and what that hands to those who run
whole programs. What it calls plainly runs where it runs, and what that calls, through files and
methods; nothing is said of what somebody compiles or traces on the way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.calls import FOREIGN, calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.made_settings import maker_of
from jaxopt_lint.semantics.jax.programs import MAIN, Plain
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.jax.usual import stated
from jaxopt_lint.semantics.python import DEFINITIONS
from jaxopt_lint.semantics.python.scopes import FunctionNode

# What runs the function that it is given as a whole program.
_RUN = frozenset({"absl.app.run", "fire.Fire", "typer.run", "tyro.cli", "asyncio.run"})
# Decorators of functions that are run as whole programs, or as they are.
_PROGRAMS = ("click.", "hydra.main", "typer.", "jaxtyping.", "beartype.", "typing.", "functools.")


@fact
def hosted(facts: Facts, function: FunctionNode | None) -> str:
    """Where a program of the project runs a function as it is; "" where none is seen to"""
    if not isinstance(function, DEFINITIONS):
        return ""
    return facts.project.hosted.get(calls(facts).dotted(function), "")


def on_request(facts: Facts, function: FunctionNode | None) -> bool:
    """Whether all that call a function in this file do so where users ask for it."""
    sites = calls(facts).callers(function) if function is not None else []
    around = [facts.module.function(site) or facts.module.tree for site in sites]
    return bool(sites) and all(
        _left_off(facts, site, home) for site, home in zip(sites, around, strict=True)
    )


def plain_calls(facts: Facts) -> list[Plain]:
    """The calls of a file that run functions of the project as they are."""
    out: set[Plain] = set()
    for call in facts.module.all(ast.Call):
        around = facts.module.function(call)
        if around is not None and not isinstance(around, DEFINITIONS):
            continue  # who calls a lambda is not seen
        if around is None:
            caller = MAIN if _in_main(facts, call) else ""
        elif _changed(facts, around):
            continue
        else:
            caller = calls(facts).dotted(around)
        if _left_off(facts, call, around or facts.module.tree):
            continue  # it is for those who ask for it
        for callee in _called(facts, call):
            out.add((caller, callee, facts.at(call)))
    return sorted(out)


def _called(facts: Facts, call: ast.Call) -> Iterator[str]:
    """The functions of the project that a call runs as they are."""
    name = facts.names.of(call.func) or ""
    if name in _RUN:
        for given in call.args[:1]:
            if not isinstance(given, ast.Call):
                yield from _named(facts, given)
        return
    yield from _named(facts, call.func)


def _named(facts: Facts, func: ast.expr) -> Iterator[str]:
    """The function of the project that an expression is, with nothing around it."""
    found = calls(facts).callee(func)
    if found is not None:
        if found.wraps or found.bound > 1:
            return
        if found.node is not None:
            if isinstance(found.node, DEFINITIONS) and not _changed(facts, found.node):
                yield calls(facts).dotted(found.node)
        elif found.dotted and not found.dotted.startswith(FOREIGN):
            yield found.dotted
            yield f"{found.dotted}.__init__"  # where it is a class
        return
    if isinstance(func, ast.Attribute):
        owner = maker_of(facts, func.value)
        if owner and not owner.startswith(FOREIGN):
            yield f"{owner}.{func.attr}"


def _changed(facts: Facts, function: FunctionNode) -> bool:
    """Whether a decorator makes something else of a function: what calls it may be traced."""
    for decorator in getattr(function, "decorator_list", ()):
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = facts.names.of(made) or ""
        if name == "functools.partial" or tracing(facts).compiled(decorator):
            return True
        plain = facts.names.is_builtin(made, "staticmethod", "classmethod", "property")
        if not plain and not name.startswith(_PROGRAMS):
            return True
    return False


def _in_main(facts: Facts, node: ast.AST) -> bool:
    """Whether code stands in the block of a module that runs where it is the program."""
    return any(
        isinstance(around, ast.If) and _asks_for_main(around.test)
        for around in facts.module.ancestors(node)
    )


def _left_off(facts: Facts, node: ast.AST, around: ast.AST) -> bool:
    """Whether code stands under a test, within some code around it, that is False as the author
    left it: an option that users switch on."""
    for child, outer in facts.module.way_out(node):
        if outer is around:
            break
        if isinstance(outer, ast.If) and child is not outer.test:
            tests, negated = [outer.test], child in outer.orelse
            if isinstance(outer.test, ast.BoolOp) and isinstance(outer.test.op, ast.And):
                tests = [] if negated else outer.test.values
            for test in tests:
                while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
                    test, negated = test.operand, not negated
                found = stated(facts, test)
                if found is not None and bool(found.number) is negated:
                    return True
    return False


def _asks_for_main(test: ast.expr) -> bool:
    match test:
        case ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")]):
            return True
    return False
