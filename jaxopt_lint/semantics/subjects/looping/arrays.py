"""Whether an expression is one array, whose rows an index takes, or a Python container.

`x[i]` means the same to the reader of a loop either way, but only an array can be mapped over.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile

from jaxopt_lint.semantics.jax.api.attributes import OF_ARRAYS
from jaxopt_lint.semantics.jax.arguments import passed
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, Kind, calls, fact, values
from jaxopt_lint.semantics.python import FUNCTIONS, PATH, Binding, is_name, root_of, text_of
from jaxopt_lint.semantics.subjects.looping.outputs import value_for
from jaxopt_lint.syntax.reading import expression

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
        binding = self.facts.names.only_binding(node)
        if binding is None or binding.kind != "param" or node in self._asked:
            return False
        function = self.module.parent[self.module.parent[binding.node]]
        if not isinstance(function, FUNCTIONS):
            return False
        self._asked.add(node)
        values = passed(self.facts, function, binding.name)
        known = values is not None and all(
            (self.is_array(v) and not self.on_host(v)) or self.passed(v) for v in values
        )
        self._asked.discard(node)
        return known

    def length_of(self, node: ast.expr) -> tuple[str, int] | None:
        """`x.shape[k]` or `len(x)`, through one name: the text of `x`, and `k`."""
        match node:
            case ast.Subscript(ast.Attribute(array, "shape"), ast.Constant(int(axis))) if axis >= 0:
                return ast.unparse(array), axis
            case ast.Call(func, [array]) if self.facts.names.is_builtin(func, "len"):
                return ast.unparse(array), 0
        binding = self.facts.names.only_binding(node)
        made = binding.value if binding is not None else None
        if binding is not None and made is None and binding.kind == "target":
            if isinstance(binding.node, ast.Assign):
                made = value_for(binding.node, binding.name)
                if made is None:
                    return _from_shape(binding.node, binding.name)
        return self.length_of(made) if made and not isinstance(made, ast.Name) else None

    def has_length(self, array: ast.expr, axis: int, count: ast.expr) -> bool:
        """Whether an array is known to have `count` rows along an axis."""
        if self.length_of(count) == (ast.unparse(array), axis):
            return True
        size = self.made_size(self.facts.names.behind(array), axis)
        return size is not None and ast.unparse(size) == ast.unparse(count)

    def same_count(self, one: ast.expr, other: ast.expr) -> bool:
        """Whether two counts are known to be equal: written alike, or the length of one array."""
        length = self.length_of(one)
        alike = length is not None and length == self.length_of(other)
        return alike or ast.unparse(one) == ast.unparse(other)

    def as_long(self, one: ast.expr, other: ast.expr) -> bool:
        """Whether two arrays are known to have as many rows: one is made to the other's length,
        or both to the same."""
        if ast.unparse(one) == ast.unparse(other):
            return True
        sizes = [self.made_size(self.facts.names.behind(a), 0) for a in (one, other)]
        texts = {ast.unparse(size) for size in sizes if size is not None}
        return (None not in sizes and len(texts) == 1) or any(
            size is not None and self.length_of(size) == (ast.unparse(array), 0)
            for size, array in zip(sizes, (other, one), strict=True)
        )

    def made_size(self, made: ast.expr | None, axis: int) -> ast.expr | None:
        """The size along an axis of an array, as the call that makes it gives it."""
        match made:
            case ast.Call(func, args):
                name = self.facts.names.of(func)
            case _:
                return None
        if axis == 0 and name == "jax.random.split":
            return args[1] if len(args) > 1 else None
        if axis == 0 and name == "jax.numpy.arange":
            return args[0] if len(args) == 1 else None
        match args[:1] if name in _MAKERS else []:
            case [ast.Tuple(sizes) | ast.List(sizes)]:
                return sizes[axis] if axis < len(sizes) else None
            case [ast.Attribute(_, "shape") as shape]:
                size = ast.Subscript(shape, ast.Constant(axis), ast.Load())
                return ast.copy_location(size, shape)
            case [size] if axis == 0:
                return size
        return None

    # -----------------------------------------------------------------------------------

    def contained(self, node: ast.expr | None, depth: int = 4) -> bool:
        """Whether a value is a container that Python code built, not an array."""
        if node is None or depth <= 0:
            return False
        held: Sequence[ast.expr | None] = ()
        match node:
            case _ if isinstance(node, _CONTAINERS):
                return True
            case ast.BinOp(left, ast.Add() | ast.Mult(), right):
                held = (left, right)
                if any(isinstance(side, _CONTAINERS) for side in held):
                    return True
            case ast.Call(func):
                names = self.facts.names
                if names.is_builtin(func, *_MAKES_CONTAINERS) or names.of(func) in _LISTS:
                    return True
                return self._gives_container(node, depth)
            case ast.Name():
                bindings = self.facts.names.binding(node)
                if any(self._tuple_of_a_turn(b) or self._leaves(b) for b in bindings):
                    return True
                held = [b.value for b in bindings if b.value is not node]
            case ast.Attribute():
                held = calls(self.facts).stored_in(node)
        return any(self.contained(v, depth - 1) for v in held)

    def _tuple_of_a_turn(self, binding: Binding) -> bool:
        """Whether a name holds what `for pair in zip(...)` hands to each turn."""
        match binding.node:
            case ast.For(target, ast.Call(func)) | ast.comprehension(target, ast.Call(func)):
                names = self.facts.names
                tuples = names.is_builtin(func, "zip", "enumerate") or names.of(func) in _TUPLES
                return tuples and is_name(target, binding.name)
        return False

    def _leaves(self, binding: Binding) -> bool:
        """Whether a name holds the leaves of a tree: `leaves, treedef = jax.tree.flatten(tree)`."""
        match binding.node:
            case ast.Assign([ast.Tuple([first, *_]) | ast.List([first, *_])], ast.Call(func)):
                return is_name(first, binding.name) and self.facts.names.of(func) in _FLATTENING
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
        return any(self.contained(v, depth - 1) for v in self.module.results(callee.node))

    def _path(self, node: ast.expr) -> bool | None:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            return self.is_array(node.value)
        signs = {*self._signs_of(node)}
        if isinstance(node, ast.Name):
            for binding in self.facts.names.binding(node):
                around = self.module.parent.get(binding.node)
                if isinstance(around, ast.arguments):
                    if binding.node in (around.vararg, around.kwarg):
                        return False  # whose annotation tells of one item
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
        if scope_node not in self._paths:
            out = self._paths[scope_node] = {}
            for node in ast.walk(scope_node):
                for holder, sign in self._signs_at(node):
                    if (key := _key(holder)) is not None:
                        out.setdefault(key, set()).add(sign)
        return self._paths[scope_node]

    def _signs_at(self, node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
        """What a node says of which expressions."""
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Subscript)):
            yield node.func, "object"
        match node:
            case ast.Attribute(value, attr):
                if attr in _ARRAY_ATTRIBUTES:
                    yield value, "array"
                if attr not in OF_ARRAYS:
                    yield value, "object"
                if attr in _CONTAINER_METHODS and isinstance(self.module.parent[node], ast.Call):
                    yield value, "container"
                match node:
                    case ast.Attribute(ast.Subscript(whole, ast.Constant(int())), "shape"):
                        yield whole, "items"
            case ast.Subscript(value, index):
                if _array_index(index):
                    yield value, "array"
                if text_of(index) is not None:
                    yield value, "container"
            case ast.BinOp(left, ast.MatMult(), right):
                yield from ((left, "array"), (right, "array"))
            case ast.Call(func, [value, kinds]) if self.facts.names.is_builtin(func, "isinstance"):
                if _CONTAINER_TYPES.intersection(_types(self.facts, kinds)):
                    yield value, "container"
            case ast.Call(func, [value, *_]):
                name = self.facts.names.of(func) or ""
                takes_others = name.rpartition(".")[2] in _TAKES_CONTAINERS | _TAKES_TREES
                if name.startswith(("jax.numpy.", "jax.lax.", "jax.nn.")) and not takes_others:
                    yield value, "array"


_TAKES_TREES = {"scan", "map", "cond", "while_loop", "fori_loop", "psum", "pmean", "all_gather",
                "stop_gradient", "switch", "associative_scan", "zeros", "ones", "full", "empty",
                "arange", "linspace", "eye", "iota", "zeros_like"}  # fmt: skip
_CONTAINERS = (ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.DictComp, ast.GeneratorExp,
               ast.Set)  # fmt: skip
_LISTS = {"jax.tree_util.tree_leaves", "jax.tree.leaves", "jax.tree_leaves", "jax.devices",
          "jax.numpy.split", "jax.numpy.array_split", "numpy.split", "jax.numpy.meshgrid",
          "jax.tree_util.tree_flatten", "jax.tree.flatten", "jax.numpy.hsplit",
          "jax.numpy.vsplit", "jax.local_devices"}  # fmt: skip
_FLATTENING = {"jax.tree_util.tree_flatten", "jax.tree.flatten", "jax.tree_flatten",
               "jax.tree_util.tree_flatten_with_path", "jax.tree.flatten_with_path"}  # fmt: skip
_TUPLES = {"itertools.product", "itertools.permutations", "itertools.combinations",
           "itertools.combinations_with_replacement", "itertools.pairwise", "itertools.batched",
           "itertools.zip_longest"}  # fmt: skip
_MAKES_CONTAINERS = ("list", "tuple", "dict", "sorted", "zip", "map", "filter", "set")
_MAKERS = {"jax.numpy.zeros", "jax.numpy.ones", "jax.numpy.empty", "jax.numpy.full"}


def _key(node: ast.expr) -> str | None:
    match node:
        case ast.Name(name):
            return name
        case ast.Attribute(value, attr) if (base := _key(value)) is not None:
            return f"{base}.{attr}"
        case ast.Subscript(value, index) if (base := _key(value)) is not None:
            return f"{base}[{ast.unparse(index)}]"
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
            with suppress(SyntaxError, ValueError):
                yield from _types(facts, expression(node.value), depth - 1)


def _array_index(index: ast.expr) -> bool:
    if isinstance(index, ast.Tuple):
        return len(index.elts) > 1 and all(text_of(e) is None for e in index.elts)
    return isinstance(index, ast.Constant) and index.value in (None, Ellipsis)


def _from_shape(node: ast.Assign, name: str) -> tuple[str, int] | None:
    """`n, d = x.shape`: which axis of what."""
    match node:
        case ast.Assign([ast.Tuple(targets)], ast.Attribute(array, "shape")):
            plain = list(takewhile(lambda t: not isinstance(t, ast.Starred), targets))
            axes = (k for k, item in enumerate(plain) if is_name(item, name))
            return next(((ast.unparse(array), axis) for axis in axes), None)
    return None


@fact
def arrays(facts: Facts) -> Arrays:
    """Which names hold arrays, and how long they are."""
    return Arrays(facts)
