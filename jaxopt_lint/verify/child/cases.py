"""The calls on which both versions are compared, built once, on the original's side."""

from __future__ import annotations

import inspect
import json
import pickle
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from .defaults import left_to_defaults
from .grammar import EDGES, Filling, SpecError, evaluate
from .lengths import named
from .lib import jax
from .minding import INFINITIES, MINUS_INFINITY, minds
from .pickling import dumps, is_float, loads, lookup
from .places import is_array, like
from .room import Room
from .stating import stated
from .variations import BELOW, positive, variations

MADE = ("edge", "extreme", "variation", "size", "empty")  # kinds of calls that nobody gave
EDGE_VALUES = "edge values"
# One at a time in benign data, written as `float` reads them.
EXTREMES = ("nan", "inf", "100.0", "0.5", "-inf", "-100.0", "0.0", "-0.0", "1e30", "-1e30", "1e-30")
IN_EACH = ("nan", "inf", "100.0", "0.5")  # in the first arrays, the others in the first one only
SLOPES = ("with 100.0", "with -100.0", "with 0.0", "with 0.5")  # whose derivatives are compared
_BEYOND = 1_000
BEYOND = f" with {_BEYOND}"
CANCELLING = "cancelling numbers"
ENOUGH = 8  # entries in which numbers cancel
ORDERS = 2  # in which they do


@dataclass
class Case:
    """One call: its arguments as bytes (none: there was no room for it), and what it is for."""

    name: str
    kind: str  # "base" | "edge" | "extreme" | "variation" | "size" | "empty"
    blob: bytes
    slopes: bool = True  # derivatives are compared as well
    second: bool = False  # and the derivative of the derivative


def build(plan: dict[str, Any], function: Any = None) -> tuple[list[Case], list[str]]:
    """The cases that a plan asks for, and what could not be built.

    Args:
        function: the original, for what it says about its arguments.

    Raises:
        SpecError: the plan describes no call that can be made.
        PicklingError: the arguments of its calls cannot be written.
        UnpicklingError: those that were recorded cannot be read here.
    """
    told = {"stated": stated(function), "minds": minds(function), "function": function}
    plan = {**plan, **told}
    makers = {
        "spec": _from_spec, "several": _from_several, "records": _from_records,
        "inputs": _from_inputs,
    }  # fmt: skip
    cases: list[Case] = []
    notes: list[str] = []
    given: Any = None
    room = Room()
    for name, kind, make in makers[plan["kind"]](plan):
        if kind in MADE and room.is_full(kind):
            cases.append(Case(name, kind, b""))
            continue
        try:
            slopes = kind in ("base", "edge") and (plan.get("full") or not _later(name))
            slopes = slopes or (kind == "extreme" and name.endswith(SLOPES))
            second = not cases and kind == "base"
            made = make()
            if kind == "base":
                given = made if given is None else given
            elif plan["stated"].spares(given, made):
                continue
            blob = made if isinstance(made, bytes) else dumps(made)
            cases.append(Case(name, kind, blob, bool(slopes), second))
            room.take(kind, len(blob))
        except Exception as error:
            if kind == "base":
                if isinstance(error, (SpecError, pickle.PickleError)):
                    raise
                raise SpecError(f"{type(error).__name__}: {error}") from error
            notes.append(f"{name}: {type(error).__name__}: {error}")
    return cases, notes


def _later(name: str) -> bool:
    """Whether a case is a further recorded call: of other shapes, so all would compile anew."""
    return name.startswith("record ") and name != "record 0"


