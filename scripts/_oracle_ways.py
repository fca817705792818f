"""Which functions are traced wherever the program comes by, and which on some ways alone.

That a function is traced means that a way leads to it from a transform. Where a condition or an
early `return` lies on each such way, a run that takes none of them breaks no claim.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import is_test_file
from jaxopt_lint.semantics.jax.staging import made_function
from jaxopt_lint.semantics.jax.wraps import wraps
from jaxopt_lint.semantics.python import COMPREHENSIONS, FUNCTIONS, FunctionNode, Module

_Name = str | tuple[str, int, int]  # dotted; of a lambda, where it stands


class Ways:
    """The ways on which no condition lies, through all files of a project."""

    def __init__(self, files: Iterable[Facts]) -> None:
        self._ends: dict[_Name, set[_Name]] = defaultdict(set)
        pending: list[_Name] = []
        for facts in files:
            pending += self._taken(facts)
            self._leads(facts)
        self._always: set[_Name] = set()
        while pending:
            name = pending.pop()
            if name not in self._always:
                self._always.add(name)
                pending += self._ends.get(name, ())

    def always(self, facts: Facts, function: FunctionNode) -> bool:
        """Whether a transform is surely come by, and each call on the way to a function, where
        what is around them runs."""
        return _name(facts, function) in self._always

    def _taken(self, facts: Facts) -> Iterable[_Name]:
        """What transforms are handed without a condition."""
        tested = is_test_file(facts.display)
        for wrap in wraps(facts):
            if not wrap.transform.staged or wrap.transform.host:
                continue
            if not wrap.decorator and not passed(facts.module, wrap.site):
                continue
            function = wrap.function or made_function(facts, wrap.argument)
            if function is not None:
                yield _name(facts, function)
            elif wrap.dotted and not tested:  # what only tests compile runs as it is elsewhere
                yield from facts.project.names(wrap.dotted)

    def _leads(self, facts: Facts) -> None:
        """What calls without a condition, and definitions, lead to."""
        for inner in facts.module.all(*FUNCTIONS):
            outer = facts.module.function(inner)
            if outer is not None:
                self._ends[_name(facts, outer)].add(_name(facts, inner))
        for call in facts.module.all(ast.Call):
            caller, found = facts.module.function(call), calls(facts).callee(call.func)
            if caller is None or found is None or not passed(facts.module, call):
                continue
            if found.node is not None:
                self._ends[_name(facts, caller)].add(_name(facts, found.node))
            elif found.dotted:
                self._ends[_name(facts, caller)].update(facts.project.names(found.dotted))


def _name(facts: Facts, function: FunctionNode) -> _Name:
    if isinstance(function, ast.Lambda):
        return facts.display, function.lineno, function.col_offset
    return calls(facts).dotted(function)


def passed(module: Module, node: ast.AST) -> bool:
    """Whether code comes by a node each time that the function around it runs to its end.

    >>> def answers(text: str) -> list[bool]:
    ...     module = Module(text, "example")
    ...     return [passed(module, call) for call in module.all(ast.Call)]
    >>> answers("def f(x):\\n    if g(x):\\n        h(x)\\n    return x and k(x)")
    [True, False, False]
    >>> answers("def f(x):\\n    for _ in g(x):\\n        h(x)\\n    k(x)")
    [True, False, True]
    >>> answers("def f(x):\\n    if x:\\n        return\\n    g(lambda: h(x))")
    [False, True]
    """
    inner: ast.AST = node
    for around in module.ancestors(node):
        if isinstance(inner, ast.stmt):
            block = module.block_of(inner)
            if any(_leaves(module, one, inner) for one in block[: block.index(inner)]):
                return False
        if isinstance(around, (ast.Module, *FUNCTIONS)):
            return True
        if not _always(around, inner):
            return False
        inner = around
    return True


def _always(around: ast.AST, inner: ast.AST) -> bool:
    """Whether a part of a node is come by wherever the node is."""
    if isinstance(around, (ast.If, ast.IfExp, ast.While)):
        return inner is around.test
    if isinstance(around, ast.BoolOp):
        return inner is around.values[0]
    if isinstance(around, (ast.For, ast.AsyncFor)):
        return inner is around.iter
    if isinstance(around, ast.Try):
        return inner in around.body or inner in around.finalbody
    return not isinstance(
        around, (ast.ExceptHandler, ast.match_case, ast.comprehension, *COMPREHENSIONS)
    )


def _leaves(module: Module, statement: ast.stmt, beside: ast.stmt) -> bool:
    """Whether a statement may end the function that another one behind it stands in."""
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        return False
    home = module.function(beside)
    return any(module.function(one) is home for one in module.inside(ast.Return, statement))
