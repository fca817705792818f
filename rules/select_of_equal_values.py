"""Selections between a value and itself."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import positional, unpacks

_SELECTS = ("jax.numpy.where", "jax.lax.select")
_PURE = ("jax.numpy.", "jax.nn.", "jax.lax.", "numpy.")


def _renewed(stored: ast.Assign) -> tuple[str, bool] | None:
    """Of `y = where(test, y + 1, y)` the test, and whether both values are `y`; None for all
    that has no value which is the variable itself."""
    match stored:
        case ast.Assign([ast.Name(name)], ast.Call(args=[test, *values], keywords=[])):
            same = [isinstance(v, ast.Name) and v.id == name for v in values]
            return (ast.dump(test), all(same)) if len(values) == 2 and any(same) else None
    return None


class SelectOfEqualValues(Rule[ast.Call]):
    """Both values that `jnp.where` selects from are the same.

    ## Why is this bad?
    Whatever the condition says, the same comes out: one of the two was meant to be another one.
    A step that is to be skipped where gradients are not finite selects between the new parameters
    and the *old* ones; where the name of the old ones has been given to the new ones before, it
    selects between the new and the new, and takes NaN.

    ## Example
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(state, grads):
        finite = jnp.all(jnp.isfinite(grads))
        state = state.apply_gradients(grads=grads)
        kept = jax.tree.map(partial(jnp.where, finite), state.params, state.params)
        return state.replace(params=kept)
    ```
    Keep the new state under a name of its own: `new = state.apply_gradients(grads=grads)` and
    `jax.tree.map(partial(jnp.where, finite), new.params, state.params)`.

    ## When to keep it
    Never. Values that draw or take something anew each time they are written are not reported, nor
    are tests. Where several variables are renewed by turns, each by a condition of its own, and a
    line only says that one of them stays, that is for information, and so is a value that is
    written out, `jnp.zeros(3)`.
    """

    code = "JOL867"
    summary = "A selection is between a value and itself"
    words = ("where", "select")

    def matches(self) -> Iterable[ast.Call]:
        """The first selection by each condition of a function: the others are one mistake."""
        first: dict[tuple[ast.AST | None, str], ast.Call] = {}
        for call in self.facts.module.all(ast.Call):
            by = self._condition(call)
            if by is not None:
                around = self.facts.module.function(call)
                first.setdefault((around, ast.dump(by)), call)
        return first.values()

    def judge(self, node: ast.Call) -> None:
        value = self.source(node.args[1])
        of = "the leaves of " if self.facts.names.call(node) in LEAF_MAPS else ""
        self.report(
            node,
            f"this selects between {of}`{value}` and the same again: the condition decides nothing",
            help="one of the two was meant to be another value",
            severity=Severity.INFO if self._in_turn(node) or self._is_written(node) else None,
        )

    def _is_written(self, node: ast.Call) -> bool:
        """Whether the value is written out: a default for all that is left, beside like ones."""
        names = (n for n in ast.walk(node.args[1]) if isinstance(n, ast.Name))
        return all(self.facts.names.of(name) for name in names)

    def _in_turn(self, node: ast.Call) -> bool:
        """Whether several variables are renewed by turns, and the line only says of one of them
        that it stays: `x = where(a, x + 1, x)`, `y = where(a, y, y)`, `x = where(b, x, x)`, ...
        """
        stored = self.facts.module.stored_by(node)
        block = self.facts.module.block_of(stored) if stored is not None else []
        own = [s for s in block if isinstance(s, ast.Assign) and _renewed(s) is not None]
        if stored not in own:
            return False
        by, mine = ast.dump(node.args[0]), ast.unparse(stored.targets[0])
        found = [(s, ast.unparse(s.targets[0]), *_renewed(s)) for s in own]  # type: ignore[misc]
        changes = [(name, test) for s, name, test, same in found if not same]
        return any(name != mine and test == by for name, test in changes) and any(
            name == mine and test != by for name, test in changes
        )

    def _condition(self, node: ast.Call) -> ast.expr | None:
        """What decides a selection, and decides nothing, as both values are the same."""
        if len(node.args) != 3 or node.keywords or unpacks(node):
            return None
        condition, first, second = node.args
        if isinstance(first, ast.Constant) or ast.dump(first) != ast.dump(second):
            return None
        name = self.facts.names.call(node)
        if name not in _SELECTS and not (name in LEAF_MAPS and self._selects(condition)):
            return None
        if in_test(self.facts, node) or not self._is_pure(first):
            return self.facts.doubt(
                node, "{} may be another one each time, or a test is around it", first
            )
        return condition

    def _selects(self, mapped: ast.expr) -> bool:
        """Whether what is mapped over two trees is a selection between their leaves."""
        match mapped:
            case ast.Call(args=[select, _], keywords=[]):
                partial = self.facts.names.call(mapped) == "functools.partial"
                return partial and self.facts.names.of(select) in _SELECTS
            case ast.Lambda(body=ast.Call(args=[_, ast.Name(a), ast.Name(b)], keywords=[]) as body):
                given = positional(mapped)
                return self.facts.names.call(body) in _SELECTS and sorted((a, b)) == sorted(given)
        return False

    def _is_pure(self, value: ast.expr) -> bool:
        """Whether a value is the same, written twice."""
        for part in ast.walk(value):
            if isinstance(part, (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)):
                return False
            if isinstance(part, ast.Call):
                name = self.facts.names.call(part) or ""
                if not name.startswith(_PURE) or ".random." in name:
                    return False
        return True
