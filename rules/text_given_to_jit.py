"""Texts, functions and plain objects given to parameters that a compiled function traces."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import Wrap, calls, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.objects import is_plain_object
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import DEFINITIONS, arguments, positional

_BASES = 3  # on each other
_PLAIN = ("jax.jit", "jax.pmap")


class TextGivenToJit(Rule[ast.expr]):
    """A compiled function is given a text, a function or a plain object as if it were an array.

    ## Why is this bad?
    What `jax.jit` compiles takes arrays, numbers and containers of these; all else has to be
    static. A text, a function, or an object of a class that JAX cannot take apart, raises
    `TypeError` ("not a valid JAX type") at the call, whether or not the parameter is used.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def dense(x, w, activation):
        return jnp.tanh(x @ w) if activation == "tanh" else x @ w


    def encoder(x, w):
        return dense(x, w, "tanh")
    ```
    Make the parameter static: `@partial(jax.jit, static_argnames="activation")`. Each value is
    compiled for itself. A class whose objects hold arrays is registered as a pytree
    (`jax.tree_util.register_dataclass`), or its arrays are given in its place.

    ## When to keep it
    Never: it raises. What waits for the error is not reported.
    """

    code = "JOL118"
    summary = "A compiled function is given what is no array and not static"
    severity = Severity.ERROR
    words = ("jit", "pmap")

    def visit_Call(self, node: ast.Call) -> None:
        wrap = tracing(self.facts).jitted(node.func)
        if wrap is None or wrap.name not in _PLAIN:
            return
        for value, name in self._traced(node, wrap):
            what = self._no_array(value)
            if what is None:
                continue
            if error_meant(self.facts, node):
                self.facts.doubt(node, "the error of {} may be what is waited for", node)
                return
            parameter = f" for `{name}`" if name else ""
            static = f'make it static: `static_argnames="{name}"`' if name else "make it static"
            self.report(
                value,
                f"`{self.source(node.func)}` is compiled and given {what}{parameter}, which is not "
                "static: the call raises TypeError",
                help="register the class as a pytree, or hand in its arrays"
                if "object" in what
                else static,
                because=(f"compiled at {self.facts.at(wrap.site)}",),
            )

    def _traced(self, call: ast.Call, wrap: Wrap) -> list[tuple[ast.expr, str]]:
        """What a call gives that is certainly traced, with the name of the parameter."""
        if wrap.function is None:
            return self._of_unknown(call, wrap)
        static, known = tracing(self.facts).static(wrap)
        callee = calls(self.facts).callee(call.func)
        function = wrap.function
        if not known or callee is None or function is None or callee.node is not function:
            return []
        if len(callee.wraps) > 1:
            return []  # what lies around it may bind parameters, or keep them from it
        if not any(isinstance(a, ast.Starred) for a in call.args):
            given = arguments(call, function, callee.bound)
            return [(value, name) for name, value in given if name not in static]
        if static - {*positional(function)[: wrap.bound], *wrap.bound_names}:
            return []
        names = [(k.value, k.arg) for k in call.keywords if k.arg is not None]
        return [(a, "") for a in call.args if not isinstance(a, ast.Starred)] + names

    def _of_unknown(self, call: ast.Call, wrap: Wrap) -> list[tuple[ast.expr, str]]:
        """What `jit(f)`, which makes nothing static, is given: all of it is traced, whatever `f`
        is, where the result goes by one name that is bound once."""
        made = self.facts.names.value(call.func)
        if made is not wrap.site or not isinstance(made, ast.Call):
            return []
        if len(made.args) != 1 or made.keywords or wrap.bound or wrap.bound_names:
            return []
        return [(a, "") for a in call.args if not isinstance(a, ast.Starred)]

    def _no_array(self, node: ast.expr) -> str | None:
        """What an expression is where it is certainly nothing that JAX can trace."""
        found = self.facts.names.behind(node)
        match found:
            case ast.Constant(str(text)):
                return f'the text "{text}"' if len(text) < 20 else "a text"
            case ast.JoinedStr():
                return "a text"
            case ast.Lambda():
                return "a function"
            case ast.Tuple(parts) | ast.List(parts) | ast.Dict(values=parts):
                inner = filter(None, (self._no_array(part) for part in parts))
                return next((f"a container with {what}" for what in inner), None)
        binding = self.facts.names.only_binding(node)
        if binding is not None and isinstance(binding.node, DEFINITIONS):
            return None if binding.node.decorator_list else f"the function `{binding.name}`"
        return self._plain_object(node)

    def _plain_object(self, node: ast.expr) -> str | None:
        """What an expression is where it is an object of a class that is no pytree."""
        made = origins(self.facts, node)
        classes = [one.func for one in made if isinstance(one, ast.Call)]
        if not made or len(classes) != len(made):
            return None
        if not all(is_plain_object(self.facts, one, _BASES) for one in classes):
            return None
        return f"an object of the class `{self.source(classes[0])}`"
