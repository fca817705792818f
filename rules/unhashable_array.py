"""Arrays of JAX where something with a hash is needed."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import calls
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.jax.expected import error_meant

_CACHES = frozenset({"functools.lru_cache", "functools.cache"})


class UnhashableArray(Rule[ast.expr]):
    """An array of JAX is the key of a dictionary, or is given to a cached function.

    ## Why is this bad?
    Arrays have no hash, as they are compared element by element. `functools.lru_cache` looks its
    arguments up by their hash, as dictionaries and sets do: all of them raise `TypeError`.

    ## Example
    ```python
    import functools

    import jax.numpy as jnp


    @functools.lru_cache
    def kernel(x):
        return jnp.exp(-(x**2))


    y = kernel(jnp.ones(3))
    ```
    Cache by what makes the array, its length say, and look up by `int(x)` or `x.item()`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL856"
    summary = "An array, which has no hash, is a key or is given to a cached function"
    severity = Severity.ERROR
    words = ("jax",)

    def visit_Call(self, node: ast.Call) -> None:
        if not isinstance(node.func, ast.Name) or "cache" not in self.facts.module.text:
            return
        found = calls(self.facts).callee(node.func)
        binding = self.facts.names.only_binding(node.func)
        made = binding.node if binding is not None else None
        cached = isinstance(made, ast.FunctionDef) and any(
            self.facts.names.of(d.func if isinstance(d, ast.Call) else d) in _CACHES
            for d in made.decorator_list
        )
        if not cached or (found is not None and found.node is not made):
            return
        for value in (*node.args, *(k.value for k in node.keywords)):
            if made_array(self.facts, value) and not error_meant(self.facts, node):
                self._tell(value, f"`{node.func.id}` looks its arguments up by their hash")
                return

    def visit_Dict(self, node: ast.Dict) -> None:
        for key in node.keys:
            if (
                key is not None
                and not isinstance(key, ast.Constant)
                and made_array(self.facts, key)
            ):
                if not error_meant(self.facts, node):
                    self._tell(key, "a dictionary looks its keys up by their hash")
                    return

    def _tell(self, node: ast.expr, why: str) -> None:
        self.report(
            node,
            f"{why}, and the array `{self.source(node)}` has none: it raises TypeError",
            help="use what makes the array, or `.item()` of a single number",
        )
