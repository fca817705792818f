"""The values that every part of the tool passes around: findings, fixes and evidence.

Rows and columns count from 1, columns in code points (as Ruff's JSON does).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from jaxopt_lint import links


class Severity(StrEnum):
    """How much a finding matters; only its order and its name are used."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """Its place in the order, from 0 for the worst."""
        return _SEVERITIES.index(self)

    def at_least(self, least: Severity) -> bool:
        """Whether it is no less than another.

        >>> Severity.ERROR.at_least(Severity.WARNING), Severity.INFO.at_least(Severity.WARNING)
        (True, False)
        """
        return self.rank <= least.rank


_SEVERITIES = list(Severity)


class Confidence(StrEnum):
    """How much of a finding was proven from the source, and how much assumed."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Promise(StrEnum):
    """What the author of a codemod promises about its result."""

    SAME = "same"  # the same bits
    CLOSE = "close"  # the same up to rounding
    ASK = "ask"  # behaviour can change: only on request


class Applicability(StrEnum):
    """Ruff's word for how freely a fix may be applied."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


class Verdict(StrEnum):
    """What the harness measured; `None` in its place means that it did not run."""

    PROVED = "proved"  # equal jaxprs
    VERIFIED = "verified"  # every check passed on real inputs
    REFUTED = "refuted"  # some check failed
    UNVERIFIED = "unverified"  # could not be decided, with a reason


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file: row and column, both from 1."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Edit:
    """Text between two locations (the end is exclusive) and what replaces it.

    Attributes:
        cell: of the notebook, where the locations are told as those of a cell.
    """

    start: Location
    end: Location
    content: str
    cell: int | None = None


class Limit(StrEnum):
    """Arguments that a rewrite may refuse, or give another container for, whatever the original
    does with them: nobody hands them over, as its author knows, or nothing of its kind takes them.
    """

    ITERATORS = "iterators"  # in the place of lists: JAX takes none for a tree
    UNLIKE_TREES = "unlike-trees"  # where one tree is made from the other


@dataclass(frozen=True, slots=True)
class Fix:
    """A rewrite that removes a finding."""

    title: str
    codemod: str
    promise: Promise
    applicability: Applicability
    edits: tuple[Edit, ...]
    assumed: tuple[str, ...] = ()  # what stands against preconditions that were not proven
    limits: tuple[Limit, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison that the harness made between the original and the rewrite."""

    name: str
    passed: bool | None  # None: not applicable here
    detail: str = ""
    error: float | None = None  # of numbers: the largest that was seen
    tolerance: float | None = None  # that it was held against


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the harness saw when it ran the original and the rewrite."""

    verdict: Verdict
    reason: str = ""  # for UNVERIFIED one of jaxopt_lint.verify.evidence.Reason
    checks: tuple[Check, ...] = ()
    inputs: str = ""  # where the inputs came from, for people
    gain: dict[str, Any] = field(default_factory=dict)  # metric -> {"before": x, "after": y}
    environment: dict[str, str] = field(default_factory=dict)  # jax version, backend, devices
    loses: bool = False  # the rewrite is right but measurably worse
    gains: bool = False  # it is measurably better
    sources: tuple[str, ...] = ()  # of its inputs, by the names that `verify.accept` has

    @property
    def right(self) -> bool:
        """Whether the rewrite was found to compute the same."""
        return self.verdict in (Verdict.PROVED, Verdict.VERIFIED)


class RanEager(NamedTuple):
    """What a run of the program showed to run operation by operation in a file.

    Attributes:
        functions: qualified names of those that a fix can compile.
        loops: rows of those that each time took much longer than it takes to compile them.
    """

    functions: frozenset[str] = frozenset()
    loops: frozenset[int] = frozenset()


class SilencedBy(StrEnum):
    """What keeps a finding out of the report; SARIF's words."""

    COMMENT = "inSource"
    BASELINE = "external"


@dataclass(frozen=True, slots=True)
class Silenced:
    """Why a finding is not reported, and the reason that somebody gave for it."""

    by: SilencedBy
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Lowered:
    """That a finding matters less where its file lies, or as long as no run has shown its cost, or
    as another one tells of the same."""

    severity: Severity  # what it would be elsewhere
    pattern: str  # of `severity-by-path` that fits the file, or one of those below
    why: str = ""  # where the pattern does not say it all
    told_by: str = ""  # the fingerprint of the finding that tells of the same


AT_WORK = ""  # a block that shows a module at work
RETIRED = "@deprecated"  # what its author marks as deprecated
UNREACHED = "@unreached"  # what nothing comes to
UNIMPORTABLE = "@unimportable"  # what stands in a file of which an import always fails
RECORD = "@record"  # a notebook that nothing shows or runs: the record of a run
BUNDLED = "@bundled"  # what of a copy of another project this one does not run
UNSEEN = "@unseen"  # what only a run can weigh, and none has shown
REPEATED = "@repeated"  # what another finding tells of

