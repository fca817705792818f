"""Texts of `jax.debug.print` that are made while the code is traced."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.abstract import why_abstract
from jaxopt_lint.semantics.jax.basics import values
from jaxopt_lint.semantics.jax.expected import error_meant


class FormattedDebugPrint(Rule[ast.Call]):
    """`jax.debug.print` is given a text that Python has formatted already, or one in its old style.

    ## Why is this bad?
    `jax.debug.print("loss = {}", loss)` prints each value when it is there. An f-string is made
    while the function is traced, once: it prints `JitTracer<float32[]>` each time. The text
    is formatted like `str.format` does it, so `"%s"` has no place for an argument, and raises.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(x):
        y = jnp.sin(x)
        jax.debug.print(f"y = {y}")
        return y
    ```
    Write `jax.debug.print("y = {y}", y=y)`.

    ## When to keep it
    Where only static values stand in the text; that is not reported.
    """

    code = "JOL835"
    summary = "A text for `jax.debug.print` is formatted while tracing"
    words = ("debug",)

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.names.call(node) != "jax.debug.print" or not node.args:
            return
        if error_meant(self.facts, node):
            return
        text = self.facts.names.behind(node.args[0])
        if isinstance(text, ast.Constant) and isinstance(text.value, str):
            given = len(node.args) > 1
            if given and "%" in text.value and "{" not in text.value:
                self.report(
                    node,
                    "`jax.debug.print` formats its text like `str.format`, which finds no place "
                    f"for what it is given in {text.value!r}: it raises ValueError",
                    help='write `{}` for each value: `jax.debug.print("x = {}", x)`',
                )
            return
        value = self._formatted(text)
        why = why_abstract(self.facts, node) if value is not None else None
        if value is not None and why is not None:
            self.report(
                node,
                f"`{self.source(value)}` is formatted while the code is traced ({why}): what is "
                "printed each time is the tracer",
                help=f'`jax.debug.print("... {{x}}", x={self.source(value)})`',
            )

    def _formatted(self, text: ast.expr | None) -> ast.expr | None:
        """The traced value that stands in a text."""
        match text:
            case ast.JoinedStr(parts):
                found = [p.value for p in parts if isinstance(p, ast.FormattedValue)]
            case ast.Call(ast.Attribute(ast.Constant(str()), "format"), given):
                found = list(given)
            case ast.BinOp(ast.Constant(str()), ast.Mod(), right):
                found = list(right.elts) if isinstance(right, ast.Tuple) else [right]
            case _:
                found = []
        return next((v for v in found if values(self.facts).traced(v)), None)
