"""Transforms of JAX that are given a layer of the module of Linen around them."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.linen_modules import layer_called, makes_layer
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import FunctionNode

_LIFTED = {
    "jax.lax.scan": "nn.scan", "jax.lax.while_loop": "nn.while_loop", "jax.lax.cond": "nn.cond",
    "jax.lax.switch": "nn.switch", "jax.lax.fori_loop": "nn.scan", "jax.lax.map": "nn.scan",
    "jax.checkpoint": "nn.remat", "jax.jit": "nn.jit",
}  # fmt: skip


class JaxTransformOfSubmodule(Rule[ast.Call]):
    """A module of Flax Linen hands one of its layers to `jax.lax.scan`, `cond`, `checkpoint`, ...

    ## Why is this bad?
    A layer makes its parameters when it is first called, and Linen keeps them. Where that happens
    while JAX traces the body of a scan, a branch or a checkpoint, what is kept is a tracer: `init`
    gives parameters that raise `UnexpectedTracerError` as soon as somebody uses them. Handed over
    as it is, a layer raises at once, as it cannot be hashed.

    ## Example
    ```python
    import flax.linen as nn
    import jax


    class Encoder(nn.Module):
        width: int

        @nn.compact
        def __call__(self, carry, rows):
            cell = nn.GRUCell(self.width)
            return jax.lax.scan(lambda state, row: cell(state, row), carry, rows)
    ```
    Use Linen's own: `nn.scan`, `nn.remat`, `nn.cond`, `nn.while_loop`, `nn.jit`, which know about
    variables; or `nn.RNN(cell)`.

    ## When to keep it
    Where the layer has its parameters by then: modules that call it before the transform are not
    reported.
    """

    code = "JOL829"
    summary = "A layer of Linen is run in a transform of JAX, which leaks its parameters"
    words = ("flax",)

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node) or ""
        if name not in _LIFTED:
            return
        owner = self.facts.module.owner(node)
        method = next(
            (f for f in self.facts.module.functions(node)
             if isinstance(f, ast.FunctionDef) and self.facts.module.class_of(f) is owner),
            None,
        )  # fmt: skip
        if owner is None or method is None or framework_of(self.facts, owner) != "linen":
            return
        transform = TRANSFORMS.get(name)
        places = transform.positions if transform is not None else (0,)
        for place in places:
            given = node.args[place] if place < len(node.args) else None
            layer = self._runs(given, method, owner) if given is not None else None
            if layer is None or error_meant(self.facts, node):
                continue
            if self._is_called_outside(layer, node, method):
                self.facts.doubt(node, "{} is called outside of it, too", layer)
                continue
            self.report(
                node,
                f"`{self.source(node.func)}` traces the call of `{self.source(layer)}`, which "
                "makes its parameters there: they leak as tracers",
                help=f"use `{_LIFTED[name]}`",
            )
            return

    def _runs(
        self, given: ast.expr, method: ast.FunctionDef, owner: ast.ClassDef
    ) -> ast.expr | None:
        """The layer that a function runs, or that is given in its place."""
        if self._is_layer(given, method, owner):
            return given
        found = calls(self.facts).callee(given)
        body: FunctionNode | None = found.node if found is not None else None
        if body is None or not self.facts.module.within(body, method):
            return None
        for call in self.facts.module.inside(ast.Call, body):
            if self._is_layer(call.func, method, owner):
                made = self.facts.names.value(call.func)
                if made is None or not self.facts.module.within(made, body):
                    return call.func
        return None

    def _is_layer(self, node: ast.expr, method: ast.FunctionDef, owner: ast.ClassDef) -> bool:
        if layer_called(self.facts, method, node) is not None:
            return True
        stored = calls(self.facts).stored_in(node)
        return len(stored) == 1 and makes_layer(self.facts, stored[0])

    def _is_called_outside(
        self, layer: ast.expr, transform: ast.Call, method: ast.FunctionDef
    ) -> bool:
        text = self.source(layer)
        return any(
            self.source(call.func) == text
            for call in self.facts.module.inside(ast.Call, method)
            if self.facts.module.function(call) is method
            and call is not transform
            and call.func is not layer
        )
