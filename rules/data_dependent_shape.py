"""Results whose shape depends on values, in traced code."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.data_dependent_shape import unsized, varying_lengths
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.abstract import why_abstract
from jaxopt_lint.semantics.jax.basics import Facts, Kind, calls, values
from jaxopt_lint.semantics.jax.machine.confirmed import confirmed
from jaxopt_lint.semantics.python import argument

_TRACED = (Kind.TRACER, Kind.TREE)
_MASKS = frozenset(
    {"logical_and", "logical_or", "logical_not", "logical_xor", "isnan", "isfinite", "isinf",
     "isclose", "isin", "greater", "greater_equal", "less", "less_equal", "equal", "not_equal"}
)  # fmt: skip


class DataDependentShape(Rule[ast.Call | ast.Subscript]):
    """The shape of a result depends on the values of a traced array.

    ## Why is this bad?
    Under `jax.jit` every shape must be known before the values are. How many elements are not
    zero, unique or selected by a mask is known only afterwards, so that the call raises at trace
    time. Outside of `jax.jit` each new number of results compiles whatever uses them again.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def positive_sum(x):
        return jnp.sum(x[x > 0])
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def positive_sum(x):
        return jnp.sum(x, where=x > 0)
    ```
    Elsewhere keep the shape with `jnp.where(x > 0, x, 0)`, or say how many results there are:
    `jnp.nonzero(x, size=8, fill_value=0)`.

    ## Fix safety
    Only shown, never applied unasked: the mask must have the shape of the array, which the source
    does not say, and a number of another type than the array's changes the type of the result.
    Reductions of the selected elements, and `x.at[mask].set(number)` and its kin, are rewritten;
    what needs the selected elements themselves is left to you.

    ## When to keep it
    Never in traced code: it raises. In code that only sees concrete arrays it is reported where
    a loop, or a method that is called at every step, hands the result to a compiled function.
    """

    code = "JOL104"
    summary = "The shape of a result depends on the values of a traced array"
    severity = Severity.ERROR
    stops_traces = True
    fix = "masked"

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node) or ""
        if node in varying_lengths(self.facts):
            self._compiles_again(node)
            return
        option = unsized(self.facts, node, "jax.numpy")
        if option is not None:
            self._counted(node, node.args[0], name.rpartition(".")[2], option)
        elif name == "jax.numpy.repeat" and node.args:
            self._repeat(node)
        elif not name and isinstance(node.func, ast.Attribute) and node.func.attr == "nonzero":
            if not node.args and not node.keywords:
                self._counted(node, node.func.value, "nonzero", "size")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            return
        array = node.value
        if isinstance(array, ast.Attribute) and array.attr == "at":
            array = array.value
        index = node.slice
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        mask = next((p for p in parts if self._is_mask(p)), None)
        if mask is None:
            return
        known = values(self.facts).kind(array) in (*_TRACED, Kind.HOST)
        if not known and not self._is_computed(array):
            return
        why = self._why(node)
        if why is not None:
            self.report(
                node,
                f"how many elements the mask `{self.source(mask)}` selects depends on its values, "
                f"which are traced ({why}): it raises NonConcreteBooleanIndexError",
                help="keep the shape, and use `jnp.where` with the mask",
                because=(why,),
                cause="masks",
            )

    def _is_computed(self, node: ast.expr) -> bool:
        """Whether a function of the file works out what is indexed, which no class takes over."""
        made = self.facts.names.value(node)
        found = calls(self.facts).callee(made.func) if isinstance(made, ast.Call) else None
        if found is None or found.node is None or found.wraps:
            return False
        results = self.facts.module.results(found.node)
        return bool(results) and all(r is not None and _is_array(self.facts, r) for r in results)

    def _compiles_again(self, node: ast.Call) -> None:
        """Outside of a trace: the number of results is part of a shape that is compiled for."""
        found = varying_lengths(self.facts)[node]
        what = self.source(node.func).rpartition(".")[2]
        self.report(
            node,
            f"how many results `{what}` has depends on the values of `{self.source(node.args[0])}`"
            f", and `{self.source(found.step.func)}` is compiled again for each number",
            severity=Severity.WARNING if found.why else Severity.INFO,
            help="pass `size=` and `fill_value=`, so that the shape stays the same",
            because=(found.why, f"handed to compiled code at {self.facts.at(found.step)}"),
            assumed=(
                "" if found.why else f"`{found.function}` is called more than once",
                "the number differs from time to time",
            ),
        )

    def _counted(self, node: ast.Call, array: ast.expr, short: str, option: str) -> None:
        if values(self.facts).kind(array) not in _TRACED:
            return
        why = self._why(node)
        if why is not None:
            self.report(
                node,
                f"how many results `{short}` has depends on the values of "
                f"`{self.source(array)}`, which are traced ({why}): it raises "
                "ConcretizationTypeError",
                help=f"pass `{option}=`, or mask with a three-argument `jnp.where`",
                because=(why,),
                cause=f"`{short}`",  # what fails for one of them is mended for all
            )

    def _repeat(self, node: ast.Call) -> None:
        repeats = argument(node, 1, "repeats")
        if repeats is None or any(k.arg in ("total_repeat_length", None) for k in node.keywords):
            return
        self._counted(node, repeats, "repeat", "total_repeat_length")

    def _why(self, node: ast.expr) -> str | None:
        """How a node comes to be traced; None where that is not certain."""
        why = why_abstract(self.facts, node)
        if why is None or not isinstance(node, ast.Call):
            return why
        return confirmed(self.facts, node, why, silent=True)

    def _is_mask(self, node: ast.expr) -> bool:
        """Whether an index is certainly a traced array of booleans."""
        facts = self.facts
        if isinstance(node, ast.Name):
            value = facts.names.value(node)
            return value is not None and not isinstance(value, ast.Name) and self._is_mask(value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            return self._is_mask(node.operand)
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr)):
            return self._is_mask(node.left) or self._is_mask(node.right)
        if isinstance(node, ast.Compare):
            return values(facts).kind(node) is Kind.TRACER
        if isinstance(node, ast.Call):
            module, _, short = (facts.names.call(node) or "").rpartition(".")
            return module == "jax.numpy" and short in _MASKS and bool(values(facts).traced(node))
        return False


def _is_array(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is computed by JAX, as far as its head says."""
    match node:
        case ast.UnaryOp(_, operand) | ast.Subscript(operand):
            return _is_array(facts, operand)
        case ast.BinOp(left, _, right):
            return _is_array(facts, left) or _is_array(facts, right)
        case ast.Call():
            return (facts.names.call(node) or "").startswith(("jax.numpy.", "jax.nn.", "jax.lax."))
    return False
