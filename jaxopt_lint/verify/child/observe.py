"""Everything there is to see of one version of a function: the record of one side."""

from __future__ import annotations

import contextlib
import inspect
import math
import pickle
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from . import absent, around, calling, jaxprs, mapping, process, programs, state, whereabouts
from .cases import MADE, Case, load
from .covering import covered
from .handing import handed_out
from .hearing import heard
from .ledger import LEFT_OUT
from .lib import jax
from .minding import PRECISION, asks_for_precision, minds
from .pickling import loads
from .room import Room, size_of
from .target import Entry, Split

Note = Callable[[str], None]  # of the call that is about to be made
_COMPILED = "/jax/core/compile/backend_compile_duration"
WARM_CALLS = 3
_ENDLESS = ("extreme", "variation")  # kinds on which an original may never end
SLOW = 0.5  # seconds of the processor for a call
FEWEST = 3  # extremes that are looked at, however long they take
LONG = 4.0  # seconds of the processor for a call: what was given is called, and nothing else
_ONCE = 0.5  # of the patience with made-up calls: a first call that takes longer stays the only one
_FIRST = 3  # times as many for a call that has to be compiled as well


def observe(job: dict[str, Any]) -> dict[str, Any]:
    """Run one version on every case and write down what it did."""
    job |= {"began": time.monotonic(), "lines": set()}
    compiles = _count_compiles()
    calling.seed_everything()
    note = whereabouts.noting(job["at"])
    entry = Entry(job)
    cases = [case for case in load(job["cases"]) if case.name not in job["skip"]]
    record: dict[str, Any]
    if job["x64"]:
        cases = [case for case in cases if case.kind in ("base", "edge", "extreme")]
        record = {"cases": _each(entry, cases, job, _wide, note), "narrows": _narrows(entry, cases)}
    elif job["nudge"]:
        record = {"cases": _each(entry, cases, job, _values, note)}
    else:
        record = _native(entry, cases, job, compiles, note)
    if absent.used():
        raise absent.Needed(f"what is judged uses `{absent.used()}`, which is not installed")
    with open(job["out"], "wb") as file:
        pickle.dump(record, file, protocol=5)
    seen = record["cases"]
    return {
        # What a library raised by chance is no part of what the function promises.
        "skip": [name for name in seen if "error" in seen[name] and not seen[name].get("meant")],
        "widened": [name for name in seen if seen[name].get("mode") == "widened"],
        "kept": [name for name in seen if seen[name].get("mode") == "kept"],
        "slow": record.get("slow", False),
        "brief": record.get("brief", False),
        "once": record.get("once", False),
        "lines": sorted(job["lines"]),
        "files": record.get("files", ()),
    }


def _native(
    entry: Entry, cases: list[Case], job: dict[str, Any], compiles: list[str], note: Note
) -> dict[str, Any]:
    base = [case for case in cases if case.kind == "base"]
    files = state.Files(entry.project, job["compile_cache"])
    record: dict[str, Any] = {"signature": _signature(entry.function), "cases": {}}
    record["minds"] = minds(entry.function)
    if asks_for_precision(entry.project):
        record["minds"].append(PRECISION)
    before, settings = state.of_modules(entry.project), process.snapshot()
    record["globals"] = sorted({state.top(path) for path in before if "]" in path})
    record["sequence"], brief = _sequence(entry, base, cases, files, job)
    if brief:
        record["cases"] = {base[0].name: {"kind": "base", **record["sequence"][0]}}
        others = [case for case in cases if case is not base[0]]
        return _brief(record, entry, others, job, note, files, (before, settings))
    own = _is_slow(entry, base)  # of the rewrite as well: both sides are called equally often
    record["slow"] = slow = own if job["slow"] is None else job["slow"]
    record["state"] = state.changes(before, state.of_modules(entry.project))
    record["process"] = process.changes(settings, process.snapshot())
    if base and "error" not in record["sequence"][0]:
        if not slow:
            record["repeat"] = _repeat(entry, base[0])
            record["after change"] = _after_change(entry, base[0])
            record["handed out"] = handed_out(entry, base[0])
        compiled = len(compiles)
        for _ in range(1 if slow else WARM_CALLS):
            calling.call(entry, base[0].blob)
        record["compiles"] = len(compiles) - compiled
    record["cases"] = _each(entry, cases, job, _values, note)
    for case in cases:
        seen = record["cases"][case.name]
        if "error" in seen or case.kind in ("edge", "extreme", "variation"):
            continue
        try:
            seen["program"] = programs.program(entry, case.blob, record["process"])
        except Exception as error:
            seen["no_program"] = f"{type(error).__name__}: {calling.first_line(error)}"
    if base and "error" not in record["sequence"][0]:
        # After the calls: what a function keeps of a trace would come back in them.
        with contextlib.suppress(Exception):
            record["batched"], each = mapping.batched(entry, base[0].blob)
            record["mapped"] = mapping.mapped(*each)
    if base and not job["xla_flags"]:  # otherwise it is not the program that users get
        record["memory"] = programs.memory(entry, base[0].blob, slope=job["slope_memory"])
    record["files"] = sorted(files.written)
    record["grown"] = sorted(files.grown)
    return record


