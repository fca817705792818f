"""Python control flow that asks for the truth of a traced value."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.abstract import rewritten, why_abstract
from jaxopt_lint.semantics.jax.basics import Kind, values
from jaxopt_lint.semantics.jax.expected import tracer_error_meant
from jaxopt_lint.semantics.jax.machine.confirmed import confirmed
from jaxopt_lint.semantics.python.nodes import leaves


class PythonBranchOnTracer(Rule[ast.If | ast.expr]):
    """An `if`, `while`, `assert`, `and`, `or` or `not` decides on a traced value.

    ## Why is this bad?
    Under `jax.jit` Python runs once, on abstract values: which way a branch goes is not known,
    and asking for it raises `TracerBoolConversionError`.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def clipped(x):
        norm = jnp.linalg.norm(x)
        if norm > 1.0:
            return x / norm
        return x
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def clipped(x):
        norm = jnp.linalg.norm(x)
        return jnp.where(norm > 1.0, x / norm, x)
    ```
    Or branch on the device with `jax.lax.cond`; a loop becomes `jax.lax.while_loop`, an assertion
    `checkify.check`.

    ## Fix safety
    The original raises in traced code. `jnp.where` computes both values, so the fix is only offered
    where each is one expression of array functions, and it is not applied without asking: both
    values get the same type and shape, and a value that is infinite where it is not chosen still
    has a gradient, which may be no number. Where the file shows that the function is
    differentiated, divisions, roots and logarithms are left to you.

    ## When to keep it
    Never in traced code: it raises. Tests of what is known while tracing (`x is None`, shapes,
    dtypes, static arguments) are not reported.
    """

    code = "JOL105"
    summary = "Python control flow decides on a traced value"
    severity = Severity.ERROR
    stops_traces = True
    fix = "where"

    def visit_If(self, node: ast.If) -> None:
        self._decide(node.test, "`if`", "choose with `jnp.where` or `jax.lax.cond`", node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._decide(node.test, "`... if ... else ...`", "choose with `jnp.where`", node)

    def visit_While(self, node: ast.While) -> None:
        self._decide(node.test, "`while`", "loop with `jax.lax.while_loop`")

    def visit_Assert(self, node: ast.Assert) -> None:
        self._decide(node.test, "`assert`", "check with `checkify.check`, or outside")

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        if not self._in_test(node):
            word = "and" if isinstance(node.op, ast.And) else "or"
            # The last operand is only handed on.
            for value in node.values[:-1]:
                self._decide(value, f"`{word}`", f"use `jnp.logical_{word}`")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not) and not self._in_test(node):
            self._decide(node.operand, "`not`", "use `jnp.logical_not`")

    def visit_Compare(self, node: ast.Compare) -> None:
        if isinstance(node.ops[0], (ast.In, ast.NotIn)) and not self._in_test(node):
            if not isinstance(self.facts.module.parent[node], (ast.BoolOp, ast.UnaryOp)):
                self._decide(node, "`in`", "use `jnp.isin`")

    def visit_Call(self, node: ast.Call) -> None:
        """`max(x, 1.0)` asks which one is larger."""
        if not self.facts.names.is_builtin(node.func, "max", "min") or len(node.args) < 2:
            return
        for value in node.args:
            if values(self.facts).kind(value) is Kind.TRACER:
                word = self.source(node.func)
                self._decide(value, f"`{word}`", f"use `jnp.{word}imum`")
                return

    # -----------------------------------------------------------------------------------

    def _decide(
        self, test: ast.expr, word: str, help: str, whole: ast.If | ast.IfExp | None = None
    ) -> None:
        for leaf in leaves(test):
            if not self._traced(leaf):
                continue
            why = why_abstract(self.facts, leaf)
            if why is not None and not self._provided_for(leaf):
                why = confirmed(self.facts, leaf, why)
            else:
                why = None
            if why is not None:
                source = self.source(leaf)
                self.report(
                    leaf if whole is None else whole,
                    f"{word} decides on `{source}`, which is traced ({why}): "
                    "it raises TracerBoolConversionError",
                    help=help,
                    at=leaf,
                    because=(why,),
                    cause="traced values",  # nothing comes to the second
                )
                return

    def _provided_for(self, leaf: ast.expr) -> bool:
        """Whether the error is waited for, or a decorator may translate the control flow."""
        function = self.facts.module.function(leaf)
        if function is not None and rewritten(self.facts, function):
            return True
        return tracer_error_meant(self.facts, leaf)

    def _traced(self, node: ast.expr) -> bool:
        """Whether a value is certainly one traced array; a container has a truth of its own."""
        kinds = values(self.facts)
        if not isinstance(node, ast.Compare):
            return kinds.kind(node) is Kind.TRACER
        if isinstance(node.ops[0], (ast.In, ast.NotIn)):
            items = node.comparators[0]
            written = items.elts if isinstance(items, (ast.Tuple, ast.List)) else []
            asked = node.left if written and all(map(_is_number, written)) else items
            return kinds.kind(asked) is Kind.TRACER
        if kinds.kind(node) is not Kind.TRACER:
            return False
        if not all(isinstance(op, (ast.Eq, ast.NotEq)) for op in node.ops):
            return True
        # `==` of containers is a plain bool where they differ in length.
        sides = [node.left, *node.comparators]
        return any(kinds.kind(s) is Kind.TRACER or _is_number(s) for s in sides)

    def _in_test(self, node: ast.expr) -> bool:
        """Whether a statement's test is what an operator belongs to: reported with that."""
        for child, around in self.facts.module.way_out(node):
            if isinstance(around, (ast.If, ast.While, ast.IfExp, ast.Assert)):
                return child is around.test
            if not isinstance(around, (ast.BoolOp, ast.UnaryOp)):
                return False
        return False


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)
