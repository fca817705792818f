"""What stands in modules that cannot be imported, as one that they import cannot.

A package that is gone without a successor stops every module that imports, at its top, one that
takes it, on each release without the package. What such a module takes of the same library fails
for the same cause, and in the file itself all that fails on these releases or on newer ones, as it
has to be written anew. What has another name today is mended where it stands, in whatever file, and
stops nobody for long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from jaxopt_lint.finding import UNREACHED, Confidence, Finding, Lowered, Severity
from jaxopt_lint.running.opening import Opened
from jaxopt_lint.semantics.jax.api.public import prefixes

ALWAYS = "0"  # since when what was never there is gone
_MAIN = "__main__"  # what a program asks for, which is run without the package around it


def told_earlier(findings: Iterable[Finding], opened: Opened) -> list[Finding]:
    """Findings with those for information that no import gets to."""
    every = list(findings)
    stops: dict[str, Finding] = {}  # by module
    several = Counter(opened.names.values())  # which of two is imported is not known
    names = {s.display: opened.names[s.path] for s in opened.sources}
    names = {path: name for path, name in names.items() if several[name] == 1}
    for finding in sorted(every, key=lambda one: one.start):
        if finding.ends and _stops(finding) and finding.path in names:
            stops.setdefault(names[finding.path], finding)
    if not stops:
        return every
    runs = {opened.names[path]: s.runs for path, s in opened.summaries.items()}
    programs = {opened.names[s.path] for s in opened.sources if _MAIN in s.text}
    ways: dict[str, tuple[Finding, int] | None] = {}
    told: dict[int, Finding] = {}  # by the finding, what it is told by
    for finding in every:
        module = names.get(finding.path, "")
        if module and finding.since and finding.severity is not Severity.INFO:
            if module not in ways:
                ways[module] = _Import(runs, stops, module).fails(module in programs)
            way = ways[module]
            if way is not None and _behind(finding, *way):
                told[id(finding)] = way[0]
    for finding in every:
        if _in_circle(finding, told):
            del told[id(finding)]
    return [_quiet(f, told[id(f)]) if id(f) in told else f for f in every]


def _in_circle(finding: Finding, told: Mapping[int, Finding]) -> bool:
    """Whether a finding tells of what is told by itself: one of those has to stay."""
    at, seen = finding, set[int]()
    while id(at) in told and id(at) not in seen:
        seen.add(id(at))
        at = told[id(at)]
        if at is finding:
            return True
    return False


def _stops(finding: Finding) -> bool:
    sure = finding.confidence is Confidence.HIGH and finding.silenced is None
    return sure and finding.severity is Severity.ERROR


def _behind(finding: Finding, stop: Finding, row: int) -> bool:
    """Whether the import of a file has failed before it comes to a finding.

    Args:
        stop: what it fails for.
        row: where in the file of the finding.
    """
    if finding is stop or finding.start.row <= row:
        return False
    if finding.gone == stop.gone:
        return True
    if not stop.anew or _release(finding.since) < _release(stop.since):
        return False
    # Other files need what has taken the place of the library, and no more.
    library = stop.gone.partition(".")[0] if stop.since != ALWAYS else ""
    return finding.path == stop.path or finding.gone.partition(".")[0] == library != ""


class _Import:
    """The import of one module, followed statement by statement."""

    def __init__(
        self, runs: Mapping[str, Iterable[tuple[int, str]]], stops: Mapping[str, Finding], of: str
    ) -> None:
        self.runs, self.stops, self.of = runs, stops, of
        self.begun: set[str] = set()
        self.row = 0  # of the module that it ends at

    def fails(self, program: bool) -> tuple[Finding, int] | None:
        """What it fails for, and the row of the module where that comes to pass: 0 where its
        packages come first.

        Args:
            program: it is run as it is, without them.
        """
        found = None if program else self._import(self.of)
        if program:
            self.begun.add(self.of)
            found = self._body(self.of)
        return (found, self.row) if found is not None else None

    def _import(self, module: str) -> Finding | None:
        for name in (*prefixes(module), module):
            if name in self.runs and name not in self.begun:
                self.begun.add(name)
                if (found := self._body(name)) is not None:
                    return found
        return None

    def _body(self, module: str) -> Finding | None:
        stop = self.stops.get(module)
        for row, name in self.runs.get(module, ()):
            if stop is not None and stop.start.row <= row:
                break
            if (found := self._import(name)) is not None:
                self.row = row if module == self.of else self.row
                return found
        if stop is not None and module == self.of:
            self.row = stop.start.row
        return stop


def _release(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("."))) if text else ()


def _quiet(finding: Finding, stop: Finding) -> Finding:
    before = finding.lowered.severity if finding.lowered is not None else finding.severity
    where = f"line {stop.start.row} of {stop.path}"
    why = f"{where} fails earlier, at `{stop.gone}`"
    lowered = Lowered(before, UNREACHED, why, stop.fingerprint)
    return finding.with_(severity=Severity.INFO, lowered=lowered)
