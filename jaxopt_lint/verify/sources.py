"""Where the arguments of a function come from, in the order of how much they can be trusted."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jaxopt_lint.observe.recorded import believed, foreign
from jaxopt_lint.observe.store import FOLDER, Store
from jaxopt_lint.verify import spec
from jaxopt_lint.verify.annotations import from_annotations
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.settings import VerifySettings

_PICKLED = Path(".jaxopt_lint_cache") / "records"  # where an earlier version kept calls
_OLD = "recordings of an earlier version, which are never loaded; record again"
_FOREIGN = "these recordings were not made by you on this machine and are not read; record again"


@dataclass
class Plan:
    """How to build the cases of one function, as the child reads it, and in words."""

    data: dict[str, Any]
    words: str
    grad: bool = True
    devices: int = 0
    jitted: bool = False


@dataclass
class Missing:
    """Why there is no plan."""

    reason: Reason
    detail: str = ""


def plan_for(function: str, source: str, root: Path, settings: VerifySettings) -> Plan | Missing:
    """Explicit target, then comment, then recorded calls, then jaxtyping annotations."""
    target = settings.target(function)
    words = "spec in the configuration"
    try:
        if target is None:
            target = spec.from_comment(function, source)
            words = "spec beside the function"
    except spec.SpecError as error:
        return Missing(Reason.BAD_INPUT_SPEC, str(error))
    if target is not None:
        return _of_target(target, words, settings)
    recording = _recorded(function, root, settings)
    if isinstance(recording, Plan):
        return recording
    found = from_annotations(function, source)
    if isinstance(found, spec.Target):
        return _of_target(found, "jaxtyping annotations", settings)
    return recording or Missing(Reason.NO_INPUT_SPEC, f"nothing says what to pass for {found}")


def _recorded(function: str, root: Path, settings: VerifySettings) -> Plan | Missing | None:
    """The calls of the newest run that has any, or why there is none; None without recordings."""
    store = Store(root)
    missing: Missing | None = None
    for name, found in believed(store):
        calls = found.calls.get(function, [])
        if calls:
            data: dict[str, Any] = {"kind": "records", "full": settings.mode == "full"}
            data |= {"calls": [call.told for call in calls], "folder": str(store.values)}
            command = shlex.join(store.header(name).command)
            words = f"{len(calls)} recorded call{'s' if len(calls) > 1 else ''}"
            words += f" of run {name}: {command}"
            return Plan(data, words, jitted=all(call.traced for call in calls))
        lost = found.lost.get(function)
        if lost is not None and (missing is None or missing.reason is Reason.NEVER_CALLED):
            called = f"; it was called with ({lost.described})" if lost.described else ""
            missing = Missing(Reason.UNPICKLABLE, f"{lost.why}{called}")
        missing = missing or Missing(Reason.NEVER_CALLED, "no call of it was recorded")
    if missing is None and foreign(store):
        return Missing(Reason.NO_INPUT_SPEC, f"{FOLDER}: {_FOREIGN}")
    if missing is None and any((root / _PICKLED).glob("*/*.call")):
        return Missing(Reason.NO_INPUT_SPEC, f"{_PICKLED.as_posix()}: {_OLD}")
    return missing


def _of_target(target: spec.Target, words: str, settings: VerifySettings) -> Plan:
    data = {
        "kind": "spec",
        "args": target.args,
        "kwargs": target.kwargs,
        "dims": target.dims,
        "fixed": target.fixed,
        "full": settings.mode == "full",
    }
    return Plan(data, words, target.grad, target.devices, target.jitted)
