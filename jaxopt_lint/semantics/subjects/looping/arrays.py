"""Whether an expression is one array, whose rows an index takes, or a Python container.

`x[i]` means the same to the reader of a loop either way, but only an array can be mapped over.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import TypeGuard

from jaxopt_lint.semantics.jax.api.attributes import OF_ARRAYS
from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.arguments import passed
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.kinds import Kind
from jaxopt_lint.semantics.jax.values import values
from jaxopt_lint.semantics.python.nodes import PATH, root_of
from jaxopt_lint.semantics.python.scopes import FUNCTIONS
from jaxopt_lint.semantics.subjects.looping.outputs import value_for

_ARRAY_ATTRIBUTES = {"shape", "ndim", "dtype", "at", "T", "astype", "reshape", "mean", "sum",
                     "transpose", "size"}  # fmt: skip
_CONTAINER_METHODS = {"append", "extend", "items", "keys", "values", "pop", "insert", "get",
                      "update", "index"}  # fmt: skip
_TAKES_CONTAINERS = {"stack", "concatenate", "array", "asarray", "vstack", "hstack", "block",
                     "column_stack", "dstack", "broadcast_arrays", "meshgrid", "shape"}  # fmt: skip
# The last parts of the names under which libraries hold their types.
_ARRAY_TYPES = {"Array", "ndarray", "NDArray", "DeviceArray", "ArrayDevice", "ArrayNumpy",
                "ArrayLike", "Float", "Int", "Bool", "Num", "Shaped", "Inexact", "Real", "Integer",
                "UInt", "Complex", "PRNGKeyArray", "PRNGKey", "Tensor", "Scalar"}  # fmt: skip
_CONTAINER_TYPES = {"List", "list", "Sequence", "Tuple", "tuple", "Dict", "dict", "Mapping", "set",
                    "MutableMapping", "FrozenDict", "Iterable", "Iterator", "Callable", "PyTree",
                    "ArrayTree", "ArrayNumpyTree", "ArrayDeviceTree", "Params"}  # fmt: skip


class Arrays:
    """Evidence on arrays in one file."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self._paths: dict[ast.AST, dict[str, set[str]]] = {}
        self._asked: set[ast.expr] = set()

    def is_array(self, node: ast.expr) -> bool | None:
        """True for one array, False for something else, None when nothing tells."""
        if self.contained(node):
            return False
        kind = values(self.facts).kind(node)
        if kind in (Kind.DEVICE, Kind.TRACER, Kind.HOST):
            return True
        if kind in (Kind.STATIC, Kind.CALLABLE):
            # NumPy's and Python's containers of literals: a table, not a batch.
            return False
        return self._path(node)

    def on_host(self, node: ast.expr) -> bool:
        """Whether an expression is a NumPy array, whose rows cost nothing to take."""
        return values(self.facts).kind(node) is Kind.HOST

    def plausible(self, node: ast.expr) -> bool:
        """Whether an expression is an array, or may well be one."""
        known = self.is_array(node)
        if known is not None:
            return known
        signs = self._signs_of(node)
        while isinstance(node, ast.Subscript):
            node = node.value
        # `x[0].shape` asks for the shape of one item: each may have its own.
        return "object" not in signs and "items" not in self._signs_of(node)

    def passed(self, node: ast.expr) -> bool:
        """Whether a parameter is given an array of JAX by every call of it in this file."""
        scope = self.module.scope.get(node)
        if not isinstance(node, ast.Name) or scope is None:
            return False
        function = getattr(scope.holder(node.id), "node", None)
        if not isinstance(function, FUNCTIONS) or node in self._asked:
            return False
        if [b.kind for b in self.facts.names.binding(node)] != ["param"]:
            return False
        self._asked.add(node)
        values = passed(self.facts, function, node.id)
        known = values is not None and all(
            (self.is_array(v) and not self.on_host(v)) or self.passed(v) for v in values
        )
        self._asked.discard(node)
        return known

    def length_of(self, node: ast.expr) -> tuple[str, int] | None:
        """`x.shape[k]` or `len(x)`, through one name: the text of `x`, and `k`."""
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
            if (
                node.value.attr == "shape"
                and isinstance(node.slice, ast.Constant)
                and isinstance(node.slice.value, int)
                and node.slice.value >= 0
            ):
                return ast.unparse(node.value.value), node.slice.value
        if (
            isinstance(node, ast.Call)
            and self.facts.names.is_builtin(node.func, "len")
            and len(node.args) == 1
        ):
            return ast.unparse(node.args[0]), 0
        if isinstance(node, ast.Name):
            bindings = self.facts.names.binding(node)
            if len(bindings) != 1:
                return None
            binding = bindings[0]
            if binding.value is not None and not isinstance(binding.value, ast.Name):
                return self.length_of(binding.value)
            if binding.kind == "target" and isinstance(binding.node, ast.Assign):
                made = value_for(binding.node, node.id)
                if made is not None and not isinstance(made, ast.Name):
                    return self.length_of(made)
                return _from_shape(binding.node, node.id)
        return None

    def has_length(self, array: ast.expr, axis: int, count: ast.expr) -> bool:
        """Whether an array is known to have `count` rows along an axis."""
        if self.length_of(count) == (ast.unparse(array), axis):
            return True
        size = self.made_size(self.facts.names.behind(array), axis)
        return size is not None and ast.unparse(size) == ast.unparse(count)

    def as_long(self, one: ast.expr, other: ast.expr) -> bool:
        """Whether two arrays are known to have as many rows: one is made to the other's length,
        or both to the same."""
        if ast.unparse(one) == ast.unparse(other):
            return True
        sizes = [self._size(a) for a in (one, other)]
        texts = [ast.unparse(s) if s is not None else None for s in sizes]
        if texts[0] is not None and texts[0] == texts[1]:
            return True
        return any(
            size is not None and self.length_of(size) == (ast.unparse(array), 0)
            for size, array in ((sizes[0], other), (sizes[1], one))
        )

    def _size(self, array: ast.expr) -> ast.expr | None:
        """The number of rows that an array, or what a name stands for, is made with."""
        return self.made_size(self.facts.names.behind(array), 0)

    def made_size(self, made: ast.expr | None, axis: int) -> ast.expr | None:
        """The size along an axis of an array, as the call that makes it gives it."""
        if not isinstance(made, ast.Call):
            return None
        name = self.facts.names.of(made.func)
        if name == "jax.random.split" and axis == 0 and len(made.args) > 1:
            return made.args[1]
        if name == "jax.numpy.arange" and axis == 0 and len(made.args) == 1:
            return made.args[0]
        if name in _MAKERS and made.args:
            shape = made.args[0]
            if isinstance(shape, (ast.Tuple, ast.List)):
                return shape.elts[axis] if axis < len(shape.elts) else None
            if isinstance(shape, ast.Attribute) and shape.attr == "shape":
                return ast.copy_location(
                    ast.Subscript(shape, ast.Constant(axis), ast.Load()), shape
                )
            return shape if axis == 0 else None
        return None

    # -----------------------------------------------------------------------------------

    def contained(self, node: ast.expr | None, depth: int = 4) -> bool:
        """Whether a value is a container that Python code built, not an array."""
        if node is None or depth == 0:
            return False
        if isinstance(node, _CONTAINERS):
            return True
        if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
            sides = (node.left, node.right)
            return any(isinstance(n, _CONTAINERS) or self.contained(n, depth - 1) for n in sides)
        if isinstance(node, ast.Call):
            return (
                self.facts.names.is_builtin(
                    node.func, "list", "tuple", "dict", "sorted", "zip", "map", "filter", "set"
                )
                or (self.facts.names.of(node.func) or "") in _LISTS
                or self._gives_container(node, depth)
            )
        if isinstance(node, ast.Name):
            values = [b.value for b in self.facts.names.binding(node) if b.value is not None]
            return any(self.contained(v, depth - 1) for v in values if v is not node)
        if isinstance(node, ast.Attribute) and self.module.is_self(node.value):
            owner = next(
                (a for a in self.module.ancestors(node) if isinstance(a, ast.ClassDef)), None
            )
            if owner is not None:
                stored = calls(self.facts).attribute_values(owner, node.attr)
                return any(self.contained(v, depth - 1) for v in stored)
        return False

    def _gives_container(self, call: ast.Call, depth: int) -> bool:
        """Whether a function of the file returns a tuple or the like: `return a, b`."""
        callee = calls(self.facts).callee(call.func)
        if callee is None or callee.node is None:
            return False
        kinds = {TRANSFORMS[name].kind for name, _ in callee.wraps}
        if "value_and_grad" in kinds:
            return True
        if kinds - {"jit", "vmap", "checkpoint", "named_call", "custom_jvp", "custom_vjp"}:
            return False
        if isinstance(callee.node, ast.Lambda):
            return self.contained(callee.node.body, depth - 1)
        returns = [n for s in callee.node.body for n in ast.walk(s) if isinstance(n, ast.Return)]
        own = [r for r in returns if self.module.function(r) is callee.node]
        return any(self.contained(r.value, depth - 1) for r in own)

    def _collects(self, function: ast.AST | None, parameter: ast.AST) -> bool:
        """Whether a parameter is `*args` or `**kwargs`, whose annotation tells of one item."""
        return isinstance(function, FUNCTIONS) and (
            parameter is function.args.vararg or parameter is function.args.kwarg
        )

    def _path(self, node: ast.expr) -> bool | None:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.is_array(node.value)
        signs = {*self._signs_of(node)}
        if isinstance(node, ast.Name):
            for binding in self.facts.names.binding(node):
                if self._collects(self.module.function(binding.node), binding.node):
                    return False
                annotation = getattr(binding.node, "annotation", None)
                if annotation is not None and binding.kind in ("param", "assign", "declare"):
                    types = {*_types(self.facts, annotation)}
                    if types & _CONTAINER_TYPES:
                        return False
                    if types & _ARRAY_TYPES:
                        signs.add("array")
                if isinstance(binding.value, (ast.Constant, ast.JoinedStr, ast.Lambda)):
                    return False
        if "container" in signs:
            return False
        return True if "array" in signs else None

    def _signs_of(self, node: ast.expr) -> Collection[str]:
        """How a dotted path is used in the function that binds its first name."""
        key, root = _key(node), root_of(node, PATH)
        scope = self.module.scope.get(node)
        holder = scope.holder(root.id) if scope and isinstance(root, ast.Name) else None
        return self._signs(holder.node).get(key, ()) if holder is not None and key else ()

    def _signs(self, scope_node: ast.AST) -> dict[str, set[str]]:
        """How each dotted path is used in a function: as an array, as a container."""
        if scope_node in self._paths:
            return self._paths[scope_node]
        out: dict[str, set[str]] = {}
        self._paths[scope_node] = out
        for node in ast.walk(scope_node):
            if isinstance(node, ast.Attribute):
                self._sign(out, node.value, node.attr in _ARRAY_ATTRIBUTES and "array")
                if node.attr == "shape" and _is_item(node.value):
                    self._sign(out, node.value.value, "items")
                self._sign(out, node.value, node.attr not in OF_ARRAYS and "object")
                called = isinstance(self.module.parent.get(node), ast.Call)
                container = called and node.attr in _CONTAINER_METHODS
                self._sign(out, node.value, container and "container")
            elif isinstance(node, ast.Subscript):
                self._sign(out, node.value, _array_index(node.slice) and "array")
                text = isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str)
                self._sign(out, node.value, text and "container")
            elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
                self._sign(out, node.left, "array")
                self._sign(out, node.right, "array")
            elif isinstance(node, ast.Call):
                self._called(out, node)
        return out

    def _called(self, out: dict[str, set[str]], node: ast.Call) -> None:
        names = self.facts.names
        if names.is_builtin(node.func, "isinstance") and len(node.args) == 2:
            if _CONTAINER_TYPES.intersection(_types(self.facts, node.args[1])):
                self._sign(out, node.args[0], "container")
            return
        name = names.of(node.func) or ""
        if name.startswith(("jax.numpy.", "jax.lax.", "jax.nn.")) and node.args:
            last = name.rpartition(".")[2]
            if last not in _TAKES_CONTAINERS and last not in _TAKES_TREES:
                self._sign(out, node.args[0], "array")

    def _sign(self, out: dict[str, set[str]], node: ast.expr, sign: str | bool) -> None:
        if isinstance(sign, str):
            key = _key(node)
            if key is not None:
                out.setdefault(key, set()).add(sign)


