"""Operations on explicitly sharded arrays that cannot tell how their result is laid out."""

from __future__ import annotations

import ast
from collections.abc import Callable

from jaxopt_lint.patterns.ambiguous_explicit_sharding import Given, Layout, around, layouts
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.expected import raises_meant
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.python import text_of

_PRODUCTS = frozenset({"jax.numpy.matmul", "jax.numpy.dot"})
_SUMS = (ast.Add, ast.Sub, ast.Mult, ast.Div)
_FLAT = frozenset({"jax.numpy.ravel"})
_Dim = tuple[str, ...]
_CONSTRAINT = "jax.lax.with_sharding_constraint"


class AmbiguousExplicitSharding(Rule[ast.AST]):
    """On a mesh with explicit axes, an operation needs to be told the layout of its result.

    ## Why is this bad?
    The axes that `jax.make_mesh` makes are explicit since JAX 0.9: the layout is part of an array's
    type, and JAX does not choose one. A product over a dimension that both sides are split along
    could end up whole or scattered, an index into a split dimension could lie anywhere: these raise
    `ShardingTypeError`, and `with_sharding_constraint` raises as well. Code that was written for
    automatic axes stops there.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    from jax.sharding import NamedSharding, PartitionSpec as P

    mesh = jax.make_mesh((4, 2), ("X", "Y"))
    x = jnp.zeros((8, 2048), device=NamedSharding(mesh, P("X", "Y")))
    w = jnp.zeros((2048, 512), device=NamedSharding(mesh, P("Y", None)))
    y = x @ w
    ```
    Say it: `jnp.matmul(x, w, out_sharding=NamedSharding(mesh, P("X", None)))`, or make the axes
    automatic: `jax.make_mesh(..., axis_types=(jax.sharding.AxisType.Auto,) * 2)`. Another layout
    for an array is `jax.sharding.reshard(x, ...)`.

    ## When to keep it
    Never where it is reported: the mesh, the layouts and the shapes are all written out. Where no
    mesh of the file says that its axes are explicit, and nobody says which JAX is used, it is for
    information.
    """

    code = "JOL609"
    summary = "On a mesh with explicit axes, an operation needs to be told its result's layout"
    severity = Severity.ERROR
    words = ("make_mesh", "AxisType.Explicit", "Explicit")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.MatMult):
            self._try(node, lambda g: self._product(node.left, node.right, g))
        elif isinstance(node.op, _SUMS):
            self._try(node, lambda g: self._sum(node, g))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load):
            self._try(node, lambda g: self._index(node, g))

    def visit_Call(self, node: ast.Call) -> None:
        if any(k.arg in ("out_sharding", None) for k in node.keywords):
            return
        name = self.facts.names.of(node.func)
        if name in _PRODUCTS and len(node.args) == 2:
            left, right = node.args
            self._try(node, lambda g: self._product(left, right, g))
        elif name == "jax.numpy.einsum" and len(node.args) == 3:
            self._try(node, lambda g: self._einsum(node, g))
        elif name in _FLAT and len(node.args) == 1:
            self._try(node, lambda g: self._flat(node.args[0], g))
        elif name == _CONSTRAINT and len(node.args) == 2:
            self._try(node, lambda g: self._constraint(node, g))
        elif isinstance(node.func, ast.Attribute) and name is None:
            whole = node.func.attr in ("ravel", "flatten") and not node.args
            if whole or (node.func.attr == "reshape" and _is_flat(node.args)):
                array = node.func.value
                self._try(node, lambda g: self._flat(array, g))

    def _try(self, node: ast.expr, says: Callable[[Given], str]) -> None:
        if raises_meant(self.facts, node):
            return
        help = "pass `out_sharding=`, `jax.sharding.reshard` an array, or make the mesh with "
        for call, given in around(self.facts, node):
            message = says(given)
            if message:
                because = f"called at {self.facts.at(call)}" if call is not None else ""
                # Without `axis_types` axes are explicit since JAX 0.9 alone.
                said = self.facts.module.mentions("Explicit") or self.facts.target_jax is not None
                self.report(
                    node,
                    message,
                    help=f"{help}`AxisType.Auto`",
                    because=(because,),
                    severity=None if said else Severity.INFO,
                )
                return

    def _layout(self, node: ast.expr, given: Given) -> Layout | None:
        return layouts(self.facts).of(node, given)

    def _product(self, left: ast.expr, right: ast.expr, given: Given) -> str:
        a, b = self._layout(left, given), self._layout(right, given)
        if a is None or b is None or not a.dims or not b.dims or a.mesh is not b.mesh:
            return ""
        over = a.dims[-1], b.dims[-2] if len(b.dims) > 1 else b.dims[-1]
        return self._contracted(left, right, a, b, [over])

    def _einsum(self, node: ast.Call, given: Given) -> str:
        subscripts, left, right = node.args
        text = text_of(subscripts) or ""
        inputs, arrow, output = text.replace(" ", "").partition("->")
        first, comma, second = inputs.partition(",")
        a, b = self._layout(left, given), self._layout(right, given)
        if not arrow or not comma or "." in inputs or a is None or b is None:
            return ""
        if len(first) != len(a.dims) or len(second) != len(b.dims) or a.mesh is not b.mesh:
            return ""
        over = [i for i in first if i in second and i not in output]
        dims = [(a.dims[first.index(i)], b.dims[second.index(i)]) for i in over]
        return self._contracted(left, right, a, b, dims)

    def _contracted(
        self, left: ast.expr, right: ast.expr, a: Layout, b: Layout, dims: list[tuple[_Dim, _Dim]]
    ) -> str:
        if not any(one and other for one, other in dims):
            return ""
        both = f"`{self.source(left)}` with {a.spec()} times `{self.source(right)}` with {b.spec()}"
        split = "sums over a dimension that both are split along"
        return f"{both} {split}: it raises ShardingTypeError"

    def _sum(self, node: ast.BinOp, given: Given) -> str:
        a, b = self._layout(node.left, given), self._layout(node.right, given)
        if a is None or b is None or len(a.dims) != len(b.dims) or a.mesh is not b.mesh:
            return ""
        if any(x and y and x != y for x, y in zip(a.dims, b.dims, strict=True)):
            left, right = self.source(node.left), self.source(node.right)
            both = f"`{left}` with {a.spec()} and `{right}` with {b.spec()}"
            return f"{both} are split differently: it raises ShardingTypeError"
        return ""

    def _index(self, node: ast.Subscript, given: Given) -> str:
        array = self._layout(node.value, given)
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if array is None or len(parts) > len(array.dims):
            return ""
        for part, names in zip(parts, array.dims, strict=False):
            if isinstance(part, ast.Slice) and part.lower is part.upper is part.step is None:
                continue
            if not _is_number(part):
                return ""
            sizes = [layouts(self.facts).size(array.mesh, n) for n in names]
            if any(s is not None and s > 1 for s in sizes):
                takes = f"`{self.source(node)}` takes one entry of a dimension that is split"
                return f"{takes}, {array.spec()}: it raises ShardingTypeError"
        return ""

    def _flat(self, node: ast.expr, given: Given) -> str:
        array = self._layout(node, given)
        if array is None or len(array.dims) != 2 or array.dims[0] or not array.dims[1]:
            return ""
        if array.sizes[0] is None or array.sizes[0] < 2:
            return ""
        split = f"which is split along its second dimension, {array.spec()},"
        return (
            f"flattening `{self.source(node)}`, {split} has no layout: it raises ShardingTypeError"
        )

    def _constraint(self, node: ast.Call, given: Given) -> str:
        array, spec = node.args
        found = layouts(self.facts).sharding(spec)
        if found is None or not any(found[1]):
            return ""
        if {"jax.set_mesh", "jax.sharding.use_mesh"} & mentioned(self.facts):
            # Under a mesh that is set it only checks: right where the array lies so already.
            layout = self._layout(array, given)
            if layout is None or layout.mesh is not found[0]:
                return ""
            if layout.dims[: len(found[1])] == found[1] and not any(layout.dims[len(found[1]) :]):
                return ""
        return (
            "`with_sharding_constraint` lays nothing out over explicit axes, and this mesh has no "
            "other: it raises"
        )


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_flat(args: list[ast.expr]) -> bool:
    if len(args) != 1:
        return False
    shape = args[0]
    if isinstance(shape, ast.Tuple) and len(shape.elts) == 1:
        shape = shape.elts[0]
    return isinstance(shape, ast.UnaryOp) and _is_number(shape)
