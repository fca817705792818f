"""How arrays are laid out over a mesh with explicit axes, where the file shows all of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from jaxopt_lint.semantics.jax.api.sharding import SETTERS, SPECS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import FunctionNode, argument, arguments, keywords
from jaxopt_lint.semantics.subjects.devices.meshes import strings

Dims = tuple[tuple[str, ...], ...]
_DEPTH = 12
_MAKERS = {"zeros": 0, "ones": 0, "empty": 0, "full": 0}
_SAME = frozenset(
    {"jax.numpy.square", "jax.numpy.exp", "jax.numpy.log", "jax.numpy.sqrt", "jax.numpy.tanh",
     "jax.numpy.sin", "jax.numpy.cos", "jax.numpy.abs", "jax.numpy.negative",
     "jax.numpy.reciprocal", "jax.numpy.log1p", "jax.numpy.expm1", "jax.numpy.sign",
     "jax.nn.relu", "jax.nn.gelu", "jax.nn.silu", "jax.nn.sigmoid", "jax.nn.tanh",
     "jax.nn.softplus"}
)  # fmt: skip
_ELEMENTWISE = frozenset(
    {"jax.numpy.add", "jax.numpy.subtract", "jax.numpy.multiply", "jax.numpy.divide",
     "jax.numpy.maximum", "jax.numpy.minimum"}
)  # fmt: skip
_DRAWS = frozenset({"jax.random.normal", "jax.random.uniform"})


@dataclass(frozen=True, slots=True)
class Layout:
    """How one array lies.

    Attributes:
        dims: for each dimension the mesh axes that it is split over.
        sizes: the size of each dimension; None where it is not written out.
        mesh: the call that makes the mesh.
    """

    dims: Dims
    sizes: tuple[int | None, ...]
    mesh: ast.Call

    def spec(self) -> str:
        """The layout as a `PartitionSpec`, for people."""
        return "P(" + ", ".join(_written(d) for d in self.dims) + ")"


Given = Mapping[str, Layout]


class Layouts:
    """The layouts of the arrays of one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def of(self, node: ast.expr, given: Given, depth: int = _DEPTH) -> Layout | None:
        """The layout of an expression, with those of the parameters around it."""
        if depth <= 0:
            return None
        if isinstance(node, ast.Name):
            bound = self.facts.names.only_binding(node)
            if bound is not None and bound.kind == "param":
                return given.get(node.id)
            if bound is not None and bound.kind == "assign" and bound.value is not None:
                return self.of(bound.value, given, depth - 1)
            return None
        if isinstance(node, ast.Attribute) and node.attr == "T":
            inner = self.of(node.value, given, depth - 1)
            return inner and Layout(inner.dims[::-1], inner.sizes[::-1], inner.mesh)
        if isinstance(node, ast.UnaryOp):
            return self.of(node.operand, given, depth - 1)
        if isinstance(node, ast.BinOp):
            left = self.of(node.left, given, depth - 1)
            right = self.of(node.right, given, depth - 1)
            if isinstance(node.op, ast.MatMult):
                return product_of(left, right)
            if isinstance(node.left, ast.Constant):
                return right
            return left if left == right or isinstance(node.right, ast.Constant) else None
        return self._call(node, given, depth) if isinstance(node, ast.Call) else None

    def explicit(self, node: ast.expr | None) -> ast.Call | None:
        """The call behind an expression that makes a mesh whose axes are all explicit."""
        node = self.facts.names.behind(node)
        if not isinstance(node, ast.Call):
            return None
        name = self.facts.names.call(node)
        types = keywords(node).get("axis_types")
        if name == "jax.make_mesh" and len(node.args) < 3:
            if types is None:
                target = self.facts.target_jax
                return node if target is None or target >= (0, 9) else None
        elif name != "jax.sharding.Mesh":
            return None
        if isinstance(types, ast.BinOp) and isinstance(types.op, ast.Mult):
            types = types.left
        if not isinstance(types, (ast.Tuple, ast.List)) or not types.elts:
            return None
        explicit = all(
            (self.facts.names.of(e) or "").endswith("AxisType.Explicit") for e in types.elts
        )
        return node if explicit else None

    def sharding(self, node: ast.expr | None) -> tuple[ast.Call, Dims] | None:
        """The explicit mesh and the literal spec of a `NamedSharding`, or of a bare spec under
        the one mesh that the file sets."""
        node = self.facts.names.behind(node)
        if not isinstance(node, ast.Call):
            return None
        name = self.facts.names.call(node)
        if name == "jax.sharding.NamedSharding" and len(node.args) == 2 and not node.keywords:
            mesh, dims = self.explicit(node.args[0]), self._spec(node.args[1])
        elif name in SPECS:
            mesh, dims = self._set_mesh, self._spec(node)
        else:
            return None
        return (mesh, dims) if mesh is not None and dims is not None else None

    def size(self, mesh: ast.Call, axis: str) -> int | None:
        """How many devices an axis has."""
        shape = argument(mesh, 0, "axis_shapes")
        names = strings(self.facts, argument(mesh, 1, "axis_names"))
        if self.facts.names.call(mesh) != "jax.make_mesh" or names is None:
            return None
        if not isinstance(shape, (ast.Tuple, ast.List)) or len(shape.elts) != len(names):
            return None
        return static_int(self.facts, shape.elts[names.index(axis)]) if axis in names else None

    @cached_property
    def calls(self) -> dict[FunctionNode, list[tuple[ast.Call, dict[str, Layout]]]]:
        """The calls that hand arrays with known layouts to functions under nothing but `jit`."""
        out: dict[FunctionNode, list[tuple[ast.Call, dict[str, Layout]]]] = {}
        for call in self.facts.module.all(ast.Call):
            func = call.func
            if isinstance(func, ast.Attribute) and func.attr in ("lower", "trace"):
                func = func.value
            callee = calls(self.facts).callee(func)
            if callee is None or callee.node is None or callee.bound or callee.bound_names:
                continue
            if not self.plain(callee.node) or not all(self._jit(n, c) for n, c in callee.wraps):
                continue
            if any(isinstance(a, ast.Starred) for a in call.args):
                continue
            found = {n: self.of(a, {}) for n, a in arguments(call, callee.node)}
            known = {n: layout for n, layout in found.items() if layout is not None}
            if known:
                out.setdefault(callee.node, []).append((call, known))
        return out

    def plain(self, function: FunctionNode | None) -> bool:
        """Whether a function sees the arrays as they are: nothing but `jit` is put around it."""
        if function is None:
            return True
        wraps = tracing(self.facts).of(function)
        if not all(self._jit(w.name, w.options) for w in wraps):
            return False
        decorators = getattr(function, "decorator_list", [])
        return len(decorators) == sum(w.decorator for w in wraps)

    def _jit(self, name: str, call: ast.Call | None) -> bool:
        return name == "jax.jit" and not any(
            k.arg in ("in_shardings", None) for k in (call.keywords if call is not None else ())
        )

    def _call(self, node: ast.Call, given: Given, depth: int) -> Layout | None:
        name = self.facts.names.call(node) or ""
        given_by_name = keywords(node)
        module, _, short = name.rpartition(".")
        if name in _SAME and len(node.args) == 1:
            return self.of(node.args[0], given, depth - 1)
        placed: ast.expr | None = None
        if name == "jax.device_put" and len(node.args) == 2:
            placed = node.args[1]
            sizes = self._shape_of(node.args[0])
        elif module == "jax.numpy" and short in _MAKERS and node.args:
            placed = given_by_name.get("device") or given_by_name.get("out_sharding")
            sizes = self._sizes(node.args[0])
        else:
            return None
        found = self.sharding(placed) if placed is not None else None
        if found is None or sizes is None or len(found[1]) > len(sizes):
            return None
        return Layout((*found[1], *((),) * (len(sizes) - len(found[1]))), sizes, found[0])

    def _shape_of(self, node: ast.expr | None) -> tuple[int | None, ...] | None:
        """The shape of an array that is made with its shape written out."""
        node = self.facts.names.behind(node)
        if not isinstance(node, ast.Call):
            return None
        module, _, short = (self.facts.names.call(node) or "").rpartition(".")
        if module in ("jax.numpy", "numpy") and short in _MAKERS and node.args:
            return self._sizes(node.args[0])
        if f"{module}.{short}" in _DRAWS and len(node.args) > 1:
            return self._sizes(node.args[1])
        return None

    def _sizes(self, node: ast.expr) -> tuple[int | None, ...] | None:
        if isinstance(node, (ast.Tuple, ast.List)):
            if any(isinstance(e, ast.Starred) for e in node.elts):
                return None
            return tuple(static_int(self.facts, e) for e in node.elts)
        return (node.value,) if isinstance(node, ast.Constant) and type(node.value) is int else None

    def _spec(self, node: ast.expr | None) -> Dims | None:
        node = self.facts.names.behind(node)
        if not isinstance(node, ast.Call) or self.facts.names.call(node) not in SPECS:
            return None
        named = [strings(self.facts, axis) for axis in node.args]
        dims = tuple(names for names in named if names is not None)
        return dims if len(dims) == len(named) and not node.keywords else None

    @cached_property
    def _set_mesh(self) -> ast.Call | None:
        found = [c for c in self.facts.module.all(ast.Call) if self.facts.names.call(c) in SETTERS]
        return self.explicit(found[0].args[0]) if len(found) == 1 and found[0].args else None


def product_of(left: Layout | None, right: Layout | None) -> Layout | None:
    """The layout of a matrix product that needs no help."""
    if left is None or right is None or len(left.dims) != 2 or len(right.dims) != 2:
        return None
    if (left.dims[1] and right.dims[0]) or set(left.dims[0]) & set(right.dims[1]):
        return None
    return Layout((left.dims[0], right.dims[1]), (left.sizes[0], right.sizes[1]), left.mesh)


@fact
def layouts(facts: Facts) -> Layouts:
    """How the arrays of a file lie on a mesh with explicit axes."""
    return Layouts(facts)


def around(facts: Facts, node: ast.AST) -> Iterator[tuple[ast.Call | None, Given]]:
    """What is known of the parameters around a node: nothing, and what each call hands over."""
    known = layouts(facts)
    function = facts.module.function(node)
    if not known.plain(function):
        return
    yield None, {}
    if function is not None:
        yield from known.calls.get(function, ())


def _written(names: tuple[str, ...]) -> str:
    if not names:
        return "None"
    quoted = ", ".join(f'"{n}"' for n in names)
    return quoted if len(names) == 1 else f"({quoted})"
