"""Jaxprs in a normal form: names, dead code and nesting of jit gone, constants hashed.

Two functions whose normal forms are equal compute the same bits on every input of the traced
shapes and dtypes. Python callbacks have no normal form, so a program with one is never proved;
the rules of custom_jvp and custom_vjp are left out, so for those the derivative's normal form
has to be compared as well.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from .lib import jax

_INLINED = ("pjit", "jit", "closed_call", "core_call")
_RANDOM = ("random_bits", "random_wrap", "threefry2x32", "rng_bit_generator", "rng_uniform")
_SPREADING = ("shard_map", "xla_pmap", "sharding_constraint", "mesh_cast", "reshard")
_CHECKPOINTS = ("checkpoint", "remat", "remat2")
_CHOICES = ("select_n", "cond")
_FACTORIZATIONS = (
    "lu", "cholesky", "triangular_solve", "qr", "geqrf", "eigh", "eig", "svd", "schur",
    "tridiagonal_solve",
)  # fmt: skip
# They give numbers that were there before: no rounding can lead them astray.
_MOVING = {
    "sort", "top_k", "gather", "scatter", "select_n", "iota", "broadcast_in_dim", "reshape",
    "transpose", "rev", "slice", "dynamic_slice", "dynamic_update_slice", "concatenate", "pad",
    "squeeze", "expand_dims", "max", "min", "reduce_max", "reduce_min", "cummax", "cummin", "neg",
    "abs", "copy", "copy_p", "stop_gradient", "sharding_constraint", "split", "clamp",
}  # fmt: skip
_PRODUCTS = ("mul", "dot_general", "conv_general_dilated", "fft", "div", "pow", "integer_pow")
_CONTRACTIONS = ("dot_general", "conv_general_dilated")
_SUMS = ("reduce_sum", "cumsum", "reduce_window_sum", "scatter-add", "add_any")
_NAMES = ("name", "donated_invars", "keep_unused", "inline")
_CUSTOM = ("jvp_jaxpr_fun", "jvp_jaxpr_thunk", "jvp", "fwd_jaxpr_thunk", "fwd", "bwd", "out_trees")


class OpaqueProgram(ValueError):
    """A program with a part that is only known to be itself, such as a Python callback."""


def digest(closed: Any) -> str:
    """The hash of a closed jaxpr's normal form; raises `OpaqueProgram` where there is none."""
    lines = _Writer().closed(closed, None)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def has_custom_rules(closed: Any) -> bool:
    """Whether a derivative is defined by hand somewhere."""
    return any(eqn.primitive.name.startswith("custom_") for eqn in walk(closed))


def equations(closed: Any) -> int:
    """How many equations there are, bodies of loops and calls counted once."""
    return sum(1 for _ in walk(closed))


def results(closed: Any) -> int:
    """How many results hold any numbers: a program without is equal to any other."""
    avals = (getattr(var, "aval", None) for var in getattr(closed, "jaxpr", closed).outvars)
    return sum(math.prod(getattr(aval, "shape", ())) > 0 for aval in avals)


def is_spread(closed: Any) -> bool:
    """Whether a program speaks of devices, of which there may be others elsewhere, and other
    processes that have theirs."""
    return any(eqn.primitive.name in _SPREADING for eqn in walk(closed))


def is_random(closed: Any) -> bool:
    """Whether random bits are drawn anywhere."""
    return any(eqn.primitive.name in _RANDOM for eqn in walk(closed))


def checkpoints(closed: Any) -> int:
    """How many times something is recomputed in the backward pass instead of kept, a time for each
    turn of a loop around it or in it.

    A policy that keeps everything recomputes nothing, and what the compiler may take for the same
    computation, outside of a loop, it makes once. Whether there is a loop around what is a
    checkpoint as a whole, nobody knows.
    """
    outside = _is_one(closed)
    return sum(
        times * max((turns for one in bodies(eqn) for _, turns, _ in _in_turns(one)), default=1)
        for eqn, times, in_loop in _in_turns(closed)
        if eqn.primitive.name in _CHECKPOINTS
        and (outside or in_loop or eqn.params.get("prevent_cse", True))
        and not all(_keeps(eqn, one) for one in _body(eqn))
    )


def _is_one(closed: Any) -> bool:
    """Whether a program is one checkpoint, and nothing else."""
    eqns = getattr(closed, "jaxpr", closed).eqns
    if len(eqns) != 1:
        return False
    name = eqns[0].primitive.name
    return name in _CHECKPOINTS or (name in _INLINED and _is_one(inner_of(eqns[0])))


def kept_by_name(closed: Any) -> int:
    """How many results checkpoints keep by the names that they have, counted likewise."""
    return sum(
        times
        for eqn, times, _ in _in_turns(closed)
        if eqn.primitive.name in _CHECKPOINTS
        for one in _body(eqn)
        if one.primitive.name == "name" and _keeps(eqn, one)
    )


def offloaded(closed: Any) -> int:
    """How many results checkpoints keep in another memory, counted likewise."""
    return sum(
        times
        for eqn, times, _ in _in_turns(closed)
        if eqn.primitive.name in _CHECKPOINTS
        for one in _body(eqn)
        if "Offload" in type(_kept(eqn, one)).__name__
    )