def _from_spec(plan: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    dims: dict[str, int] = plan["dims"]

    def make(filling: Filling) -> Any:
        args = tuple(evaluate(text, filling) for text in plan["args"])
        kwargs = {name: evaluate(text, filling) for name, text in plan["kwargs"].items()}
        return args, kwargs

    for seed in (0, 1):
        yield f"seed {seed}", "base", lambda s=seed: make(Filling(dims, s))
    yield "zeros", "edge", lambda: make(Filling(dims, 2, "zeros"))
    yield EDGE_VALUES, "edge", lambda: make(Filling(dims, 3, "edges"))
    filling = Filling(dims)
    made = make(filling)
    limits = {i: filling.limits.get(id(array)) for i, array in enumerate(_arrays(made))}
    yield from _extremes(lambda: make(Filling(dims)), limits, plan["minds"])
    for sizes, kind in named(dims, set(plan["fixed"]), full=plan["full"]):
        label = " ".join(f"{name}={size}" for name, size in sizes.items())
        yield label, kind, lambda d=sizes: make(Filling({**dims, **d}, 4))
    # What is stated of numbers holds; and which lengths go together, the names have said.
    yield from _varied(lambda: make(Filling(dims)), plan, sizes=False, values=not filling.limits)


def _from_several(plan: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The cases of the first spec, and of each further one that of its first seed."""
    first, *others = ({**one, **_of_original(plan)} for one in plan["plans"])
    for name, kind, make in _from_spec(first):
        yield name, kind, partial(_buildable, make)
    for number, other in enumerate(others, 2):
        name, kind, make = next(_from_spec(other))
        yield f"spec {number}, {name}", kind, partial(_buildable, make)


def _of_original(plan: dict[str, Any]) -> dict[str, Any]:
    """What a plan holds of what the original says about its arguments; see `build`."""
    return {name: plan[name] for name in ("stated", "minds", "function")}


def _buildable(make: Any) -> bytes:
    """A call whose objects can be built here; what their factories raise is raised."""
    blob = dumps(make())
    loads(blob)
    return blob


def _from_records(plan: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for index, told in enumerate(plan["calls"]):
        blob = json.dumps({"told": told, "folder": plan["folder"]}).encode()
        yield f"record {index}", "base", lambda b=blob: _readable(b)
        if index == 0:
            yield from _edges(lambda b=blob: loads(b), plan["minds"])
            yield from _varied(lambda b=blob: loads(b), plan, sizes=_vary(plan))


def _readable(blob: bytes) -> bytes:
    """A recorded call that can be read here; what is wrong with it is raised."""
    try:
        loads(blob)
    except Exception as error:
        raise pickle.UnpicklingError(f"{type(error).__name__}: {error}") from error
    return blob


def _from_inputs(plan: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    inputs = lookup(plan["inputs"])
    first = 3 * plan.get("seed", 0)

    def make(number: int) -> Any:
        key = jax.random.key(first + number)
        given = inputs(key) if inspect.signature(inputs).parameters else inputs()
        if isinstance(given, dict):
            return (), given
        return (tuple(given) if isinstance(given, (tuple, list)) else (given,)), {}

    for number in (0, 1):
        yield f"inputs({first + number})", "base", lambda n=number: make(n)
    yield from _edges(lambda: make(2), plan["minds"])
    yield from _varied(lambda: make(2), plan, sizes=_vary(plan))


def _edges(make: Any, minds: Container[str]) -> Iterator[tuple[str, str, Any]]:
    """The same call with its device arrays zeroed, with edge values, with an extreme one."""

    def refill(values: Any) -> Any:
        def one(leaf: Any) -> Any:
            if not is_array(leaf) or not is_float(leaf.dtype):
                return leaf
            numbers = np.resize(np.array(values), leaf.shape)
            return like(leaf, (abs(numbers) if positive(leaf) else numbers).astype(leaf.dtype))

        return jax.tree_util.tree_map(one, make())

    yield "zeros", "edge", lambda: refill((0.0,))
    yield EDGE_VALUES, "edge", lambda: refill(EDGES)
    yield from _extremes(make, {}, minds)


def _vary(plan: dict[str, Any]) -> bool:
    return not plan.get("sizes_as_given")


def _varied(
    make: Any, plan: dict[str, Any], *, sizes: bool, values: bool = True
) -> Iterator[tuple[str, str, Any]]:
    kinds = {
        "sizes": sizes, "values": values, "stated": plan["stated"], "function": plan["function"],
    }  # fmt: skip
    for name, other in variations(make, plan["minds"], **kinds):
        yield name, "variation", other
    for name, other in left_to_defaults(plan["function"], make):
        yield name, "variation", other


def _extremes(
    make: Any, limits: Mapping[int, tuple[float, float] | None], minds: Container[str]
) -> Iterator[tuple[str, str, Any]]:
    """The same call with one number of one of its arrays replaced, one case for each number.

    `limits`: what is stated of each array, by its place: floats have to lie within, indices are
    tried on both sides of it.
    """
    arrays = [(i, array) for i, array in enumerate(_arrays(make())) if array.size]
    floats = [i for i, array in arrays if is_float(array.dtype) and not limits.get(i)]
    whole = [i for i, array in arrays if array.dtype.kind in "iu" and array.ndim]
    # Where the time does not reach for all, the last ones are left out.
    yield from _each_value(make, floats, dict(arrays), EXTREMES[: len(IN_EACH)])
    for index in whole[:2]:
        dtype = dict(arrays)[index].dtype
        for number in (-1, int((limits.get(index) or (0, _BEYOND))[1])):
            if np.iinfo(dtype).min <= number <= np.iinfo(dtype).max:
                made = partial(_poked, make, index, number)
                yield f"array {index} with {number}", "extreme", made
    pairs = [(i, j) for i, j in pairwise(floats) if dict(arrays)[i].shape == dict(arrays)[j].shape]
    for one, other in pairs[:1]:
        for value, asked in (("-inf", MINUS_INFINITY), ("inf", INFINITIES)):
            if asked in minds:
                both = partial(_poked_both, make, (one, other), value)
                yield f"arrays {one} and {other} with {value}", "extreme", both
    for index in [i for i in floats if dict(arrays)[i].ndim][:1]:
        if MINUS_INFINITY in minds:  # where none is left, as of events that are all impossible
            whole_of = partial(_filled, make, index, "-inf")
            yield f"all of array {index} with -inf", "extreme", whole_of
    sums = [i for i in floats if dict(arrays)[i].size > ENOUGH]
    for index in [i for i in sums if dict(arrays)[i].dtype == np.float32][:1]:
        for seed in range(ORDERS):
            yield (
                f"{CANCELLING} {seed} of array {index} with 1e6", "extreme",
                partial(_cancelling, make, index, seed),
            )  # fmt: skip
    yield from _each_value(make, floats, dict(arrays), EXTREMES[len(IN_EACH) :])


def _each_value(
    make: Any, floats: list[int], arrays: Mapping[int, Any], values: Sequence[str]
) -> Iterator[tuple[str, str, Any]]:
    for value in values:
        for index in floats[: 3 if value in IN_EACH else 1]:
            below = value.startswith("-") and positive(arrays[index])
            name = f"array {index}{BELOW if below else ''} with {value}"
            yield name, "extreme", partial(_poked, make, index, value)


def _filled(make: Any, index: int, value: str) -> Any:
    """The call with one number all over one of its arrays."""
    leaves, treedef = jax.tree_util.tree_flatten(make())
    where = [i for i, leaf in enumerate(leaves) if is_array(leaf)][index]
    array = np.full_like(np.array(leaves[where]), float(value))
    leaves[where] = like(leaves[where], array)
    return jax.tree_util.tree_unflatten(treedef, leaves)


def _cancelling(make: Any, index: int, seed: int) -> Any:
    """The call with large numbers in its array `index` that cancel in pairs, in some order, and
    between them the given ones: who adds without more digits loses those."""
    args = make()
    leaves, treedef = jax.tree_util.tree_flatten(args)
    where = [i for i, leaf in enumerate(leaves) if is_array(leaf)][index]
    array = np.array(leaves[where])
    order = np.random.default_rng(seed).permutation(array.size)
    pairs = array.size // 3
    large = 1e6 * np.arange(1, pairs + 1)
    array.flat[order[:pairs]], array.flat[order[pairs : 2 * pairs]] = large, -large
    leaves[where] = like(leaves[where], array)
    return jax.tree_util.tree_unflatten(treedef, leaves)


def _poked(make: Any, index: int, value: str | int) -> Any:
    """The call with one number of its array `index` replaced."""
    args = make()
    leaves, treedef = jax.tree_util.tree_flatten(args)
    where = [i for i, leaf in enumerate(leaves) if is_array(leaf)][index]
    array = np.array(leaves[where])
    array.flat[array.size // 2] = float(value) if isinstance(value, str) else value
    leaves[where] = like(leaves[where], array)
    return jax.tree_util.tree_unflatten(treedef, leaves)


def _poked_both(make: Any, pair: tuple[int, int], value: str) -> Any:
    """The call with one number of two of its arrays replaced, at one place."""
    first, second = pair
    return _poked(lambda: _poked(make, first, value), second, value)


def _arrays(tree: Any) -> list[Any]:
    return [leaf for leaf in jax.tree_util.tree_leaves(tree) if is_array(leaf)]


def save(cases: list[Case], path: str) -> None:
    """Cases as a file of plain bytes, readable without the user's modules."""
    with open(path, "wb") as file:
        pickle.dump([astuple(case) for case in cases], file, protocol=5)


def load(path: str) -> list[Case]:
    """The cases of a file."""
    with open(path, "rb") as file:
        return [Case(*row) for row in pickle.load(file)]
