"""What an error says of the arguments: other ranks, sizes that agree, other types.

JAX names sizes and shapes in its errors. Each name of a size has a number of its own, so a number
leads back to it, or to what is computed of a few of them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from ..lib import jax
from . import asked, bounds, made, nodes
from .attempt import Outcome, number
from .guesses import MOST, arrays, mixed, of_answer, turn
from .nodes import Array, Dict, Key, Literal, Made, Node, Sequence, Size, Unknown, fresh

Repair = tuple[float, Node, bool]  # how far-fetched it is, the tree, whether to run it for real
_UNKNOWN = re.compile(r"Unknown(\d+)_")
_SHAPE = re.compile(r"[(\[]((?:\d+(?:, ?|(?=[)\]])))*)[)\]]")
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w|\.\d)")
_EXPECTED = re.compile(r"values to unpack \(expected (\d+)(?:, got (\d+))?\)")
_PLAIN = re.compile(r"'(int|float|bool|str|NoneType)' object")
_NOT_TRACED = (
    "ConcretizationTypeError", "TracerBoolConversionError", "TracerIntegerConversionError",
    "TracerArrayConversionError", "NonConcreteBooleanIndexError",
)  # fmt: skip
# What is asked of an array and no tracer has, as where it lies.
_OF_TRACERS = re.compile(r"Trace[rd].*(?:no attribute|valid JAX type)|only accepts .*Tracer", re.S)
_ABOUT_RANKS = (
    "indices", "out of range", "out of bounds", "0-d", "dimension", "axis", "axes", "rank", "ndim",
    "unpack", "scalar", "shape", "length-1", "truth value",
)  # fmt: skip
_ABOUT_TYPES = ("integer", "dtype", "indexer", "bool", "type", "inexact", "float", "int32")
_ABOUT_PARTS = ("reshape", "divi", "split", "multiple", "group", "equal", "assert")
_ABOUT_MESHES = ("_internal_device_list", "tuple indices must be integers or slices, not str")
_OVER_DEVICES = re.compile(
    r"select an axis to squeeze out.* shape=\(([\d, ]+)\) and dimensions=\((\d+),?\)"
    r"|requires (\d+) (?:logical devices|replicas)"
)
_OF_DEVICES = "Mesh requires the ndim of its first argument (`devices`)"
_AXIS = re.compile(r"[Aa]xis:? '?(\w+)'? .*not found in mesh|^KeyError: '(\w+)'$")
_NUMBERS = 6  # of an error that are looked at
_KINDS = {"int": (Size, int), "float": (Literal, float), "bool": (Literal, bool),
          "str": (Literal, str), "NoneType": (Literal, type(None))}  # fmt: skip


def repairs(root: Node, outcome: Outcome, *, concrete: bool) -> Iterator[Repair]:
    """What to try after a call that failed."""
    kind, said = type(outcome.error).__name__, f"{type(outcome.error).__name__}: {outcome.error}"
    said = said[:2000]
    named = list(asked.attributes(root, outcome)) or list(_named(root, said))
    if named:
        yield from ((cost, tree, concrete) for cost, tree in named)
        return
    if kind in _NOT_TRACED:
        yield 0.3, root, True
        for one in nodes.arrays(root):
            yield 0.6, nodes.put(root, one.number, Size(fresh())), concrete
            yield 1.2, nodes.put(root, one.number, Literal(0.5)), concrete
        return
    yield from ((cost, tree, concrete) for cost, tree in _meshes(root, said))
    # Where no array is given, what raises under a trace may do so for no other reason.
    given = any(isinstance(one, (Array, Key)) for one in nodes.walk(root))
    if not concrete and (not given or _OF_TRACERS.search(said)):
        yield 0.2, root, True
    yield from ((cost, tree, concrete) for cost, tree in _refused(root, outcome))
    for repair in (
        bounds.longer,
        _over_devices,
        _plain,
        _typed,
        _ranked,
        _alike,
        _agreeing,
        _in_parts,
    ):
        for cost, tree in repair(root, said, outcome):
            yield cost, tree, concrete


def _meshes(root: Node, said: str) -> Iterator[tuple[float, Node]]:
    """Meshes and devices in the place of arrays, and axes that a mesh is asked for."""
    if any(word in said for word in _ABOUT_MESHES):
        for array in nodes.arrays(root):
            yield 0.2, nodes.put(root, array.number, Made(f"{made.__name__}:mesh"))
    if _OF_DEVICES in said:
        for array in nodes.arrays(root):
            yield 0.1, nodes.put(root, array.number, Made("jax:devices"))
    axis = _AXIS.search(said)
    if axis is None:
        return
    for one in nodes.walk(root):
        if isinstance(one, Made) and one.target.endswith(":mesh"):
            named = replace(one, args=(*one.args, Literal(axis[1] or axis[2])))
            yield 0, nodes.put(root, one.number, named)


def _named(root: Node, said: str) -> Iterator[tuple[float, Node]]:
    """Arguments of which JAX has said that they are of no type that it knows."""
    here = {one.number for one in nodes.walk(root) if isinstance(one, Unknown)}
    for name in dict.fromkeys(_UNKNOWN.findall(said)):
        if int(name) in here:
            if "PRNG" in said:
                yield 0, nodes.put(root, int(name), Key(raw=False))
            elif "sharding" in said.lower():
                yield 0, nodes.put(root, int(name), Made(f"{made.__name__}:sharding"))
            elif "unhashable" in said:  # a name, as of an axis, or what is static: no array
                yield 0, nodes.put(root, int(name), Literal("made_up"))
                yield 0.2, nodes.put(root, int(name), Size(fresh()))
                continue
            elif "valid indices" in said:
                yield 0, nodes.put(root, int(name), Size(fresh()))
                yield 0.2, nodes.put(root, int(name), Array((fresh(),), "i32"))
            for cost, new in _arrays_for(root, int(name), said):
                yield cost, nodes.put(root, int(name), new)


def _arrays_for(root: Node, number: int, said: str) -> Iterator[tuple[float, Node]]:
    """Arrays in the place of a stand-in that JAX was given."""
    one = next(one for one in nodes.walk(root) if one.number == number)
    assert isinstance(one, Unknown)
    if not one.answer[0]:
        yield from arrays(2, 0)
        return
    if "aux" in said and "tuple" in said:
        yield 0, Sequence((Array(()), Unknown(answer=(one.answer[0], 1))))
        return
    if "traced for scan" in said and one.answer[1] < 0:
        yield 0, turn(one)
    if "scalar-output" in said:
        yield 0, Array(())
    yield from ((cost + 0.1, new) for cost, new in of_answer(one))


def _refused(root: Node, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """What the project's own check asks for: shapes that are equal, ranks and sizes that are."""
    known = nodes.arrays(root)
    shape = {one.number: tuple(number(size, outcome.sizes) for size in one.dims) for one in known}
    for pair in outcome.refused:
        for this, that in ((pair.left, pair.right), (pair.right, pair.left)):
            if isinstance(this, tuple):
                like = [one.dims for one in known if shape[one.number] == that]
                dims = next(iter(like), tuple(map(str, that)))
                tree = root
                for one in known:
                    if shape[one.number] == this and len(dims) >= one.least:
                        tree = nodes.put(tree, one.number, replace(one, dims=dims))
                if tree is not root:
                    yield 0.1 + 0.1 * (not like), tree
            elif pair.equal and 0 <= that <= MOST:
                for one in known:
                    if len(one.dims) == this and that >= one.least:
                        dims = (*(fresh() for _ in range(that - this)), *one.dims)[
                            -that or MOST + 1 :
                        ]
                        yield 0.2, nodes.put(root, one.number, replace(one, dims=dims))
        if isinstance(pair.left, int):
            for place, tree in enumerate(_equal(root, pair.left, pair.right, outcome.sizes)):
                yield 0.3 + 0.2 * place, tree


