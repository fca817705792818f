"""One pair of versions, from its inputs to its verdict: which child does what, and when."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from jaxopt_lint.finding import Check, Evidence, Limit, Verdict
from jaxopt_lint.verify.child import whereabouts
from jaxopt_lint.verify.child.absent import FAILS
from jaxopt_lint.verify.environment import environment
from jaxopt_lint.verify.evidence import Reason, refuted, unverified
from jaxopt_lint.verify.gain import weigh
from jaxopt_lint.verify.inputs.plan import Plan
from jaxopt_lint.verify.session import Original, Session
from jaxopt_lint.verify.timing import timed
from jaxopt_lint.verify.told import is_out_of_memory
from jaxopt_lint.verify.verdict import conclude, may_be_rounding
from jaxopt_lint.verify.written import Contents

_SECONDS = 5.0  # for which an original is run on each kind of input; its rewrite gets the same ones
# Of the time limit: after the first part an original is run on few inputs of each kind that nobody
# gave, after the second on none, as what it was run on would be lost with its process.
_PATIENCE = (0.4, 0.7)
_BUSY = 0.25  # the part of its time that an original takes where the machine is busy, or it is slow
_STUCK = 0.3  # of the time limit: how long an original may take for one call that nobody gave
_MORE_DEVICES = 2
_DEATHS = 3  # calls that end the process, of one observation
_OF_RUNS = {"effects", "state"}  # checks that fail also where each run is another
_OF_TIMES = {"files", "state"}  # checks that leave out what two runs of the original differ in
_TOLD = ("absent", "made", "lines", "files")  # by an observation, and no way to observe
_NONE = {"extreme": 0.0, "variation": 0.0}
_REASONS = {
    "ImportFailed": Reason.IMPORT_FAILED,
    "OutsideOverlay": Reason.NOT_IN_OVERLAY,
    "Timeout": Reason.TIMEOUT,
    "Crash": Reason.ORIGINAL_CRASHES,
    "PicklingError": Reason.UNPICKLABLE,
    "UnpicklingError": Reason.UNPICKLABLE,
    "SpecError": Reason.BAD_INPUT_SPEC,
}


@dataclass
class Sides:
    """The user's project, and the two copies of it that are run."""

    root: Path
    old: Path
    new: Path
    key: str = ""  # tells originals apart, so that one run of an original serves many rewrites


@dataclass
class Pair:
    """One function in two versions, and how to call it."""

    module: str
    old_name: str
    new_name: str
    path: list[str]  # folders of the overlay that go onto sys.path
    plan: Plan
    donated: set[int] = field(default_factory=set)
    jitted: bool = False
    slope_memory: bool = False
    limits: list[Limit] = field(default_factory=list)  # what the rewrite may refuse
    spreads: bool = False  # code of either version asks for devices
    anywhere: bool = False  # where results lie is the rewrite's own affair
    replanned: Callable[[int], Plan] | None = None  # the plan for some number of devices
    changed: Sequence[int] = ()  # lines of which one has to run, in the file of the original

    def __post_init__(self) -> None:
        self.jitted |= self.plan.jitted


def verify_one(session: Session, sides: Sides, pair: Pair) -> Evidence:
    """The evidence on one pair.

    Where its code asks for devices and nobody said how many there are, what holds on one has to
    hold on two, if the original takes these.
    """
    asked = _Run(session, sides, pair)
    found = asked.evidence()
    if not (pair.spreads and found.right and not found.loses and asked.platform == "cpu"):
        return found
    if asked.devices > 1:
        return found
    if pair.replanned is not None:
        pair = replace(pair, plan=pair.replanned(_MORE_DEVICES))
    more = _Run(session, sides, pair, _MORE_DEVICES).evidence()
    if more.verdict is not Verdict.REFUTED:
        return found
    failed = next((f"{one.name}: {one.detail}" for one in more.checks if one.passed is False), "")
    check = Check("devices", False, f"on {_MORE_DEVICES} devices: {failed}")
    return replace(found, verdict=Verdict.REFUTED, checks=(*found.checks, check))


