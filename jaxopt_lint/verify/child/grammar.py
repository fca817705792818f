"""Argument specs as values: `f32[B, D](-1, 1)`, `key`, `{'w': f32[D]}`, `ref("mod:make", 3)`.

A spec is a Python expression; it is evaluated here node by node, never by `eval`.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .lib import jax
from .pickling import Ref

SHORT = {
    "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64",
    "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64",
    "c64": "complex64", "c128": "complex128", "bool": "bool",
}  # fmt: skip
EDGES = (0.0, -0.0, 1.0, -1.0, 20.0, -20.0, 1e-6, 0.5)
_OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
}  # fmt: skip


class SpecError(ValueError):
    """A spec that does not follow the grammar."""


@dataclass
class Filling:
    """Which numbers a spec is filled with: a seed, zeros or edge values, and the sizes.

    Attributes:
        limits: what was stated of arrays that were made, by their `id`.
    """

    dims: Mapping[str, int]
    seed: int = 0
    kind: str = "random"  # "random" | "zeros" | "edges"
    limits: dict[int, tuple[float, float]] = field(default_factory=dict, init=False)
    _drawn: list[Any] = field(default_factory=list, init=False)

    def draw(
        self, dtype: str, shape: tuple[int, ...], limits: tuple[float, float] | None
    ) -> np.ndarray[Any, Any]:
        """One array; every array of a case has numbers of its own."""
        rng = np.random.default_rng([self.seed, len(self._drawn) + 1])
        if dtype == "bool":
            return np.asarray(rng.random(shape) < 0.5)
        if dtype.startswith(("int", "uint")):
            low, high = limits or (0, 2)
            if self.kind == "edges" and limits is not None:
                choice = np.array([int(low), int(high) - 1])
                return np.resize(choice, shape).astype(dtype)
            return np.asarray(rng.integers(int(low), int(high), shape)).astype(dtype)
        values = self._floats(rng, shape, limits)
        if dtype.startswith("complex"):
            return np.asarray(values + 1j * self._floats(rng, shape, limits)).astype(dtype)
        return values.astype(_np_dtype(dtype))

    def keep(self, array: Any, limits: tuple[float, float] | None) -> Any:
        """The array, of which it is known from now on what was stated."""
        self._drawn.append(array)
        if limits is not None:
            self.limits[id(array)] = limits
        return array

    def _floats(
        self,
        rng: np.random.Generator,
        shape: tuple[int, ...],
        limits: tuple[float, float] | None,
    ) -> np.ndarray[Any, Any]:
        if limits is not None:
            low, high = limits
            if self.kind == "edges":
                return np.resize(np.array([low, (low + high) / 2, high]), shape)
            if self.kind == "zeros" and low <= 0 <= high:
                return np.zeros(shape)
            return np.asarray(rng.uniform(low, high, shape))
        if self.kind == "zeros":
            return np.zeros(shape)
        if self.kind == "edges":
            return np.resize(np.roll(np.array(EDGES), len(self._drawn) + 1), shape)
        return np.asarray(rng.standard_normal(shape))


def _np_dtype(name: str) -> Any:
    return jax.numpy.bfloat16 if name == "bfloat16" else np.dtype(name)


def evaluate(text: str, filling: Filling) -> Any:
    """The value that a spec stands for."""
    try:
        tree = ast.parse(text.strip().replace("[]", "[()]"), mode="eval")
    except SyntaxError as error:
        raise SpecError(f"`{text}` is not a spec: {error.msg}") from None
    return _value(tree.body, filling)


def _value(node: ast.expr, filling: Filling) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Tuple):
        return tuple(_value(item, filling) for item in node.elts)
    if isinstance(node, ast.List):
        return [_value(item, filling) for item in node.elts]
    if isinstance(node, ast.Dict):
        return {
            _value(key, filling): _value(value, filling)
            for key, value in zip(node.keys, node.values, strict=False)
            if key is not None
        }
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand, filling)
    if isinstance(node, ast.BinOp):
        return size_of(node, filling.dims)
    limits = None
    inner = node
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "ref":
            return _ref(node, filling)
        if len(node.args) != 2:
            raise SpecError(f"`{ast.unparse(node)}` needs two limits")
        limits = (_value(node.args[0], filling), _value(node.args[1], filling))
        inner = node.func
    return _array(inner, limits, filling)


def _ref(node: ast.Call, filling: Filling) -> Ref:
    if not node.args:
        raise SpecError('`ref` needs a target such as "package.module:make"')
    target, *args = (_value(item, filling) for item in node.args)
    kwargs = tuple((kw.arg or "", _value(kw.value, filling)) for kw in node.keywords)
    return Ref(str(target), tuple(args), kwargs)


def _array(node: ast.expr, limits: tuple[float, float] | None, filling: Filling) -> Any:
    shape: tuple[int, ...] = ()
    head = node
    if isinstance(node, ast.Subscript):
        head = node.value
        entries = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        shape = tuple(size_of(entry, filling.dims) for entry in entries)
    host = isinstance(head, ast.Attribute) and ast.unparse(head.value) == "np"
    name = head.attr if isinstance(head, ast.Attribute) else ast.unparse(head)
    if name in ("key", "keys", "rawkey"):
        if name == "rawkey":
            return jax.random.PRNGKey(filling.seed)
        key = jax.random.key(filling.seed)
        return jax.random.split(key, shape) if shape else key
    if name in filling.dims and head is node:
        return filling.dims[name]
    if name not in SHORT and name not in SHORT.values():
        raise SpecError(f"`{ast.unparse(node)}` is neither a dtype, a literal nor a size")
    drawn = filling.draw(SHORT.get(name, name), shape, limits)
    return filling.keep(drawn if host else jax.numpy.asarray(drawn), limits)


def size_of(node: ast.expr, dims: Mapping[str, int]) -> int:
    """The number that a size stands for: a whole number, a name, or what is computed of both."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        if node.id not in dims:
            raise SpecError(f"the size `{node.id}` is not among the dims")
        return int(dims[node.id])
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        left, right = size_of(node.left, dims), size_of(node.right, dims)
        return int(_OPERATORS[type(node.op)](left, right))
    raise SpecError(f"`{ast.unparse(node)}` is not a size")