def _plain(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """Plain values that are used in another way after all."""
    found = _PLAIN.search(said)
    if found is None:
        return
    kind, type_ = _KINDS[found[1]]
    for one in nodes.walk(root):
        if isinstance(one, kind) and (
            isinstance(one, Size) or (isinstance(one, Literal) and isinstance(one.value, type_))
        ):
            yield 0.4, nodes.put(root, one.number, Unknown())


def _typed(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """Arrays of other types, and keys."""
    low = said.lower()
    if "scalar-output" in low:
        for one in nodes.walk(root):
            if isinstance(one, Made) and one.target.endswith(":Mixed"):
                yield 0.1, nodes.put(root, one.number, Array(()))
        given = _shapes(said)
        for array in nodes.arrays(root):
            if array.dims and tuple(number(size, outcome.sizes) for size in array.dims) in given:
                yield 0.1, nodes.put(root, array.number, replace(array, dims=()))
        yield from _alone(root, given, outcome)
    if "aux" in low and "tuple" in low:
        for one in nodes.walk(root):
            if isinstance(one, Made) and one.target.endswith(":Mixed"):
                yield 0.1, nodes.put(root, one.number, Sequence((Array(()), mixed())))
    for one in nodes.walk(root):
        if isinstance(one, Key) and "single key" in low:
            yield 0.3, nodes.put(root, one.number, replace(one, dims=one.dims[1:]))
        elif isinstance(one, Key) and any(w in low for w in ("0-d", "unpack", "indices", "vmap")):
            yield 0.5, nodes.put(root, one.number, replace(one, dims=(fresh(), *one.dims)))
    for array in nodes.arrays(root):
        if "key" in low and ("prng" in low or "uint32" in low):
            yield 0.3, nodes.put(root, array.number, Key(raw=True))
        if any(word in low for word in _ABOUT_TYPES):
            cost = 0.4 if "integer" in low or "inexact" in low or "int32" in low else 0.9
            for dtype in ("i32", "bool", "f32", "c64"):
                if dtype != array.dtype:
                    extra = {"bool": 0.3, "c64": 1.5}.get(dtype, 0)
                    new = replace(array, dtype=dtype)
                    yield cost + extra, nodes.put(root, array.number, new)


def _alone(
    root: Node, given: list[tuple[int, ...]], outcome: Outcome
) -> Iterator[tuple[float, Node]]:
    """All arrays of a shape that is given as one number each."""
    tree = root
    for array in nodes.arrays(root):
        if tuple(number(size, outcome.sizes) for size in array.dims) in given:
            tree = nodes.put(tree, array.number, replace(array, dims=()))
    if tree is not root:
        yield 0, tree


def _ranked(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """Arrays with a dim more, or with one less."""
    expected = _EXPECTED.search(said)
    shapes = _shapes(said)
    if "concrete values of integer type" in said:
        for one in nodes.arrays(root):
            yield 0.2, nodes.put(root, one.number, Size(fresh()))
    if "same number of dimensions" in said:
        for one in nodes.arrays(root):
            if one.dtype == "i32":
                yield from ((0.1 + cost, tree) for cost, tree in ranks(root, one, 0.2, 0))
    if any(word in said for word in ("truth value", "-dimensional", "must be a scalar")):
        yield from _settings(root)
    yield from _of_rank(root, said, outcome)
    yield from asked.deeper(root, said)
    about = any(word in said for word in _ABOUT_RANKS)
    for one in nodes.arrays(root):
        rank = len(one.dims)
        cost = 0.8 if about else 1.4
        if tuple(number(size, outcome.sizes) for size in one.dims) in shapes:
            cost -= 0.3
        more, less = cost, cost
        if expected is not None:
            wanted = int(expected[1])
            more -= 0.4 if wanted > rank else 0
            less -= 0.4 if wanted < rank else 0
            if abs(wanted - rank) > 1 and wanted <= MOST + 1:
                dims = tuple(fresh() for _ in range(wanted - rank)) + one.dims[-wanted:]
                yield cost, nodes.put(root, one.number, replace(one, dims=dims))
        elif "out of" in said or "ndices" in said or "0-d" in said:
            more -= 0.3
        elif "scalar" in said or "length-1" in said or "truth value" in said:
            less -= 0.4
        yield from ranks(root, one, more, less)
        if rank > 1 and not one.least:
            yield less + 0.1, nodes.put(root, one.number, replace(one, dims=()))


def _of_rank(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """All arrays whose shapes an error mentions, with as many dims as it mentions, too."""
    shapes = _shapes(said)
    alone = {int(one) for one in _NUMBER.findall(_SHAPE.sub("", said))}
    for rank in sorted(alone & set(range(1, MOST + 2))):
        tree = root
        for one in nodes.arrays(root):
            shape = tuple(number(size, outcome.sizes) for size in one.dims)
            if shape in shapes and len(shape) != rank:
                dims = (*(fresh() for _ in range(rank - len(shape))), *one.dims)[-rank:]
                tree = nodes.put(tree, one.number, replace(one, dims=dims))
        if tree is not root:
            yield 0.5, tree


def _alike(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """An array whose shape an error mentions, of the shape of another one."""
    shapes = _shapes(said)
    known = nodes.arrays(root)
    for one in known:
        if tuple(number(size, outcome.sizes) for size in one.dims) in shapes:
            for dims in {other.dims for other in known} - {one.dims}:
                cost = 0.5 if len(dims) != len(one.dims) else 0.9
                if len(dims) >= one.least:
                    yield cost, nodes.put(root, one.number, replace(one, dims=dims))


def _settings(root: Node) -> Iterator[tuple[float, Node]]:
    """All arrays that one object or dict holds as one number each: code asks about its settings."""
    for holder in nodes.walk(root):
        if isinstance(holder, (Made, Dict)):
            held = [one for one in nodes.children(holder) if isinstance(one, Array)]
            tree = root
            for one in held:
                if one.dims and not one.least:
                    tree = nodes.put(tree, one.number, replace(one, dims=()))
            if tree is not root and len(held) > 1:
                yield 0.1, tree


def ranks(root: Node, one: Array, more: float, less: float) -> Iterator[tuple[float, Node]]:
    """The tree with an array of a dim more, and of one less, at these costs."""
    if len(one.dims) <= MOST:
        yield more, nodes.put(root, one.number, replace(one, dims=(fresh(), *one.dims)))
    if len(one.dims) > one.least:
        yield less, nodes.put(root, one.number, replace(one, dims=one.dims[1:]))


def _shapes(said: str) -> list[tuple[int, ...]]:
    return [tuple(map(int, _NUMBER.findall(one[1]))) for one in _SHAPE.finditer(said)]


def _agreeing(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """Sizes that an error mentions side by side, made to agree: where they stand in shapes, all of
    a pair of shapes at once, then each pair."""
    shapes = list(dict.fromkeys(one for one in _shapes(said) if one))
    for first, second in itertools.islice(itertools.combinations(shapes, 2), 6):
        for step in (-1, 1):  # as broadcasting has it, then from the left
            pairs = list(zip(first[::step], second[::step], strict=False))
            tree: Node | None = root
            for one, other in pairs:
                if one != other and tree is not None:
                    tree = next(_equal(tree, one, other, outcome.sizes), None)
            if tree is not None and tree is not root:
                yield 0.3, tree
    numbers = list(dict.fromkeys(int(one) for one in _NUMBER.findall(said)))[:_NUMBERS]
    own = set(outcome.sizes.values())
    for one, other in itertools.combinations(numbers, 2):
        far = 0.6 if one in own and other in own else 0.9
        for place, tree in enumerate(_equal(root, one, other, outcome.sizes)):
            yield far + 0.3 * place, tree


def _equal(root: Node, one: int, other: int, sizes: dict[str, int]) -> Iterator[Node]:
    """Trees in which two numbers of an error are the same size."""
    for first in _explained(one, sizes):
        for second in _explained(other, sizes):
            for name, size in ((second, first), (first, second)):
                if name in sizes and name not in nodes.names_in(size):
                    yield nodes.equated(root, name, size)
                    break


def _explained(given: int, sizes: dict[str, int]) -> list[str]:
    """The sizes that a number may be: a name, else what is computed of names, else itself."""
    names = [name for name, value in sizes.items() if value == given]
    if names:
        return names
    found = [f"{k} * {name}" for name, v in sizes.items() for k in (2, 3, 4) if k * v == given]
    pairs = list(itertools.combinations(sizes.items(), 2))
    found += [f"{a} * {b}" for (a, v), (b, w) in pairs if v * w == given]
    found += [f"{name} + {k}" for name, v in sizes.items() for k in (1, 2) if v + k == given]
    found += [f"{name} - {k}" for name, v in sizes.items() for k in (1, 2) if v - k == given]
    found += [f"{a} + {b}" for (a, v), (b, w) in pairs if v + w == given]
    return [*found[:2], *([str(given)] if given else [])]


def _over_devices(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """Axes that `pmap` maps over, which are as long as there are devices."""
    found = _OVER_DEVICES.search(said)
    if found is None:
        return
    lengths = [int(one) for one in _NUMBER.findall(found[1] or found[3])]
    at = int(found[2] or 0)
    tree = root
    leading = [name for one in nodes.arrays(root) for name in nodes.names_in("".join(one.dims[:1]))]
    for name in dict.fromkeys(leading):
        tree = nodes.equated(tree, name, str(jax.device_count()))
    if at == 0 and tree is not root:  # all of them, as a call that gets no further is held for bad
        yield -1.5, tree
    for name, size in outcome.sizes.items():
        if at < len(lengths) and size == lengths[at]:
            yield 0, nodes.equated(root, name, str(jax.device_count()))


def _in_parts(root: Node, said: str, outcome: Outcome) -> Iterator[tuple[float, Node]]:
    """Sizes that something divides."""
    low = said.lower()
    about = any(word in low for word in _ABOUT_PARTS)
    names = list(outcome.sizes)
    mentioned = {int(one) for one in _NUMBER.findall(said)}
    said_of = [name for name in names if outcome.sizes[name] in mentioned]
    if about and len(said_of) > 1:
        tree = root
        for name in said_of:
            tree = nodes.equated(tree, name, f"2 * {name}")
        yield 1.0, tree
    for name in names:
        near = 0.0 if name in said_of else 0.3
        for place, factor in enumerate((2, 4, 3)):
            cost = (0.8 if about else 1.5) + near + 0.1 * place
            yield cost, nodes.equated(root, name, f"{factor} * {name}")
        for place, size in enumerate(("1", "2", "4")):
            yield (1.2 if about else 1.7) + near + 0.2 * place, nodes.equated(root, name, size)
    if about and len(names) <= 8:
        for name, other in itertools.permutations(names, 2):
            yield 1.3, nodes.equated(root, name, f"2 * {other}")
            if name < other:
                yield 1.2, nodes.equated(root, name, other)
