"""Everything there is to see of one version of a function: the record of one side."""

from __future__ import annotations

import contextlib
import pickle
from pathlib import Path
from typing import Any

from . import calling, jaxprs
from .cases import Case, load
from .lib import jax
from .pickling import loads
from .target import Entry, Split
from .target import load as load_target

_COMPILED = "/jax/core/compile/backend_compile_duration"
WARM_CALLS = 3


def observe(job: dict[str, Any]) -> dict[str, Any]:
    """Run one version on every case and write down what it did."""
    compiles = _count_compiles()
    calling.seed_everything()
    entry = Entry(load_target(job), jitted=job["jitted"])
    cases = [case for case in load(job["cases"]) if case.name not in job["skip"]]
    if job["x64"]:
        cases = [case for case in cases if case.kind in ("base", "edge")]
        record = {"cases": {case.name: _wide(entry, case, job) for case in cases}}
    elif job["nudge"]:
        record = {"cases": {case.name: _values(entry, case, job) for case in cases}}
    else:
        record = _native(entry, cases, job, compiles)
    Path(job["out"]).write_bytes(pickle.dumps(record))
    seen = record["cases"]
    return {
        "skip": [name for name in seen if "error" in seen[name]],
        "widened": [name for name in seen if seen[name].get("mode") == "widened"],
        "kept": [name for name in seen if seen[name].get("mode") == "kept"],
    }


def _native(
    entry: Entry, cases: list[Case], job: dict[str, Any], compiles: list[str]
) -> dict[str, Any]:
    base = [case for case in cases if case.kind == "base"]
    record: dict[str, Any] = {"cases": {}, "sequence": _sequence(entry, base)}
    if base and "error" not in record["sequence"][0]:
        record["repeat"] = _repeat(entry, base[0])
        before = len(compiles)
        for _ in range(WARM_CALLS):
            calling.call(entry, base[0].blob)
        record["compiles"] = len(compiles) - before
    for case in cases:
        seen = record["cases"][case.name] = _values(entry, case, job)
        if "error" in seen:
            continue
        if case.kind != "edge":
            with contextlib.suppress(Exception):
                seen["program"] = _program(entry, case.blob)
    if base and not job["xla_flags"]:  # otherwise it is not the program that users get
        record["memory"] = _memory(entry, base[0].blob, slope=job["slope_memory"])
    return record


def _sequence(entry: Entry, base: list[Case]) -> list[dict[str, Any]]:
    """Calls in a row: equal arguments twice, then others, then the first again."""
    if not base:
        return []
    order = [base[0], base[0], base[-1], base[0]]
    return [calling.call(entry, case.blob) for case in order]


def _repeat(entry: Entry, case: Case) -> list[dict[str, Any]]:
    """Two calls with the very same argument objects."""
    args, kwargs = loads(case.blob)
    return [calling.call_with(entry, args, kwargs) for _ in range(2)]


def _values(
    entry: Entry, case: Case, job: dict[str, Any], *, widen: bool = False
) -> dict[str, Any]:
    """One call, and its derivatives where they are asked for."""
    nudge = job["nudge"]
    seen = {"kind": case.kind, **calling.call(entry, case.blob, widen=widen, nudge=nudge)}
    if job["grad"] and case.slopes and "error" not in seen:
        seen["slopes"] = calling.derivatives(entry, case.blob, widen=widen, nudge=nudge)
    return seen


def _wide(entry: Entry, case: Case, job: dict[str, Any]) -> dict[str, Any]:
    """The same call with 64-bit types on, and all floats widened where the code allows it."""
    modes = [("widened", True), ("kept", False)]
    asked = [mode for mode in modes if case.name in job[mode[0]]] or modes
    seen: dict[str, Any] = {}
    for mode, widen in asked:
        seen = {"mode": mode, **_values(entry, case, job, widen=widen)}
        if "error" not in seen:
            break
    return seen


def _program(entry: Entry, blob: bytes) -> dict[str, Any]:
    """The traced program: its size, its normal form, whether it is random."""
    args, kwargs = loads(blob)
    traced = None
    for host in (True, False):
        split = Split.of((args, kwargs), host=host)

        def function(arrays: list[Any], split: Split = split) -> Any:
            inner_args, inner_kwargs = split.join(arrays)
            return entry.function(*inner_args, **inner_kwargs)

        try:
            with calling.printed():
                traced = jax.make_jaxpr(function)(split.arrays)
            break
        except Exception:
            if not host:
                raise
    found: dict[str, Any] = {
        "equations": jaxprs.equations(traced),
        "random": jaxprs.is_random(traced),
        "effects": sorted(type(effect).__name__ for effect in getattr(traced, "effects", ())),
    }
    with contextlib.suppress(jaxprs.OpaqueProgram):
        found["digest"] = jaxprs.digest(traced)
        if jaxprs.has_custom_rules(traced):
            found["digest"] += _slope_digest(entry, blob)
    return found


def _slope_digest(entry: Entry, blob: bytes) -> str:
    function, xs = _slope(entry, blob)
    return jaxprs.digest(jax.make_jaxpr(function)(xs))


def _slope(entry: Entry, blob: bytes) -> tuple[Any, list[Any]]:
    """The function whose gradient a training step would take: the sum of all float results."""
    split = Split.of(loads(blob), floats=True)

    def total(xs: list[Any]) -> Any:
        inner_args, inner_kwargs = split.join(xs)
        result = entry.function(*inner_args, **inner_kwargs)
        floats = Split.of(result, host=False, floats=True).arrays
        return sum(jax.numpy.sum(value.astype("float32")) for value in floats)

    return jax.grad(total), split.arrays


def _memory(entry: Entry, blob: bytes, *, slope: bool) -> dict[str, int]:
    """Bytes that the compiled program holds at once: temp + arguments + results - aliases."""
    found: dict[str, int] = {}
    with contextlib.suppress(Exception), calling.printed():
        args, kwargs = loads(blob)
        split = Split.of((args, kwargs), host=False)

        def function(arrays: list[Any]) -> Any:
            inner_args, inner_kwargs = split.join(arrays)
            return entry.function(*inner_args, **inner_kwargs)

        program = function if not hasattr(entry.function, "lower") else None
        if program is None:
            compiled = entry.function.lower(*args, **kwargs).compile()
        else:
            compiled = jax.jit(program).lower(split.arrays).compile()
        found |= _bytes(compiled, "memory")
        found["hlo_operations"] = compiled.as_text().count(" = ")
    if slope:
        with contextlib.suppress(Exception), calling.printed():
            gradient, xs = _slope(entry, blob)
            found |= _bytes(jax.jit(gradient).lower(xs).compile(), "gradient_memory")
    return found


def _bytes(compiled: Any, name: str) -> dict[str, int]:
    seen = compiled.memory_analysis()
    temp = int(seen.temp_size_in_bytes)
    total = temp + int(seen.argument_size_in_bytes) + int(seen.output_size_in_bytes)
    alias = int(seen.alias_size_in_bytes)
    return {
        f"{name}_bytes": total - alias,
        f"{name}_temp_bytes": temp,
        f"{name}_alias_bytes": alias,
    }


def _count_compiles() -> list[str]:
    """A list that grows by one with every compilation from now on."""
    seen: list[str] = []

    def listen(event: str, _seconds: float, **_details: Any) -> None:
        if event == _COMPILED:
            seen.append(event)

    jax.monitoring.register_event_duration_secs_listener(listen)
    return seen
