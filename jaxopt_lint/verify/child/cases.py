"""The calls on which both versions are compared, built once, on the original's side."""

from __future__ import annotations

import inspect
import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .grammar import EDGES, Filling, evaluate
from .lib import jax
from .pickling import dumps, is_float, loads, lookup

PRIMES = (5, 3, 7, 11, 2, 13, 17, 19, 23, 29)


@dataclass
class Case:
    """One call: its arguments as bytes, and what it is there for."""

    name: str
    kind: str  # "base" | "edge" | "size" | "empty"
    blob: bytes
    slopes: bool = True  # derivatives are compared as well


def build(plan: dict[str, Any]) -> tuple[list[Case], list[str]]:
    """The cases that a plan asks for, and what could not be built."""
    makers = {"spec": _from_spec, "records": _from_records, "inputs": _from_inputs}
    cases: list[Case] = []
    notes: list[str] = []
    for name, kind, make in makers[plan["kind"]](plan):
        try:
            slopes = kind in ("base", "edge") and (plan.get("full") or not _later(name))
            made = make()
            blob = made if isinstance(made, bytes) else dumps(made)
            cases.append(Case(name, kind, blob, bool(slopes)))
        except Exception as error:
            if kind == "base":
                raise
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
    yield "edge values", "edge", lambda: make(Filling(dims, 3, "edges"))
    for sizes, kind in _sizes(dims, set(plan["fixed"]), full=plan["full"]):
        label = " ".join(f"{name}={size}" for name, size in sizes.items())
        yield label, kind, lambda d=sizes: make(Filling({**dims, **d}, 4))


def _sizes(
    dims: dict[str, int], fixed: set[str], *, full: bool
) -> Iterator[tuple[dict[str, int], str]]:
    """Other sizes for the free dimensions: one, distinct primes, larger ones, none at all."""
    free = [name for name in dims if name not in fixed]
    if not free:
        return
    for name in free[: None if full else 3]:
        if dims[name] != 1:
            yield {name: 1}, "size"
    primes = {name: PRIMES[i % len(PRIMES)] for i, name in enumerate(free)}
    if primes != {name: dims[name] for name in free}:
        yield primes, "size"
    yield {name: 2 * dims[name] + 1 + i for i, name in enumerate(free)}, "size"
    for name in free[: None if full else 2]:
        yield {name: 0}, "empty"


def _from_records(plan: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    for index, told in enumerate(plan["calls"]):
        blob = json.dumps({"told": told, "folder": plan["folder"]}).encode()
        yield f"record {index}", "base", lambda b=blob: _readable(b)
        if index == 0:
            yield from _edges(lambda b=blob: loads(b))


def _readable(blob: bytes) -> bytes:
    """A recorded call that can be read here; what is wrong with it is raised."""
    loads(blob)
    return blob


def _from_inputs(plan: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    inputs = lookup(plan["inputs"])

    def make(seed: int) -> Any:
        given = inputs(jax.random.key(seed)) if inspect.signature(inputs).parameters else inputs()
        if isinstance(given, dict):
            return (), given
        return (tuple(given) if isinstance(given, (tuple, list)) else (given,)), {}

    for seed in (0, 1):
        yield f"inputs({seed})", "base", lambda s=seed: make(s)
    yield from _edges(lambda: make(2))


def _edges(make: Any) -> Iterator[tuple[str, str, Any]]:
    """The same call with its device arrays zeroed, and with edge values in them."""
    import numpy as np

    def refill(values: Any) -> Any:
        def one(leaf: Any) -> Any:
            array = isinstance(leaf, (jax.Array, np.ndarray))
            if not array or jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
                return leaf
            if not is_float(leaf.dtype):
                return leaf
            new = np.resize(np.array(values), leaf.shape).astype(leaf.dtype)
            return new if isinstance(leaf, np.ndarray) else jax.numpy.asarray(new)

        return jax.tree_util.tree_map(one, make())

    yield "zeros", "edge", lambda: refill((0.0,))
    yield "edge values", "edge", lambda: refill(EDGES)


def save(cases: list[Case], path: str) -> None:
    """Cases as a file of plain bytes, readable without the user's modules."""
    Path(path).write_bytes(pickle.dumps([(c.name, c.kind, c.blob, c.slopes) for c in cases]))


def load(path: str) -> list[Case]:
    """The cases of a file."""
    return [Case(*row) for row in pickle.loads(Path(path).read_bytes())]
