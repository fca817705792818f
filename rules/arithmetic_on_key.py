"""Keys that are made of others by arithmetic."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.guarded_late import made_of
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.subjects.keys.uses import key_use

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.BitXor, ast.Mod, ast.LShift, ast.BitOr)
_SAME_TYPE = ("jax.random.split", "jax.random.fold_in", "jax.random.clone")


class ArithmeticOnKey(Rule[ast.expr]):
    """A random key is made of another one by arithmetic.

    ## Why is this bad?
    A key of `jax.random.key` is no number: adding to it raises `TypeError`. An old key
    (`jax.random.PRNGKey`) is an array of two words, and takes the addition without a word; what
    comes out is no independent key, and next to another seed's it may be the same one.

    ## Example
    ```python
    import jax


    def noise(key, steps):
        out = 0.0
        for step in range(steps):
            out += jax.random.normal(key + step)
        return out
    ```
    Fold the number in: `jax.random.fold_in(key, step)`.

    ## When to keep it
    Never.
    """

    code = "JOL809"
    summary = "A random key is made of another one by arithmetic"
    words = ("random",)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not isinstance(node.op, (ast.Add, ast.BitXor)):
            return
        sides = (node.left, node.right)
        key = next((one for one in sides if is_old(self.facts, one)), None)
        if key is None or error_meant(self.facts, node):
            return
        number = node.right if key is node.left else node.left
        if any(match is node for match, _ in self.findings):
            return
        self.report(
            node,
            f"`{self.source(node)}` is arithmetic on a key of `jax.random.PRNGKey`: what comes out "
            "is no independent key, and a key of `jax.random.key` would raise TypeError",
            help=f"use `jax.random.fold_in({self.source(key)}, {self.source(number)})`",
        )

    def visit_Call(self, node: ast.Call) -> None:
        use = key_use(self.facts, node)
        made = self.facts.names.behind(use.key) if use is not None else None
        if not isinstance(made, ast.BinOp) or not isinstance(made.op, _OPERATORS):
            return
        key, number = made.left, made.right
        if isinstance(key, ast.Constant):
            key, number = number, key
        if any(match is made for match, _ in self.findings):
            return
        if is_old(self.facts, made.left) or is_old(self.facts, made.right):
            return  # `visit_BinOp` tells it
        if error_meant(self.facts, made):
            self.facts.doubt(made, "the error of {} may be what is waited for", made)
            return
        typed = is_typed(self.facts, key)
        cost = "it raises TypeError" if typed else (
            "keys of `jax.random.key` raise TypeError, and old ones give keys that are not "
            "independent"
        )  # fmt: skip
        self.report(
            made,
            f"`{self.source(made)}` is arithmetic on a key: {cost}",
            severity=Severity.ERROR if typed else Severity.INFO,
            help=f"use `jax.random.fold_in({self.source(key)}, {self.source(number)})`",
            because=(f"it is used as a key by `{self.source(node.func)}`",),
        )


def is_typed(facts: Facts, node: ast.expr, depth: int = 4) -> bool:
    """Whether an expression is certainly a key of `jax.random.key`, or made of one."""
    found = origins(facts, node)
    return bool(found) and depth > 0 and all(_is_typed(facts, one, depth) for one in found)


def is_old(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is certainly a key of `jax.random.PRNGKey`, or made of one."""
    if not isinstance(node, (ast.Name, ast.Subscript, ast.Call)):
        return False
    made = made_of(facts, node)
    if isinstance(made, ast.Subscript):
        return is_old(facts, made.value)
    name = facts.names.call(made)
    if name in _SAME_TYPE and isinstance(made, ast.Call) and made.args:
        return made.args[0] is not node and is_old(facts, made.args[0])
    return name == "jax.random.PRNGKey"


def _is_typed(facts: Facts, node: ast.expr, depth: int) -> bool:
    if isinstance(node, ast.Subscript):
        return is_typed(facts, node.value, depth - 1)
    name = facts.names.call(node)
    if name in _SAME_TYPE and isinstance(node, ast.Call) and node.args:
        return is_typed(facts, node.args[0], depth - 1)
    return name == "jax.random.key"