_TAKES_TREES = {"scan", "map", "cond", "while_loop", "fori_loop", "psum", "pmean", "all_gather",
                "stop_gradient", "switch", "associative_scan", "zeros", "ones", "full", "empty",
                "arange", "linspace", "eye", "iota", "zeros_like"}  # fmt: skip
_CONTAINERS = (ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.DictComp, ast.GeneratorExp,
               ast.Set)  # fmt: skip
_LISTS = {"jax.tree_util.tree_leaves", "jax.tree.leaves", "jax.tree_leaves", "jax.devices",
          "jax.numpy.split", "jax.numpy.array_split", "numpy.split", "jax.numpy.meshgrid",
          "jax.tree_util.tree_flatten", "jax.tree.flatten", "jax.numpy.hsplit",
          "jax.numpy.vsplit", "jax.local_devices"}  # fmt: skip
_MAKERS = {"jax.numpy.zeros", "jax.numpy.ones", "jax.numpy.empty", "jax.numpy.full"}


def _key(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = _key(node.value)
        return f"{base}.{node.attr}" if base is not None else None
    if isinstance(node, ast.Subscript):
        base = _key(node.value)
        return f"{base}[{ast.unparse(node.slice)}]" if base is not None else None
    return None


def _types(facts: Facts, annotation: ast.expr, depth: int = 4) -> Iterator[str]:
    """The last parts of the names of all builtin and imported types that an annotation holds, or
    that the file's own names in it stand for."""
    for node in ast.walk(annotation) if depth else ():
        if isinstance(node, ast.Name) and facts.names.is_builtin(node, node.id):
            yield node.id
        elif isinstance(node, ast.Name) and (alias := facts.names.value(node)) is not None:
            yield from _types(facts, alias, depth - 1)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            head, _, last = (facts.names.of(node) or "").rpartition(".")
            if head and head != facts.module.name and head not in facts.project.exports:
                yield last
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            with suppress(SyntaxError):
                yield from _types(facts, ast.parse(node.value, mode="eval").body, depth - 1)


def _is_item(node: ast.expr) -> TypeGuard[ast.Subscript]:
    """`x[0]`."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and type(node.slice.value) is int
    )


def _array_index(index: ast.expr) -> bool:
    if isinstance(index, ast.Tuple):
        return len(index.elts) > 1 and not any(
            isinstance(e, ast.Constant) and isinstance(e.value, str) for e in index.elts
        )
    return isinstance(index, ast.Constant) and (index.value is None or index.value is Ellipsis)


def _from_shape(node: ast.Assign, name: str) -> tuple[str, int] | None:
    """`n, d = x.shape`: which axis of what."""
    if not (isinstance(node.value, ast.Attribute) and node.value.attr == "shape"):
        return None
    if len(node.targets) != 1 or not isinstance(node.targets[0], ast.Tuple):
        return None
    for axis, item in enumerate(node.targets[0].elts):
        if isinstance(item, ast.Starred):
            return None
        if isinstance(item, ast.Name) and item.id == name:
            return ast.unparse(node.value.value), axis
    return None


@fact
def arrays(facts: Facts) -> Arrays:
    """Which names hold arrays, and how long they are."""
    return Arrays(facts)