ANYWHERE = "*"  # where a cause stands that is one in all files of a project


@dataclass(frozen=True, slots=True)
class Observed:
    """What a run of the program showed of a finding."""

    run: str  # its name, a date and time
    count: int
    seconds: float = 0.0  # that mending it would have saved
    bytes: int = 0
    share: float = 0.0  # of the run, from 0 to 1


@dataclass(frozen=True, slots=True)
class Finding:
    """One place where a rule fired."""

    code: str  # "JOL201"
    name: str  # "python-loop-over-batch"
    message: str
    path: str  # posix path, relative to the project root where there is one
    start: Location
    end: Location
    severity: Severity = Severity.WARNING
    help: str = ""
    qualname: str = ""  # enclosing function, "" at module level
    snippet: str = ""  # source of the reported lines, for the fingerprint
    confidence: Confidence = Confidence.HIGH
    because: tuple[str, ...] = ()  # the facts that were proven
    assumed: tuple[str, ...] = ()  # what was taken for granted: none where it is certain
    fix: Fix | None = None
    refused: str = ""  # why the codemod would not rewrite it
    unmet: tuple[str, ...] = ()  # the codemod's preconditions that are broken or unproven
    evidence: Evidence | None = None
    fingerprint: str = ""
    nth: int = 0  # among the findings that are alike but for their place; in the fingerprint
    cell: int | None = None  # of a notebook, from 1, where rows are told as those of a cell
    silenced: Silenced | None = None
    lowered: Lowered | None = None
    observed: Observed | None = None
    measures: bool = False  # it is about measuring, which is what benchmarks are for
    causes: tuple[str, ...] = ()  # findings of a rule and file that share one are of one cause;
    # those that begin with `ANYWHERE` are one in all files
    since: str = ""  # the first JAX, or that of the day of the library, with which it fails
    gone: str = ""  # what is not there any more, and nothing replaces
    ends: bool = False  # nobody can import the file without that
    anew: bool = False  # such a file has to be written anew
    repeats: int = 0  # how many others of its cause are for information, as this one tells of them
    repeats_away: int = 0  # those in other files

    @property
    def order(self) -> tuple[str, int, Location, str]:
        """Where it stands among the findings of a run."""
        return (self.path, self.cell or 0, self.start, self.code)

    @property
    def unseen(self) -> bool:
        """Whether it would matter more if a run had shown what it costs."""
        return self.lowered is not None and self.lowered.pattern == UNSEEN

    @property
    def repeated(self) -> bool:
        """Whether another finding tells of its cause."""
        return self.lowered is not None and self.lowered.pattern == REPEATED

    @property
    def worked_on(self) -> Finding:
        """The same where somebody is at work on its lines: no mere record, and no mere copy."""
        if self.lowered is None or self.lowered.pattern not in (RECORD, BUNDLED):
            return self
        return replace(self, severity=self.lowered.severity, lowered=None)

    @property
    def said(self) -> str:
        """Its message, for those who see nothing of the others of its cause."""
        if not self.repeats:
            return self.message
        here, away = self.repeats - self.repeats_away, self.repeats_away
        parts = [f"{here} more in this file"] * bool(here) + [f"{away} in other files"] * bool(away)
        return f"{self.message} (and {' and '.join(parts)})"

    @property
    def weight(self) -> Severity:
        """The severity that it has where a run has shown what it costs."""
        return self.lowered.severity if self.lowered and self.unseen else self.severity

    @property
    def url(self) -> str:
        """The page of the rule in the manual."""
        return links.manual(self.name)

    def with_(self, **changes: Any) -> Finding:
        """A copy with some fields changed."""
        return replace(self, **changes)


def with_fingerprints(findings: list[Finding]) -> list[Finding]:
    """The findings with a name each that survives edits elsewhere in the file.

    Rule, path, enclosing function, whitespace-normalised snippet, n-th occurrence: no line
    numbers, so that a baseline or a review comment still matches after the file has moved on.
    """
    seen: dict[tuple[str, ...], int] = {}
    out = []
    for finding in findings:
        key = _alike(finding, finding.path)
        nth = seen.get(key, 0)
        seen[key] = nth + 1
        numbered = finding.with_(nth=nth)
        out.append(numbered.with_(fingerprint=fingerprint(numbered, finding.path)))
    return out


def fingerprint(finding: Finding, path: str) -> str:
    """The name of a numbered finding, as it is where its file goes by a path."""
    text = "\0".join((*_alike(finding, path), str(finding.nth))).encode(errors="surrogatepass")
    return hashlib.sha256(text).hexdigest()[:32]


def _alike(finding: Finding, path: str) -> tuple[str, ...]:
    return (finding.code, path, finding.qualname, " ".join(finding.snippet.split()))
