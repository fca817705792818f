"""A traced parameter where JAX needs a value that is known while tracing."""

from __future__ import annotations

import ast
from functools import cached_property

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.static_arguments import AXIS, STATIC_ARGUMENTS
from jaxopt_lint.semantics.jax.basics import calls, tracing, values
from jaxopt_lint.semantics.jax.kinds import TRACED, Kind
from jaxopt_lint.semantics.python import FunctionNode, arguments


class ShapeFromTracedArgument(Rule[ast.Name]):
    """A shape, length, axis or mode is taken from a traced argument.

    ## Why is this bad?
    Inside `jax.jit` an argument has no value, only a shape and a dtype. Where its value would
    decide on a shape, on the number of iterations of a Python loop or between modes by name, the
    call raises at trace time. Marked as static, the argument keeps its value, and the function is
    compiled once for each value that it is given.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def pad(x, n):
        return jnp.concatenate([x, jnp.zeros(n)])
    ```
    becomes
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames=("n",))
    def pad(x, n):
        return jnp.concatenate([x, jnp.zeros(n)])
    ```

    ## Fix safety
    Safe where every use of the function is a call in the same file that gives the argument a
    literal. Else unsafe: callers that pass an array for the argument then raise, since a static
    argument must be hashable, and every new value compiles again.

    ## When to keep it
    Never as it stands: it raises. Where the value changes at every step, pad to a fixed size and
    mask instead.
    """

    code = "JOL103"
    summary = "A shape, length or axis taken from a traced argument"
    severity = Severity.ERROR
    stops_traces = True
    fix = "static-argnames"
    words = ("jit",)

    def visit_Call(self, node: ast.Call) -> None:
        facts = self.facts
        function = facts.module.function(node)
        if function is None:
            return
        name = facts.names.call(node)
        if name is None and facts.names.is_builtin(node.func, "range"):
            name = "range"
        for argument, what in self._static_arguments(node, name):
            for parameter in self._parameters(argument):
                self._judge(function, parameter, argument, f"`{what}`")

    def visit_Compare(self, node: ast.Compare) -> None:
        function = self.facts.module.function(node)
        sides = [node.left, *node.comparators]
        if function is None or not any(_is_text(side) for side in sides):
            return
        contains = isinstance(node.ops[0], (ast.In, ast.NotIn))
        if all(isinstance(op, (ast.Eq, ast.NotEq, ast.In, ast.NotIn)) for op in node.ops):
            # `"name" in x` asks a dict for a key.
            for side in sides[:1] if contains else sides:
                if isinstance(side, ast.Name):
                    self._judge(function, side, node, "the comparison with a string")

    def visit_If(self, node: ast.If) -> None:
        self._flag(node.test)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._flag(node.test)

    def _flag(self, test: ast.expr) -> None:
        """`if training:`, where a call in the file passes `True` or `False` for it."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test = test.operand
        function = self.facts.module.function(test)
        if not isinstance(test, ast.Name) or function is None:
            return
        for call in calls(self.facts).callers(function):
            value = dict(arguments(call, function)).get(test.id)
            if isinstance(value, ast.Constant) and isinstance(value.value, bool):
                self._judge(function, test, test, "the branch")

    def _static_arguments(self, node: ast.Call, name: str | None) -> list[tuple[ast.expr, str]]:
        out: list[tuple[ast.expr, str]] = []
        if name in STATIC_ARGUMENTS:
            positions, keywords = STATIC_ARGUMENTS[name]
            short = name.rpartition(".")[2]
            out += [(node.args[i], short) for i in positions if i < len(node.args)]
            out += [(k.value, short) for k in node.keywords if k.arg in keywords]
        if name is not None and name.startswith("jax.numpy."):
            out += [(k.value, f"{k.arg}=") for k in node.keywords if k.arg in AXIS]
        if name is None and isinstance(node.func, ast.Attribute) and node.func.attr == "reshape":
            if values(self.facts).kind(node.func.value) in TRACED:
                out += [(a, "reshape") for a in node.args]
        return out

    def _parameters(self, node: ast.expr) -> list[ast.Name]:
        """The names that a size is worked out from by plain arithmetic."""
        if isinstance(node, ast.Name):
            return [node]
        if isinstance(node, ast.BinOp):
            return self._parameters(node.left) + self._parameters(node.right)
        if isinstance(node, (ast.Tuple, ast.List)):
            return [name for item in node.elts for name in self._parameters(item)]
        return []

    @cached_property
    def _said(self) -> set[tuple[FunctionNode | None, str]]:
        return set()

    def _judge(self, function: FunctionNode, name: ast.Name, at: ast.expr, what: str) -> None:
        facts = self.facts
        traced = tracing(facts).traced_parameters(function)
        if name.id not in traced or values(facts).kind(name) is not Kind.TREE:
            return
        wraps = [w for w in tracing(facts).of(function) if w.transform.kind == "jit"]
        if not wraps or len(tracing(facts).of(function)) != len(wraps):
            return
        if (function, name.id) in self._said:
            return  # once for each parameter is enough
        self._said.add((facts.module.function(name), name.id))
        self.report(
            name,
            f"{what} needs the value of `{name.id}`, which is traced ({traced[name.id]}): it "
            "raises",
            at=at,
            help=f'make it static: `static_argnames="{name.id}"`',
            because=(traced[name.id],),
        )


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        return bool(node.elts) and all(_is_text(e) for e in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
