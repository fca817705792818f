"""Arguments that are made up, where nothing says which ones a function takes."""

from __future__ import annotations

from jaxopt_lint.verify.budget import shorter
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan

_SECONDS = 25.0  # for one function
_WITHIN = 0.8  # of the time of a child, after which what was found by then is told
_PART = 4  # of the time of a child: on a busy machine it takes up to two and a half times as long


class Synthesis:
    """Calls the function with made-up arguments, in a child, until a call ends well."""

    name = "synthesis"

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """Arguments with which the function traces, or runs; or what was tried in vain."""
        running = asked.running
        if running is None or not asked.settings.make_up:
            return None
        known = running.session.collected
        key = (str(asked.root), f"{running.key}{asked.function} {running.changed}")
        if key not in known:
            session = running.session
            folder = session.new_folder()
            most = shorter(asked.settings.timeout, asked.settings.budget)
            job = session.job(
                "synthesise", folder, cwd=str(running.overlay), overlay=str(running.overlay),
                path=list(running.path), root=str(asked.root), module=asked.module,
                qualname=asked.qualname, changed=list(running.changed), into=str(folder),
                compile_cache="", devices=running.devices,
                seconds=min(_SECONDS, most / _PART), within=most * _WITHIN,
            )  # fmt: skip
            (known[key],) = session.run([job])
        answer = known[key]
        if "failed" in answer:
            reason = _REASONS.get(answer["failed"], Reason.NO_INPUT_SPEC)
            return Missing(reason, f"{answer['failed']}: {answer['detail']}")
        fits = answer["fits"]
        if not fits:
            return Missing(Reason.NO_INPUT_SPEC, answer["why"])
        full = asked.settings.mode == "full"
        data = {
            "kind": "several",
            "plans": [
                {"kind": "spec", "fixed": [], "full": full}
                | {name: fit[name] for name in ("args", "kwargs", "dims")}
                for fit in fits
            ],
        }
        words = "made up: " + "; and ".join(fit["words"] for fit in fits)
        return Plan(data, words + ("; others may fit" if len(fits) > 1 else ""))


_REASONS = {
    "ImportFailed": Reason.IMPORT_FAILED,
    "OutsideOverlay": Reason.NOT_IN_OVERLAY,
    "Crash": Reason.NO_INPUT_SPEC,
}