def _brief(
    record: dict[str, Any], entry: Entry, cases: list[Case], job: dict[str, Any], note: Note,
    files: state.Files, before: tuple[Any, Any],
) -> dict[str, Any]:  # fmt: skip
    """A record where each call takes long: what else was given is called once."""
    few = job | {"limits": dict.fromkeys(MADE, 0.0), "grad": False}
    return {
        **record,
        "brief": True,
        "once": len(record["sequence"]) == 1,
        "slow": True,
        "cases": record["cases"] | _each(entry, cases, few, _values, note),
        "state": state.changes(before[0], state.of_modules(entry.project)),
        "process": process.changes(before[1], process.snapshot()),
        "files": sorted(files.written),
        "grown": sorted(files.grown),
    }


def _covering(job: dict[str, Any]) -> contextlib.AbstractContextManager[None]:
    """Notes which lines of the function's file run, where somebody asks."""
    if not job["covers"]:
        return contextlib.nullcontext()
    return covered(str(getattr(sys.modules.get(job["module"]), "__file__", "")), job["lines"])


def _is_slow(entry: Entry, base: list[Case]) -> bool:
    """Whether a call of a warm function takes so long that each one more has to be worth it."""
    if not base:
        return False
    start = time.process_time()
    calling.call(entry, base[0].blob)
    return time.process_time() - start > SLOW


def _signature(function: Any) -> list[list[str]]:
    """How callers may pass arguments: names, kinds and defaults; empty where nothing says so."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return []
    return [
        [p.name, p.kind.name, "" if p.default is p.empty else _ADDRESS.sub("", repr(p.default))]
        for p in parameters
    ]


_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def _sequence(
    entry: Entry, base: list[Case], cases: list[Case], files: state.Files, job: dict[str, Any]
) -> tuple[list[dict[str, Any]], bool]:
    """Calls in a row: equal arguments twice, others, the first again, and once more after a call
    with another shape; and whether the second call, which finds all compiled, took so long that
    there were no more, or the first did."""
    if not base:
        return [], False
    brief = job["brief"]
    began, start = time.monotonic(), time.process_time()
    with _covering(job):
        calls = [calling.call(entry, base[0].blob)]
    # Neither the work of other programs counts, nor that of several processors twice.
    took = min(time.monotonic() - began, time.process_time() - start)
    few = job["patience"][0]
    if job["once"] if brief is not None else took > few * _ONCE or _passed(job) > few:
        return calls, True
    sizes_before = files.sizes()
    start = time.process_time()
    calls.append(calling.call(entry, base[0].blob))
    if time.process_time() - start > LONG if brief is None else brief:
        files.note_grown(sizes_before)
        return calls, True
    calls += [calling.call(entry, case.blob) for case in (base[-1], base[0])]
    files.note_grown(sizes_before)
    cases = [case for case in cases if case.blob]
    sizes = [case for case in cases if case.kind == "size"]
    other = max(sizes, key=lambda case: len(case.blob), default=None)
    if other is None:
        lengths = [c for c in cases if c.kind == "variation" and c.name.startswith("the length")]
        other = next(iter(lengths), None)
    if other is not None and "error" not in calling.call(entry, other.blob):
        calls.append(calling.call(entry, base[0].blob))
    return calls, False


def _each(
    entry: Entry,
    cases: list[Case],
    job: dict[str, Any],
    look: Callable[..., dict[str, Any]],
    note: Note,
) -> dict[str, dict[str, Any]]:
    """What is seen of each case, of those that were given first. Where a job has a limit, the
    cases of a kind come to an end with it, and with the room that they take. The processor's time
    counts, so that a busy machine sees as much, until all together have taken so long that the job
    would be ended with nothing. What is noted tells on which case a process has died; what ended
    it (`fatal`) is left out."""
    seen: dict[str, dict[str, Any]] = {}
    spent: defaultdict[str, float] = defaultdict(float)
    done: Counter[str] = Counter()
    room = Room() if job["bounded"] else Room(math.inf)
    for case in sorted(cases, key=lambda case: case.kind != "base"):
        kind = case.kind
        if case.name in job["fatal"]:
            seen[case.name] = {"kind": kind, "error": job["fatal"][case.name]}
            continue
        no_room = not case.blob or (kind in MADE and room.is_full(kind))
        if no_room or _are_enough(job, kind, spent[kind], done[kind]):
            seen[case.name] = {"kind": kind, "error": LEFT_OUT}
            continue
        note("" if kind == "base" else case.name)
        start = time.process_time()
        try:
            with (
                calling.ended_after(job["limits"].get(kind) if kind in _ENDLESS else None),
                _covering(job) if kind == "base" else contextlib.nullcontext(),
            ):
                seen[case.name] = look(entry, case, job)
        except TimeoutError:  # after the call, while its traces were written down
            seen[case.name] = {"kind": kind, "error": LEFT_OUT}
        spent[kind] += time.process_time() - start
        done[kind] += 1
        room.take(kind, size_of(seen[case.name]))
    note("")
    return seen


def _are_enough(job: dict[str, Any], kind: str, spent: float, done: int) -> bool:
    """Whether no more calls of a kind are made, of which some have taken so many seconds."""
    few, none = job["patience"]
    if kind not in MADE:
        return bool(done) and _passed(job) > none
    limit = job["limits"].get(kind)
    if limit == 0 or _passed(job) > none:
        return True
    return done >= FEWEST and (_passed(job) > few or (limit is not None and spent > limit))


def _passed(job: dict[str, Any]) -> float:
    """Seconds by the clock since a job began."""
    return time.monotonic() - float(job["began"])


def _repeat(entry: Entry, case: Case) -> list[dict[str, Any]]:
    """Two calls with the very same argument objects."""
    args, kwargs = loads(case.blob)
    return [calling.call_with(entry, args, kwargs) for _ in range(2)]


def _after_change(entry: Entry, case: Case) -> list[dict[str, Any]]:
    """A call after one with the same NumPy arrays, which have other numbers by now; and one while
    containers of the modules hold other numbers. Each says what it is."""
    args, kwargs = loads(case.blob)
    found = []
    if state.change_arrays((args, kwargs)):
        with heard():
            with contextlib.suppress(Exception):
                args, kwargs = loads(case.blob)
                entry(args, kwargs)
            args, kwargs = _alive((args, kwargs), case)
            state.change_arrays((args, kwargs))
        what = "after the caller has changed its arrays"
        found.append({"what": what, **calling.call_with(entry, args, kwargs)})
    others = (
        (around.VALUE, around.other_globals(entry.project, entry.function)),
        (around.VARIABLE, around.other_variables(entry.project)),
    )
    for what, other in others:
        with other as changed:
            if changed:
                told = {"what": f"{what}{changed}"}
                found.append({**told, **calling.call(entry, case.blob)})
    return found


def _alive(given: Any, case: Case) -> Any:
    """Arguments with a copy of each array that a call has consumed: to whom it was donated is
    another check's to say."""

    def renewed(old: Any, new: Any) -> Any:
        return new if isinstance(old, jax.Array) and old.is_deleted() else old

    with contextlib.suppress(ValueError, TypeError):  # no tree, or another one by now
        return jax.tree.map(renewed, given, loads(case.blob))
    return given


