"""64-bit types that come out with 32 bits."""

from __future__ import annotations

import ast
from functools import cached_property

from jaxopt_lint.patterns.truncated_integers import Truncated, truncated
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import Kind, values
from jaxopt_lint.semantics.jax.kinds import ARRAYS
from jaxopt_lint.semantics.jax.shims import in_shim

_WIDE = {"float64": "float32", "int64": "int32", "uint64": "uint32", "complex128": "complex64"}
_CREATORS = frozenset(
    {"array", "asarray", "zeros", "ones", "full", "empty", "arange", "linspace", "eye", "identity",
     "zeros_like", "ones_like", "full_like", "empty_like", "logspace", "geomspace", "astype"}
)  # fmt: skip
_DTYPE_SECOND = ("array", "asarray", "zeros", "ones", "empty", "astype")


class SilentFloat64(Rule[ast.AST]):
    """An array is asked for 64 bits, which JAX makes 32 bits unless told otherwise.

    ## Why is this bad?
    Without `jax_enable_x64` there are no 64-bit arrays: what is asked for in `float64` comes out
    in `float32`, in a compiled function without any sign of it. The code reads as more precise than
    it is. Integers of NumPy past 32 bits, as times in nanoseconds are, lose what does not fit.

    ## Example
    ```python
    import jax.numpy as jnp


    def total(xs):
        return jnp.zeros((), dtype=jnp.float64) + jnp.sum(xs)
    ```
    Say what you get (`jnp.float32`), or enable the wide types before the first array is made:
    `jax.config.update("jax_enable_x64", True)`.

    ## When to keep it
    In a library whose users enable the wide types.
    """

    code = "JOL905"
    summary = "A 64-bit type is asked for where JAX only has 32 bits"
    about_names = True
    severity = Severity.INFO  # JAX warns of it itself, where it runs
    words = tuple(_WIDE)

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.project.x64:
            return
        if node in self._truncated:
            self._cut_off(node, self._truncated[node])
        wide = self._wide(node)
        if wide is None or self._is_decided(node):
            return
        self.report(
            wide[0],
            f"`{self.source(wide[0])}` makes `{_WIDE[wide[1]]}` here: without "
            "`jax_enable_x64` JAX has no 64-bit arrays",
            help=f"ask for `{_WIDE[wide[1]]}`, or enable the wide types",
            because=("no file of this run enables them",),
            assumed=("nobody who uses this enables them", *self._taken_for_array(node)),
        )

    @cached_property
    def _truncated(self) -> dict[ast.Call, Truncated]:
        return {found.node: found for found in truncated(self.facts)}

    def _cut_off(self, node: ast.Call, found: Truncated) -> None:
        """Integers that NumPy holds, and 32 bits do not."""
        self.report(
            node,
            f"`{self.source(found.given)}` holds integers past 32 bits, as it is made with "
            f"`{self.source(found.number)}`: without `jax_enable_x64` they are cut off",
            severity=Severity.WARNING,
            help="take differences in NumPy first, or enable the wide types",
            because=(f"the number stands at {self.facts.at(found.number)}",),
            assumed=("nobody who uses this enables them",),
        )

    def _wide(self, node: ast.Call) -> tuple[ast.expr, str] | None:
        """The type that a call asks for, if it has 64 bits."""
        called = self.facts.names.of(node.func) or ""
        head, _, name = called.rpartition(".")
        asked: ast.expr | None = None
        if head == "jax.numpy" and name in _WIDE:
            return node.func, name
        if head in ("jax.numpy", "jax.lax") and (name in _CREATORS or head == "jax.lax"):
            asked = next((k.value for k in node.keywords if k.arg == "dtype"), None)
            if name in ("iota", "broadcasted_iota") and node.args:
                asked = node.args[0]
            elif name in _DTYPE_SECOND and len(node.args) > 1:
                asked = node.args[1]
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "astype" and node.args:
            kind = values(self.facts).kind(node.func.value)
            by_jax = (self.facts.names.of(node.args[0]) or "").startswith("jax.numpy.")
            if kind in ARRAYS or (kind is Kind.UNKNOWN and by_jax):
                asked = node.args[0]
        return self._named(asked)

    def _taken_for_array(self, node: ast.Call) -> tuple[str, ...]:
        """What is assumed of the value whose type is changed."""
        if isinstance(node.func, ast.Attribute) and node.func.attr == "astype":
            if values(self.facts).kind(node.func.value) is Kind.UNKNOWN:
                return (f"`{self.source(node.func.value)}` is an array of JAX",)
        return ()

    def _named(self, asked: ast.expr | None) -> tuple[ast.expr, str] | None:
        if isinstance(asked, ast.Constant) and asked.value in _WIDE:
            return asked, str(asked.value)
        head, _, name = (self.facts.names.of(asked) or "").rpartition(".")
        if asked is not None and head in ("jax.numpy", "numpy") and name in _WIDE:
            return asked, name
        return None

    def _is_decided(self, node: ast.Call) -> bool:
        """Whether the code around asks for the width that JAX has."""
        for around in self.facts.module.ancestors(node):
            if isinstance(around, (ast.If, ast.IfExp)) and self._asks_width(around.test, 3):
                return True
        return in_shim(self.facts, node)

    def _asks_width(self, test: ast.AST, depth: int) -> bool:
        """Whether a condition asks JAX for its width, or an array for its own."""
        for part in ast.walk(test):
            if isinstance(part, ast.Constant) and part.value in (*_WIDE, "jax_enable_x64"):
                return True
            if isinstance(part, (ast.Name, ast.Attribute)):
                name = self.facts.names.of(part) or ""
                if name in _SWITCHES or self._named(part) is not None:
                    return True
            value = self.facts.names.value(part) if depth else None
            if value is not None and self._asks_width(value, depth - 1):
                return True
        return False


_SWITCHES = ("jax.config.x64_enabled", "jax.config.jax_enable_x64", "jax.enable_x64",
             "jax.experimental.enable_x64")  # fmt: skip