def _body(eqn: Any) -> Iterator[Any]:
    """The equations within another one, at any depth, that call none themselves."""
    return (one for inner in bodies(eqn) for one in walk(inner) if not bodies(one))


def _keeps(checkpoint: Any, eqn: Any) -> bool:
    """Whether the policy of a checkpoint keeps what an equation in it gives, on the device or
    elsewhere."""
    found = _kept(checkpoint, eqn)
    return bool(found) and "Recompute" not in type(found).__name__


def _kept(checkpoint: Any, eqn: Any) -> Any:
    """What the policy of a checkpoint says of an equation in it."""
    policy = checkpoint.params.get("policy")
    if policy is None:
        return False
    try:
        return policy(eqn.primitive, *(var.aval for var in eqn.invars), **eqn.params)
    except Exception:  # it is anybody's function
        return False


def _in_turns(
    closed: Any, times: int = 1, *, in_loop: bool = False
) -> Iterator[tuple[Any, int, bool]]:
    """Every equation, how many turns of scans it is in, and whether it is in any loop."""
    for eqn in getattr(closed, "jaxpr", closed).eqns:
        yield eqn, times, in_loop
        turns = eqn.params["length"] if eqn.primitive.name == "scan" else 1
        looped = in_loop or eqn.primitive.name in ("scan", "while")
        for inner in bodies(eqn):
            yield from _in_turns(inner, times * turns, in_loop=looped)


def donated(closed: Any) -> int:
    """How many arguments nested jits may overwrite."""
    return sum(sum(eqn.params.get("donated_invars", ())) for eqn in walk(closed))


def precisions(closed: Any) -> dict[str, int]:
    """The precisions that products of matrices and convolutions ask for themselves, and how many
    products ask for each."""
    asked = (str(eqn.params["precision"]) for eqn in walk(closed) if "precision" in eqn.params)
    return dict(Counter(asked))


def chooses(closed: Any) -> bool:
    """Whether a program chooses among floating-point numbers, by `jnp.where`, `lax.cond` or alike,
    of which one side may be NaN."""
    return any(
        eqn.primitive.name in _CHOICES
        and any(jax.numpy.issubdtype(_dtype(var), np.inexact) for var in eqn.outvars)
        for eqn in walk(closed)
    )


def moves_only(closed: Any) -> bool:
    """Whether a program's floats are all among those that it was given, or are constants: it
    chooses and orders them, and computes none."""
    return all(
        eqn.primitive.name in _MOVING or bodies(eqn)
        for eqn in walk(closed)
        if any(jax.numpy.issubdtype(_dtype(var), np.inexact) for var in eqn.outvars)
    )


def solves(closed: Any) -> bool:
    """Whether a program factorizes matrices, or solves equations."""
    return any(eqn.primitive.name in _FACTORIZATIONS for eqn in walk(closed))


def multiplies(closed: Any) -> bool:
    """Whether a program has products, by which NaN comes of a zero beside it."""
    return any(eqn.primitive.name in _PRODUCTS for eqn in walk(closed))


def contracts(closed: Any) -> bool:
    """Whether a program sums products over an axis, of matrices or in convolutions."""
    return any(eqn.primitive.name in _CONTRACTIONS for eqn in walk(closed))


def sums(closed: Any) -> list[bool]:
    """Which results of a program come of sums over an axis: what is added there may be zeros that
    another way to the same sum does not have."""
    jaxpr = getattr(closed, "jaxpr", closed)
    found: set[int] = set()
    for eqn in jaxpr.eqns:
        inside = [eqn, *(one for body in bodies(eqn) for one in walk(body))]
        own = any(one.primitive.name in (*_SUMS, *_CONTRACTIONS) for one in inside)
        if own or any(id(var) in found for var in eqn.invars):
            found.update(id(var) for var in eqn.outvars)
    return [id(var) in found for var in jaxpr.outvars]


def narrowed(closed: Any) -> list[str]:
    """The floating-point types to which a program converts wider ones."""
    found = set()
    for eqn in walk(closed):
        if eqn.primitive.name == "convert_element_type":
            types = [_dtype(var) for var in (*eqn.invars, *eqn.outvars)]
            if all(jax.numpy.issubdtype(one, np.floating) for one in types):
                if jax.numpy.finfo(types[1]).bits < jax.numpy.finfo(types[0]).bits:
                    found.add(str(types[1]))
    return sorted(found)


def _dtype(var: Any) -> Any:
    return getattr(getattr(var, "aval", None), "dtype", np.dtype(bool))


def walk(closed: Any) -> Iterator[Any]:
    """Every equation, at any depth."""
    for eqn in getattr(closed, "jaxpr", closed).eqns:
        yield eqn
        for inner in bodies(eqn):
            yield from walk(inner)


def bodies(eqn: Any) -> list[Any]:
    """The programs that stand in the parameters of an equation: of calls, loops and branches."""
    values = eqn.params.values()
    parts = (part for v in values for part in (v if isinstance(v, (tuple, list)) else (v,)))
    return [part for part in parts if _is_jaxpr(part)]


