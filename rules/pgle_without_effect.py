"""Profile-guided compilation of what is compiled already."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.tracing import tracing

_STAGES = ("lower", "trace")


class PgleWithoutEffect(Rule[ast.AST]):
    """Profile-guided latency estimates meet a program that is not compiled again.

    ## Why is this bad?
    The automatic profile-guided latency estimator (PGLE) measures the first runs of a function and
    then compiles it again. A function that was compiled ahead of time is never compiled again: the
    runs are profiled, which costs time, and nothing comes of it. Ahead-of-time compilation itself
    starts from the function, `step.lower(x)`; `step(x).lower()` runs the step and asks its result.

    ## Example
    ```python
    import jax
    from jax._src import config


    @jax.jit
    def step(x):
        return x @ x


    def train(x):
        compiled = step.lower(x).compile()
        with config.enable_pgle(True), config.pgle_profiling_runs(1):
            return compiled(x)
    ```
    Call `step` itself, which is compiled when it is called.

    ## When to keep it
    When the compiled program comes from a cache that already holds what PGLE found.
    """

    code = "JOL904"
    summary = "Profile-guided compilation meets a program that is compiled already"
    words = ("pgle", ".lower(", ".trace(")

    def visit_With(self, node: ast.With) -> None:
        if not any(self._enables(item.context_expr) for item in node.items):
            return
        for call in (n for n in self.facts.module.inside(ast.Call, *node.body)):
            if made := self._compiled(call.func):
                was = f"`{self.source(call.func)}` was compiled on line {made.lineno}"
                idle = f"{was}, so that PGLE profiles it for nothing"
                self.report(call, idle, help="call the function itself")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        call = node.value
        around = self.facts.module.parent.get(node)
        if node.attr not in _STAGES or not isinstance(call, ast.Call):
            return
        if not isinstance(around, ast.Call) or around.func is not node:
            return
        if tracing(self.facts).jitted(call.func) is None:
            return
        function = self.source(call.func)
        self.report(
            node,
            f"`{function}(...)` runs `{function}`, and its result has no `{node.attr}`: "
            "it raises AttributeError",
            help=f"give the arguments to `{function}.{node.attr}`",
            severity=Severity.ERROR,
        )

    def _enables(self, context: ast.expr) -> bool:
        called = self.facts.names.call(context) or ""
        if called.rpartition(".")[2] != "enable_pgle" or not called.startswith("jax."):
            return False
        assert isinstance(context, ast.Call)
        return any(isinstance(a, ast.Constant) and a.value is True for a in context.args)

    def _compiled(self, function: ast.expr) -> ast.expr | None:
        """Where a callable was compiled ahead of time, if it certainly was."""
        match self.facts.names.value(function):
            case ast.Call(ast.Attribute(ast.Call(ast.Attribute(_, "lower")), "compile")) as made:
                return made
        return None
