"""Derivatives along a direction of which the value alone is read."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import unpacks

_JVP = ("jax.jvp", "equinox.filter_jvp")


class TangentDropped(Rule[ast.Call]):
    """Of what `jax.jvp` gives, the value is read, and the derivative is not.

    ## Why is this bad?
    `jax.jvp(f, primals, tangents)` gives `(f(*primals), derivative)`: the value first. `[0]` is the
    value of the function itself, whatever the tangents are. Where a derivative was meant, that is
    a silent error; where the value was, the tangents serve nothing.

    ## Example
    ```python
    import jax


    def acceleration(velocity, x):
        return jax.jvp(velocity, (x,), (velocity(x),))[0]
    ```
    Take `[1]` for the derivative, or call the function for its value.

    ## When to keep it
    Never with `[0]`: `f(*primals)` says the same. Where the derivative is given a name that nobody
    reads, it may be wanted later: that is for information.
    """

    code = "JOL532"
    summary = "Of what `jax.jvp` gives, the derivative is never read"
    words = ("jvp",)

    def visit_Call(self, node: ast.Call) -> None:
        facts = self.facts
        name = facts.names.call(node)
        if name not in _JVP or unpacks(node) or any(k.arg == "has_aux" for k in node.keywords):
            return
        if in_test(facts, node) or error_meant(facts, node):
            return
        function = self.quoted(node.args[0], "the function") if node.args else "the function"
        match facts.module.parent[node]:
            case ast.Subscript(_, ast.Constant(0)):
                self.report(
                    node,
                    f"`[0]` of `{self.source(node.func)}` is the value of {function}, not its "
                    "derivative: the tangents have no part in it",
                    help="take `[1]`, which is the derivative along the tangents",
                )
            case ast.Assign([ast.Tuple([ast.Name(), ast.Name() as tangent])]):
                holder = facts.module.holder(tangent)
                if holder is None or holder is facts.module.top:
                    return
                if not facts.module.reads(holder, tangent.id):
                    self.report(
                        node,
                        f"nothing reads the derivative that `{self.source(node.func)}` gives: its "
                        f"value is that of {function}",
                        help="call the function for its value",
                        severity=Severity.INFO,
                    )