def _values(
    entry: Entry, case: Case, job: dict[str, Any], *, widen: bool = False
) -> dict[str, Any]:
    """One call, and its derivatives where they are asked for."""
    nudge = job["nudge"]
    told = case.kind == "variation" and not nudge
    before = state.of_modules(entry.project) if told else {}
    start = time.process_time()
    seen = {"kind": case.kind, **calling.call(entry, case.blob, widen=widen, nudge=nudge)}
    tells = job["brief"] is None  # an original: its rewrite is asked for all that it has itself
    long = tells and time.process_time() - start > LONG * _FIRST
    if told:
        seen["state"] = state.changes(before, state.of_modules(entry.project))
    if job["grad"] and case.slopes and not long and "error" not in seen:
        second = case.second
        slopes = calling.derivatives(
            entry, case.blob, widen=widen, nudge=nudge, second=second,
            patience=LONG if tells else float("inf"),
        )  # fmt: skip
        seen["slopes"] = slopes
    return seen


def _wide(entry: Entry, case: Case, job: dict[str, Any]) -> dict[str, Any]:
    """The same call with 64-bit types on, and all floats widened where the code allows it."""
    modes = [("widened", True), ("kept", False)]
    asked = [mode for mode in modes if case.name in job[mode[0]]] or modes
    seen: dict[str, Any] = {}
    for mode, widen in asked:
        seen = {"mode": mode, **_values(entry, case, job, widen=widen)}
        if "error" not in seen or calling.is_endless(seen):
            break
    return seen


def _narrows(entry: Entry, cases: list[Case]) -> list[str]:
    """The types to which the program in float64 converts wider ones; nothing where it can't be
    traced."""
    for case in cases[:1]:
        with contextlib.suppress(Exception), heard():
            split = Split.of(loads(case.blob, widen=True))

            def function(arrays: list[Any], split: Split = split) -> Any:
                args, kwargs = split.join(arrays)
                return entry.function(*args, **kwargs)

            return jaxprs.narrowed(jax.make_jaxpr(function)(split.arrays))
    return []


def _count_compiles() -> list[str]:
    """A list that grows by one with every compilation from now on."""
    seen: list[str] = []

    def listen(event: str, _seconds: float, **_details: Any) -> None:
        if event == _COMPILED:
            seen.append(event)

    jax.monitoring.register_event_duration_secs_listener(listen)
    return seen