class _Run:
    def __init__(self, session: Session, sides: Sides, pair: Pair, devices: int = 0) -> None:
        self.session, self.sides, self.pair = session, sides, pair
        self.folder = session.new_folder()
        self.words = pair.plan.words
        self.more = devices > 0
        self.devices = devices or pair.plan.devices or session.settings.devices
        self.platform = session.platform()
        self.cases = self.folder / "cases"
        self.environment: dict[str, str] = {}
        self.again: dict[str, str] | None = None  # the record of a second run of the original

    def evidence(self) -> Evidence:
        backend = environment(self.session, self.platform, self.devices)
        if isinstance(backend, Evidence):
            return backend
        self.environment = backend
        original = self._original()
        if isinstance(original, Evidence):
            return original
        self.cases = Path(original.jobs[0]["cases"])
        (native_old, wide_old), answers = original.jobs, original.answers
        same = {name: answers[0][name] for name in ("skip", "slow", "brief", "once")}
        native_new = self._observe("new", **same)
        jobs = [native_new]
        wide_new = None
        if "failed" not in answers[1]:
            seen = {name: one for name, one in answers[1].items() if name not in _TOLD}
            wide_new = self._observe("new", x64=True, **seen)
            jobs.append(wide_new)
        later = self._run(jobs)
        if later[0].get("failed") == "Timeout" and self._is_late(native_new, native_old):
            return unverified(Reason.TIMEOUT, later[0]["detail"], self.words)
        if later[0].get("failed") == "ImportFailed" and is_out_of_memory(later[0]["detail"]):
            # Not the function: how much room an import finds differs from process to process.
            return unverified(Reason.IMPORT_FAILED, later[0]["detail"], self.words)
        if "failed" in later[0]:
            return refuted(*_failure(later[0]), self.words)
        lines = set(answers[0].get("lines", ()))
        unseen = bool(self.pair.changed) and lines.isdisjoint(self.pair.changed)
        absent, built = (set(answers[0].get(name, ())) for name in ("absent", "made"))
        lacks = {*later[0].get("absent", ()), *later[0].get("made", ())} - absent - built
        for one in sorted(lacks):
            if (
                FAILS in one
            ):  # which is there, and may find less room in one process than in another
                return unverified(Reason.IMPORT_FAILED, one, self.words)
            # What the original does without nobody stands in for.
            return refuted("import", f"No module named {one!r}", self.words)
        records = {
            "old": native_old["out"],
            "new": native_new["out"],
            "old_wide": wide_old["out"] if wide_new else None,
            "new_wide": wide_new["out"] if wide_new and "failed" not in later[1] else None,
        }
        compared = self._compare(records)
        if "failed" not in compared and may_be_rounding(compared):
            records |= self._nudged(original)
            compared = self._compare(records)
        if "failed" not in compared and _may_be_the_run(compared):
            records |= self._seen_again(native_old)
            compared = self._compare(records)
        if "failed" not in compared and not _failed(compared):
            files = Contents(self.session, self._side, self.folder, answers[0], later[0])
            compared = files.compared(compared, records, self._compare)
        if "failed" in compared:
            return unverified(Reason.ORIGINAL_CRASHES, compared["detail"], self.words)
        # What was called once may give something else each time.
        failed = _failed(compared)
        doubts = failed & (failed if same["once"] or compared["stateful"] else _OF_RUNS)
        if (compared["stateful"] or doubts) and self._unsteady(native_old, doubts):
            return unverified(Reason.NONDETERMINISTIC, "two runs of it differ", self.words)
        if absent:
            self.environment["not installed, stood in for"] = ", ".join(sorted(absent))
        if built:
            self.environment["made by a build, stood in for"] = ", ".join(sorted(built))
        found = conclude(compared, self.words, self.environment, self.pair.plan.left)
        if found.reason == Reason.NO_F64_RUN and answers[1].get("failed") == "Timeout":
            return unverified(Reason.TIMEOUT, answers[1]["detail"], self.words)
        if found.verdict in (Verdict.PROVED, Verdict.VERIFIED):
            if unseen:
                where = f"no call gets to line {self.pair.changed[0]}, which changed"
                return unverified(Reason.NEVER_CALLED, where, self.words)
            if not answers[0]["brief"] and self.devices == 1:
                found = timed(found, self.session, self._side, answers[0]["skip"])
            found = weigh(found, self.session.settings.min_speedup)
        return found

    def _original(self) -> Original | Evidence:
        """The record of the original, made once for all of its rewrites."""
        pair = self.pair
        asked = (self.sides.key, pair.module, pair.old_name, repr(pair.plan), pair.jitted)
        how = (self.platform, self.devices, self.session.settings.optimize)
        key = repr((*asked, pair.slope_memory, *how))
        if self.sides.key and key in self.session.originals:
            return self.session.originals[key]
        built = self._side("inputs", "old", plan=pair.plan.data)
        (answer,) = self.session.run([built])
        if "failed" in answer:
            return self._undecided(answer)
        jobs = [self._observe("old"), self._observe("old", x64=True)]
        answers = self._run(jobs)
        # It may be an extreme that the original does not end on; a given call ends no sooner anew.
        late = [
            i
            for i, answer in enumerate(answers)
            if answer.get("failed") == "Timeout" and whereabouts.last(jobs[i]["at"])[1]
        ]
        if late:
            for i, answer in zip(
                late,
                self._run([jobs[i] | {"limits": _NONE, "stuck": 0.0} for i in late]),
                strict=True,
            ):
                answers[i] = answer
        if "failed" in answers[0]:
            return self._undecided(answers[0])
        self.session.originals[key] = original = Original(jobs, answers)
        return original

    def _run(self, jobs: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The answers of observations. A call that ended the process, and is none that was given,
        is an error like others: what is left is observed anew, without it."""
        answers = self.session.run(jobs)
        for _ in range(_DEATHS):
            died = {
                i: case
                for i, answer in enumerate(answers)
                if answer.get("failed") == "Crash" and (case := whereabouts.last(jobs[i]["at"])[1])
            }
            for i, case in died.items():
                jobs[i]["fatal"][case] = f"Crash: {answers[i]['detail']}"
            again = self.session.run([jobs[i] for i in died]) if died else []
            for i, answer in zip(died, again, strict=True):
                answers[i] = answer
        return answers

    def _is_late(self, job: dict[str, Any], original: dict[str, Any]) -> bool:
        """Whether all calls together took too long, and not the one that was made last; or whether
        the original itself took a good part of the time, so that the machine may be busy."""
        limit = self.session.settings.timeout
        began, _ = whereabouts.last(job["at"])
        return began > limit / 2 or whereabouts.last(original["at"])[0] > limit * _BUSY

    def _side(self, kind: str, side: str, **more: Any) -> dict[str, Any]:
        overlay = self.sides.old if side == "old" else self.sides.new
        return self.session.job(
            kind,
            self.folder,
            **{
                "overlay": str(overlay),
                "cwd": str(overlay),
                "root": str(self.sides.root),
                "path": self.pair.path,
                "module": self.pair.module,
                "qualname": self.pair.old_name if side == "old" else self.pair.new_name,
                "jitted": self.pair.jitted,
                "variables": self.pair.plan.variables,
                "cases": str(self.cases),
                "platform": self.platform,
                "devices": self.devices,
                **more,
            },
        )

    def _observe(
        self,
        side: str,
        *,
        x64: bool = False,
        nudge: bool = False,
        skip: list[str] | None = None,
        widened: list[str] | None = None,
        kept: list[str] | None = None,
        slow: bool | None = None,
        brief: bool | None = None,
        once: bool = False,
    ) -> dict[str, Any]:
        seconds = _SECONDS if side == "old" else None
        return self._side(
            "observe",
            side,
            out=str(
                self.folder / f"{side}{'64' if x64 else ''}{'-nudged' if nudge else ''}.record"
            ),
            # A rewrite is called as often as its original was.
            patience=[part * self.session.settings.timeout for part in _PATIENCE]
            if side == "old"
            else [math.inf, math.inf],
            bounded=side == "old" and not nudge,
            stuck=_STUCK * self.session.settings.timeout if side == "old" else 0.0,
            at=str(self.folder / f"{side}{'64' if x64 else ''}.at"),
            fatal={},
            nudge=nudge,
            covers=side == "old" and not nudge and not x64,
            x64=x64,
            platform="cpu" if x64 else self.platform,
            skip=skip or [],
            widened=widened or [],
            kept=kept or [],
            slow=slow,  # None: the original tells
            brief=brief,
            once=once,
            grad=self.pair.plan.grad,
            # Nobody asks how far the original moves at extremes.
            limits={
                "extreme": 0.0 if nudge else seconds,
                "variation": seconds,
                "edge": seconds,
                "size": seconds,
            },
            slope_memory=self.pair.slope_memory,
        )

    def _compare(self, records: dict[str, Any]) -> dict[str, Any]:
        job = self.session.job(
            "compare",
            self.folder,
            records=records,
            donated=sorted(self.pair.donated),
            limits=self.pair.limits,
            # Where results lie on devices that nobody asked for, is the rewrite's own affair.
            anywhere=self.more or self.pair.anywhere,
        )
        return self.session.run([job])[0]

    def _nudged(self, original: Original) -> dict[str, str]:
        """Records of the original with inputs moved by one unit of rounding: its conditioning."""
        if not original.nudged:
            native, wide = original.answers
            jobs = [
                self._observe(
                    "old", nudge=True, **{k: native[k] for k in ("skip", "brief", "once")}
                )
            ]
            if "failed" not in wide:
                seen = {key: wide[key] for key in ("skip", "widened", "kept")}
                jobs.append(self._observe("old", x64=True, nudge=True, **seen))
            answers = self._run(jobs)
            names = ("nudged", "nudged_wide")
            original.nudged = {
                name: job["out"]
                for name, job, answer in zip(names, jobs, answers, strict=False)
                if "failed" not in answer
            }
        return original.nudged

    def _seen_again(self, job: dict[str, Any]) -> dict[str, str]:
        """The record of a second run of the original, as `again`; nothing where that fails."""
        if self.again is None:
            again = {**job, "out": job["out"] + ".again", "answer": job["answer"] + ".again"}
            failed = "failed" in self.session.run([again])[0]
            self.again = {} if failed else {"again": again["out"]}
        return self.again

    def _unsteady(self, job: dict[str, Any], doubts: set[str]) -> bool:
        """Whether a second run of the original differs from its first, also in some checks."""
        again = self._seen_again(job)
        if not again:
            return True
        records = {"old": job["out"], "new": again["again"], "old_wide": None, "new_wide": None}
        compared = self._compare(records | again)
        return "checks" not in compared or bool(
            _failed(compared) & {"sequence", "effects", *doubts}
        )

    def _undecided(self, answer: dict[str, Any]) -> Evidence:
        reason = _REASONS.get(answer["failed"], Reason.ORIGINAL_RAISES)
        return unverified(reason, f"{answer['failed']}: {answer['detail']}", self.words)


def _failure(answer: dict[str, Any]) -> tuple[str, str]:
    """The check that a rewrite failed whose process gave no record, and the detail."""
    names = {"Timeout": "timeout", "ImportFailed": "import", "OutsideOverlay": "import"}
    return names.get(answer["failed"], "crash"), f"{answer['failed']}: {answer['detail']}"


def _may_be_the_run(compared: dict[str, Any]) -> bool:
    """Whether what failed may be names, texts and states that are others in each run."""
    failed = _failed(compared)
    return bool(failed & _OF_TIMES or (failed and compared["stateful"]))


def _failed(compared: dict[str, Any]) -> set[str]:
    """The names of the checks that failed."""
    return {row["name"] for row in compared.get("checks", ()) if row["passed"] is False}
