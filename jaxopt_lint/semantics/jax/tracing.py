"""What follows from the transforms of a project: which code runs at trace time, and why."""

from __future__ import annotations

import ast
from functools import cached_property

from jaxopt_lint.semantics.jax import factories, staging
from jaxopt_lint.semantics.jax.applied import Applied
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.collectives import needs_axis
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.wraps import Wrap
from jaxopt_lint.semantics.python import FunctionNode, arguments, form, grouped, positional


class Tracing(Applied):
    """Transforms applied in one file, and what follows from them."""

    def staged(self, function: FunctionNode | None) -> str | None:
        """Why a function runs on abstract values at trace time; None if nothing says so.

        The answer is a witness chain for people: "jitted at train.py:41, through `loss`".
        """
        return staging.staged(self.facts).get(function) if function is not None else None

    def untraced(self, function: FunctionNode | None) -> bool:
        """Whether neither this file nor another one is seen to trace a function, nor may by a
        call of a method on what is not known, nor one to which another file hands it on, nor the
        transform that names the axis of its collectives; nothing traces the top of a file."""
        if function is None:
            return True
        if self.staged(function) is not None or self.elsewhere(function):
            return False
        around = (function, *self.module.functions(function))
        names = {calls(self.facts).dotted(one) for one in around} - {*self.facts.project.hosted}
        if not names.isdisjoint(self.facts.project.passed):
            return False
        return not (any(self._is_called(one) for one in around) or needs_axis(self.facts, function))

    def _is_called(self, method: FunctionNode) -> bool:
        """Whether traced code of this file calls a method of this name, as this one can be called,
        on an object whose class is not known: `state.apply_gradients(grads=grads)`."""
        if isinstance(method, ast.Lambda) or self.module.class_of(method) is None:
            return False
        for call in self._method_calls.get(method.name, ()):
            known = calls(self.facts).callee(call.func)
            if (known is None or known.node in (None, method)) and form(method, 1).fits(call):
                if self.staged(self.module.function(call)) is not None:
                    return True
        return False

    @cached_property
    def _method_calls(self) -> dict[str, list[ast.Call]]:
        """The calls of attributes, by the attribute's name."""
        return grouped(
            (call.func.attr, call)
            for call in self.module.all(ast.Call)
            if isinstance(call.func, ast.Attribute)
        )

    def differentiated(self, function: FunctionNode | None) -> str | None:
        """Why gradients flow through a function; None if nothing says so."""
        return staging.differentiated(self.facts).get(function) if function is not None else None

    def jitted(self, node: ast.expr) -> Wrap | None:
        """The jit or pmap behind a callable expression: calling it runs a compiled function."""
        return factories.jitted(self.facts, node)

    def jitted_elsewhere(self, node: ast.expr) -> bool:
        """Whether a callable expression is a function that another file decorates with jit, or
        makes."""
        return factories.jitted_elsewhere(self.facts, node)

    def compiled(self, node: ast.expr) -> bool:
        """Whether calling an expression runs something compiled, of this file or another one."""
        if self.jitted(node) is not None or self.jitted_elsewhere(node):
            return True
        return factories.each_way(self.facts, node)

    def static_arguments(self, call: ast.Call, wrap: Wrap) -> list[tuple[str, ast.expr]]:
        """The static parameters that a call of what was compiled gives a value, with the value."""
        callee = calls(self.facts).callee(call.func)
        static, known = self.static(wrap)
        if callee is None or wrap.function is None or not known:
            return []
        static = static - {*positional(wrap.function)[: wrap.bound], *wrap.bound_names}
        given = arguments(call, wrap.function, callee.bound)
        return [(name, value) for name, value in given if name in static]


@fact
def tracing(facts: Facts) -> Tracing:
    """Which functions run under which transforms, and why."""
    return Tracing(facts)
