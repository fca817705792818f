"""Elements of arrays that are assigned in place."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import values
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.kinds import TRACED
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.jax.writes import is_view
from jaxopt_lint.semantics.python.nodes import root_of


class ArrayItemAssignment(Rule[ast.expr]):
    """An element of an array of JAX is assigned or deleted in place.

    ## Why is this bad?
    Arrays of JAX never change: `x[0] = v` raises `TypeError` as soon as it runs, compiled or not.
    It often comes with code that was written for NumPy.

    ## Example
    ```python
    import jax.numpy as jnp


    def causal_mask(n):
        mask = jnp.zeros((n, n))
        mask[0, 1:] = -jnp.inf
        return mask
    ```
    Make a new array and give it the name: `mask = mask.at[0, 1:].set(-jnp.inf)`; for `x[i] += v` it
    is `x = x.at[i].add(v)`, for which `x.at[i] += v` is no other spelling. Where an array is filled
    on the host, element by element, let it be one of NumPy and hand it to JAX when it is full.

    ## When to keep it
    Never: it raises. What waits for the error is not reported.
    """

    code = "JOL709"
    summary = "An element of an array of JAX is assigned in place"
    stops = True
    severity = Severity.ERROR
    words = ("jax",)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load):
            return
        if self._of_at(node) or self._is_reference(node.value):
            return
        array = made_array(self.facts, node.value) or self._rows_of_traced(node)
        if not (array or self._is_updated(node.value) or self._given_arrays(node.value)):
            return
        if error_meant(self.facts, node) or in_shim(self.facts, node):
            self.facts.doubt(node, "the error of {} may be what is waited for", node)
            return
        text = self.source(node.value)
        deletes = isinstance(node.ctx, ast.Del)
        self.report(
            node,
            f"`{text}` is an array of JAX, which never changes: "
            f"{'deleting' if deletes else 'assigning'} an element raises TypeError",
            help="" if deletes else self._instead(node, text),
        )

    def visit_Call(self, node: ast.Call) -> None:
        """`x.at(i)`, in round brackets."""
        match node.func:
            case ast.Attribute(ast.expr() as array, "at") if made_array(self.facts, array):
                if not error_meant(self.facts, node):
                    text = self.source(array)
                    self.report(
                        node,
                        f"`{text}.at` takes its index in square brackets: calling it raises "
                        "TypeError",
                        help=f"`{text}.at[...]`",
                    )

    def _of_at(self, node: ast.Subscript) -> bool:
        """Whether `x.at[i]` is stored to, which has to be asked for a new array instead."""
        match node.value:
            case ast.Attribute(ast.expr() as array, "at"):
                pass
            case _:
                return False
        known = made_array(self.facts, array) or values(self.facts).kind(array) in TRACED
        if isinstance(node.ctx, ast.Store) and known and not error_meant(self.facts, node):
            text = self.source(array)
            self.report(
                node,
                f"`{text}.at[...]` is no place to store to: it raises TypeError",
                help=self._instead(node, text),
            )
        return True

    def _is_reference(self, node: ast.expr) -> bool:
        """Whether it may be a parameter of a kernel of Pallas, which is written to in place, or is
        another view of one."""
        if is_view(node):
            return True
        binding = self.facts.names.only_binding(node) if isinstance(node, ast.Name) else None
        kernels = "pallas" in self.facts.module.text
        return kernels and binding is not None and binding.kind == "param"

    def _given_arrays(self, node: ast.expr) -> bool:
        """Whether a parameter is given arrays that JAX makes, by all calls of its function."""
        binding = self.facts.names.only_binding(node)
        if binding is None or binding.kind != "param":
            return False
        made = origins(self.facts, node)
        return bool(made) and all(made_array(self.facts, one) for one in made)

    def _rows_of_traced(self, node: ast.Subscript) -> bool:
        """Whether a traced value is indexed as an array alone can be: by a slice among others."""
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
        sliced = any(isinstance(part, ast.Slice) for part in parts)
        return sliced and values(self.facts).kind(node.value) in TRACED and not self._own_kind()

    def _own_kind(self) -> bool:
        """Whether this file, or one that it imports from, has a class whose elements are stored."""
        modules = {name.rpartition(".")[0] for name in mentioned(self.facts)}
        there = (elsewhere(self.facts, module) for module in sorted(modules))
        return any(
            d.name == "__setitem__"
            for home in (self.facts, *filter(None, there))
            for d in home.module.all(ast.FunctionDef)
        )

    def _is_updated(self, node: ast.expr) -> bool:
        """Whether a name is all that `x.at[a:b].set(v)` of a traced value gives: a slice among the
        indices tells an array from a tree whose class has an `at` of its own."""
        found = self.facts.names.value(node) if isinstance(node, ast.Name) else None
        match found:
            case ast.Call(ast.Attribute(ast.Subscript(ast.Attribute(array, "at"), index), verb)):
                parts = index.elts if isinstance(index, ast.Tuple) else [index]
                sliced = any(isinstance(part, ast.Slice) for part in parts)
                return sliced and verb in _UPDATES and values(self.facts).kind(array) in TRACED
        return False

    def _instead(self, node: ast.Subscript, array: str) -> str:
        statement = self.facts.module.parent[node]
        verb = "set"
        if isinstance(statement, ast.AugAssign):
            verb = _VERBS.get(type(statement.op), "set")
        index = self.source(node.slice).removeprefix("(").removesuffix(")")
        if isinstance(node.value, ast.Subscript):  # whose elements cannot be assigned either
            whole = self.source(root_of(node.value, (ast.Subscript,)))
            return f"make a new `{whole}` by its `.at[...].{verb}(...)`, with both indices in one"
        return f"make a new one: `{array} = {array}.at[{index}].{verb}(...)`"


_UPDATES = frozenset({"set", "add", "subtract", "multiply", "divide", "power", "min", "max"})
_VERBS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Mult: "multiply", ast.Div: "divide", ast.Pow: "power",
    ast.Sub: "subtract",
}  # fmt: skip
