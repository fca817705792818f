"""Calls that runs of the user's have recorded."""

from __future__ import annotations

import shlex
from pathlib import Path

from jaxopt_lint.observe.recorded import believed, foreign
from jaxopt_lint.observe.sealing import ending
from jaxopt_lint.observe.store import FOLDER, Store
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan, records
from jaxopt_lint.verify.lifting import is_lifted

_PICKLED = Path(".jaxopt_lint_cache") / "records"  # where an earlier version kept calls
_NO_CALL = "no call of it was recorded"
_OLD = "recordings of an earlier version, which are never loaded; record again"
_FOREIGN = "these recordings were not made by you on this machine and are not read; record again"


class Recordings:
    """The calls of the newest run that has any of the function."""

    name = "recorded"

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """The recorded calls; None without recordings."""
        store = Store(asked.root)
        missing: Missing | None = None
        for name, found in believed(store):
            calls = found.calls.get(asked.function, [])
            if calls:
                header = store.header(name)
                command = shlex.join(header.command)
                words = f"{len(calls)} recorded call{'s' if len(calls) > 1 else ''}"
                words += f" of run {name}{ending(store.runs / name)}: {command}"
                lost = found.lost.get(asked.function)
                return records(
                    calls, store.values, words, asked.settings, lost, variables=header.variables
                )
            lost = found.lost.get(asked.function)
            if lost is not None and (missing is None or missing.reason is Reason.NEVER_CALLED):
                missing = Missing(Reason.UNPICKLABLE, lost.reason)
            if asked.function in found.functions or not is_lifted(asked.qualname):
                far = ending(store.runs / name)
                why = f"no call of it was recorded by run {name}{far}" if far else _NO_CALL
                missing = missing or Missing(Reason.NEVER_CALLED, why)
        if missing is None and foreign(store):
            return Missing(Reason.NO_INPUT_SPEC, f"{FOLDER}: {_FOREIGN}")
        if missing is None and any((asked.root / _PICKLED).glob("*/*.call")):
            return Missing(Reason.NO_INPUT_SPEC, f"{_PICKLED.as_posix()}: {_OLD}")
        return missing
