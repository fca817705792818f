"""Keeps the shape of an array and masks it, where a mask would select some elements."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod


class Masked(Codemod[ast.Call | ast.Subscript]):
    """Keep the shape, and use the mask with `where`."""

    def rewrite(self, node: ast.Call | ast.Subscript) -> None:
        if not isinstance(node, ast.Subscript) or isinstance(node.slice, (ast.Tuple, ast.Slice)):
            self.refuse("how many results there are has to be said by hand")
        # Whether mask and array have the same shape is not known.
        self.display = True
        mask = self.code(node.slice)
        shape = "has the shape of the array: `where` takes a mask of rows as one of columns"
        self.assume(f"`{mask}` {shape}")
        if isinstance(node.value, ast.Attribute) and node.value.attr == "at":
            self._update(node, node.value.value)
        else:
            self._reduction(node)

    # -----------------------------------------------------------------------------------

    def _update(self, node: ast.Subscript, array: ast.expr) -> None:
        """`x.at[m].set(0)`: `jnp.where(m, 0, x)`."""
        method = self.module.parent[node]
        call = self.module.parent[method]
        if not isinstance(method, ast.Attribute) or not isinstance(call, ast.Call):
            self.refuse("what becomes of the selected elements is not written here")
        form = _UPDATES.get(method.attr)
        if form is None or len(call.args) != 1 or call.keywords:
            self.refuse(f"`{method.attr}` of some elements has no form with `where`")
        if not self._is_number(call.args[0]):
            self.refuse("the new values may be as many as there are selected elements")
        old, value = self.code(array), self.code(call.args[0])
        if any(isinstance(n, ast.Constant) and type(n.value) is float for n in ast.walk(call)):
            self.assume(f"`{old}` holds floating point numbers")
        if method.attr != "set":
            if not isinstance(array, (ast.Name, ast.Attribute)):
                self.refuse("the array would be computed twice")
            if isinstance(call.args[0], ast.UnaryOp):
                value = f"({value})"
        if form.startswith("jax."):
            value = f"{self.spelled(form, node)}({old}, {value})"
        elif form:
            value = f"{old} {form} {value}"
        where = self.spelled("jax.numpy.where", node)
        self.replace(call, f"{where}({self.code(node.slice)}, {value}, {old})")

    def _reduction(self, node: ast.Subscript) -> None:
        """`jnp.sum(x[m])`: `jnp.sum(x, where=m)`."""
        around = self.module.parent[node]
        array, mask = self.code(node.value), self.code(node.slice)
        if isinstance(around, ast.Call) and around.args == [node] and not around.keywords:
            module, _, name = (self.facts.names.of(around.func) or "").rpartition(".")
            if module == "jax.numpy" and name in _REDUCTIONS:
                self.replace(around, f"{self.code(around.func)}({array}, where={mask})")
                return
        elif isinstance(around, ast.Attribute) and around.attr in _REDUCTIONS:
            call = self.module.parent[around]
            if isinstance(call, ast.Call) and not (call.args or call.keywords):
                if not isinstance(node.value, (ast.Name, ast.Attribute, ast.Call)):
                    array = f"({array})"
                self.replace(call, f"{array}.{around.attr}(where={mask})")
                return
        self.refuse("what uses the selected elements may need as many as there are")

    def _is_number(self, node: ast.expr) -> bool:
        if isinstance(node, ast.UnaryOp):
            node = node.operand
        if self.facts.names.of(node) in _CONSTANTS:
            return True
        return isinstance(node, ast.Constant) and type(node.value) in (int, float, bool)


_UPDATES = {
    "set": "", "add": "+", "subtract": "-", "multiply": "*", "divide": "/",
    "min": "jax.numpy.minimum", "max": "jax.numpy.maximum",
}  # fmt: skip
_REDUCTIONS = frozenset({"sum", "prod", "mean", "any", "all", "std", "var"})
_CONSTANTS = frozenset(
    {"jax.numpy.nan", "jax.numpy.inf", "jax.numpy.pi", "numpy.nan", "numpy.inf", "numpy.pi",
     "math.nan", "math.inf", "math.pi"}
)  # fmt: skip
