"""Keys that are made of others by arithmetic."""

from __future__ import annotations

import ast

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

    def visit_Call(self, node: ast.Call) -> None:
        use = key_use(self.facts, node)
        made = self.facts.names.behind(use.key) if use is not None else None
        if not isinstance(made, ast.BinOp) or not isinstance(made.op, _OPERATORS):
            return
        key, number = made.left, made.right
        if isinstance(key, ast.Constant):
            key, number = number, key
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


def _is_typed(facts: Facts, node: ast.expr, depth: int) -> bool:
    if isinstance(node, ast.Subscript):
        return is_typed(facts, node.value, depth - 1)
    name = facts.names.call(node)
    if name in _SAME_TYPE and isinstance(node, ast.Call) and node.args:
        return is_typed(facts, node.args[0], depth - 1)
    return name == "jax.random.key"