def inner_of(eqn: Any) -> Any:
    """The program that an equation calls, if it calls one."""
    return eqn.params.get("jaxpr") or eqn.params.get("call_jaxpr")


def _is_jaxpr(value: Any) -> bool:
    return hasattr(value, "eqns") or hasattr(getattr(value, "jaxpr", None), "eqns")


def _live(jaxpr: Any) -> list[Any]:
    """The equations whose results or effects anybody needs."""
    needed = {id(var) for var in jaxpr.outvars}
    kept = []
    for eqn in reversed(jaxpr.eqns):
        if eqn.effects or any(id(var) in needed for var in eqn.outvars):
            kept.append(eqn)
            needed.update(id(var) for var in eqn.invars)
    return kept[::-1]


class _Writer:
    """Writes a jaxpr with its variables numbered in the order in which they are met."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.lines: list[str] = []
        self.alive: list[Any] = []  # ids stay unique only while the objects live

    def closed(self, closed: Any, given: list[str] | None) -> list[str]:
        jaxpr = getattr(closed, "jaxpr", closed)
        consts = getattr(closed, "consts", ())
        inputs = given or [self._new(var) for var in jaxpr.invars]
        self._bind(jaxpr, consts, inputs)
        if given is None:
            shapes = " ".join(str(_aval(var)) for var in jaxpr.invars)
            self.lines.insert(0, f"in {shapes}")
        self._body(jaxpr)
        self.lines.append("out " + " ".join(self._atom(var) for var in jaxpr.outvars))
        return self.lines

    def _bind(self, jaxpr: Any, consts: Any, inputs: list[str]) -> None:
        for var, name in zip(jaxpr.invars, inputs, strict=False):
            self._name(var, name)
        for var, value in zip(jaxpr.constvars, consts, strict=False):
            self._name(var, _constant(value, _aval(var)))

    def _body(self, jaxpr: Any) -> None:
        for eqn in _live(jaxpr):
            inner = inner_of(eqn)
            if eqn.primitive.name in _INLINED and inner is not None and _plain_call(eqn):
                self._inline(eqn, inner)
                continue
            inputs = " ".join(self._atom(var) for var in eqn.invars)
            params = " ".join(
                f"{key}={self._param(value)}"
                for key, value in sorted(eqn.params.items())
                if key not in _NAMES and key not in _CUSTOM
            )
            outputs = " ".join(f"{self._new(var)}:{_aval(var)}" for var in eqn.outvars)
            self.lines.append(f"{outputs} = {eqn.primitive.name}[{params}] {inputs}")

    def _inline(self, eqn: Any, inner: Any) -> None:
        """A nested jit changes nothing about the values: write its body in its place."""
        jaxpr = getattr(inner, "jaxpr", inner)
        saved = dict(self.names)
        self._bind(jaxpr, getattr(inner, "consts", ()), [self._atom(v) for v in eqn.invars])
        self._body(jaxpr)
        results = [self._atom(var) for var in jaxpr.outvars]
        self.names = saved
        for var, name in zip(eqn.outvars, results, strict=False):
            self._name(var, name)

    def _param(self, value: Any) -> str:
        if _is_jaxpr(value):
            return hashlib.sha256("\n".join(_Writer().closed(value, None)).encode()).hexdigest()
        if isinstance(value, (tuple, list)):
            return "(" + ",".join(self._param(item) for item in value) + ")"
        if isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "addressable_shards"):
            return _constant(value, None)
        text = repr(value)
        if " at 0x" in text:
            raise OpaqueProgram(type(value).__qualname__)
        return text

    def _atom(self, var: Any) -> str:
        if hasattr(var, "val"):
            return _constant(var.val, _aval(var))
        return self.names[id(var)]

    def _new(self, var: Any) -> str:
        return self._name(var, f"v{len(self.alive)}")

    def _name(self, var: Any, name: str) -> str:
        self.names[id(var)] = name
        self.alive.append(var)
        return name


def _plain_call(eqn: Any) -> bool:
    """Whether a nested jit says nothing about where values live."""
    shardings = (*eqn.params.get("in_shardings", ()), *eqn.params.get("out_shardings", ()))
    return all("Unspecified" in type(item).__name__ for item in shardings)


def _aval(var: Any) -> str:
    aval: Any = getattr(var, "aval", None)
    short = aval.str_short() if hasattr(aval, "str_short") else str(aval)
    return f"{short}{'*' if getattr(aval, 'weak_type', False) else ''}"


def _constant(value: Any, aval: Any) -> str:
    array = np.asarray(value) if not _is_key(value) else _key_data(value)
    raw = hashlib.sha256(array.tobytes()).hexdigest()[:24]
    return f"const({array.dtype}{array.shape}{aval}{raw})"


def _is_key(value: Any) -> bool:
    dtype = getattr(value, "dtype", None)
    return dtype is not None and jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key)


def _key_data(value: Any) -> np.ndarray[Any, Any]:
    return np.asarray(jax.random.key_data(value))
