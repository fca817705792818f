"""What runs of the program showed, put to use where the code is still what it was.

A run proves what happened, and nothing of what cannot happen: a finding gets what it cost, and is a
warning from then on where it was for information only because no run had shown that; one that no
rule could know is added; and of severity only that of a loop is lowered that was seen to the end.
No error is ever lowered, and none is left out. Only runs count that this user made on this machine;
a change can bring a folder of runs with it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import localtime, strftime

from jaxopt_lint import registry
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.source import SourceFile, display_path, from_stdin, read_source
from jaxopt_lint.files.suppressions import Suppressions
from jaxopt_lint.finding import (
    Finding,
    Location,
    Observed,
    RanEager,
    Severity,
    Silenced,
    SilencedBy,
    with_fingerprints,
)
from jaxopt_lint.observe.child.events import Loop, Place
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss
from jaxopt_lint.observe.losses.table import Table, table
from jaxopt_lint.observe.reading import CannotRead, read
from jaxopt_lint.observe.store import Store
from jaxopt_lint.running.engine import selected
from jaxopt_lint.running.fitting import not_for
from jaxopt_lint.settings.config import Config

_RUNS = 5  # the newest ones that are looked at
_SHORT = 3  # iterations of a loop that nobody needs to write in another way
# Losses that a program may have to take: its host may need the value at once. Rules see that.
_MAY_BE_NEEDED = ("waited", "tiny-calls", "residuals")
# Rules about loops whose cost is in how often they go round.
_LOOPS = ("JOL201", "JOL202", "JOL204", "JOL205", "JOL206")


_IDLE = "JOL002"  # what a comment is called that silences nothing
Idle = frozenset[tuple[str, str]]  # comments, by the path of the file and the text of the line


@dataclass
class Outcome:
    """Findings as the runs leave them.

    Attributes:
        findings: those that were given, with what was seen of them.
        added: those that only a run could find, also where a comment silences them.
        used: the runs that were of use, by their names: the command of each.
        lowered: what is less severe now, and why, for those who want to know.
        unfit: the runs that would have been of use but for their JAX, by their names: why.
    """

    findings: list[Finding] = field(default_factory=list)
    added: list[Finding] = field(default_factory=list)
    used: dict[str, list[str]] = field(default_factory=dict)
    lowered: list[str] = field(default_factory=list)
    unfit: dict[str, str] = field(default_factory=dict)


class Runs:
    """The newest runs that are kept of a project, read once.

    Attributes:
        root: of the project, from which paths of findings are.
        tables: what each run showed, the newest first.
        unread: the runs that cannot be read, and why.
        any_jax: whether they count under whatever JAX they ran.
    """

    def __init__(self, root: Path, *, any_jax: bool = False) -> None:
        self.root = root
        self.any_jax = any_jax
        self.tables: list[Table] = []
        self.unread: list[str] = []
        store = Store(root.resolve())
        for name in reversed(store.watched()[-_RUNS:]):
            if store.genuine(name):
                try:
                    self.tables.append(table(read(store.path(name))))
                except CannotRead as error:
                    self.unread.append(str(error))
                except Exception as error:  # what a run says is welcome, and no check depends on it
                    self.unread.append(f"run {name} is not used: {type(error).__name__}: {error}")


def observed(
    findings: Sequence[Finding],
    silenced: Sequence[Finding],
    files: Iterable[tuple[Config, Sequence[Path]]],
    runs: Runs,
    texts: Mapping[str, bytes] | None = None,
) -> Outcome:
    """What the kept runs say of some findings.

    Args:
        silenced: further findings, of which nobody is told: what they explain is not added.
        files: those that were checked, with their settings.
        texts: of files that are not on the disk as they were checked, by their paths.
    """
    return _Observation(runs, files, texts or {}).apply(findings, silenced)


def needed_comments(
    files: Iterable[tuple[Config, Sequence[Path]]],
    runs: Runs,
    texts: Mapping[str, bytes] | None = None,
) -> Idle:
    """The comments that silence what only a run could find, for `is_needed`; see `observed`."""
    return _Observation(runs, files, texts or {}).idle_without_runs()


def is_needed(finding: Finding, comments: Idle) -> bool:
    """Whether a finding says of one of these comments that it is idle."""
    return finding.code == _IDLE and (finding.path, finding.snippet.strip()) in comments


def seen_eager(
    files: Iterable[tuple[Config, Sequence[Path]]],
    runs: Runs,
    texts: Mapping[str, bytes] | None = None,
) -> dict[str, RanEager]:
    """What runs showed to run operation by operation, by file; see `observed`."""
    return _Observation(runs, files, texts or {}).eager()


class _Observation:
    """The newest run for each file that has not changed since."""

    def __init__(
        self,
        runs: Runs,
        files: Iterable[tuple[Config, Sequence[Path]]],
        texts: Mapping[str, bytes],
    ) -> None:
        self.tables = runs.tables
        self.root = runs.root
        self._any_jax = runs.any_jax
        self._unfit: dict[str, str] = {}
        self._texts = texts
        self._configs = {
            display_path(path, runs.root): config for config, paths in files for path in paths
        }
        self._digests: dict[str, str] = {}
        self._of: dict[str, Table | None] = {}

    def apply(self, findings: Sequence[Finding], silenced: Sequence[Finding]) -> Outcome:
        """The findings with what was seen, and what only a run could find."""
        out = Outcome()
        alike = Counter((f.path, f.code, f.qualname) for f in (*findings, *silenced))
        claimed: set[int] = set()
        for finding in findings:
            found = self.of(finding.path)
            if found is not None:
                alone = alike[finding.path, finding.code, finding.qualname] == 1
                losses = self._about(finding, found, alone=alone)
                claimed |= {id(loss) for loss in losses}
                finding = self._with_cost(finding, losses, found, out)
                finding = self._by_its_loop(finding, found, out)
            out.findings.append(finding)
        for finding in silenced:
            found = self.of(finding.path)
            if found is not None:
                claimed |= {id(loss) for loss in self._about(finding, found, alone=True)}
        for loss, found in self._eligible():
            made = None if id(loss) in claimed else self._finding(loss, found)
            if made is not None:
                _use(found, out)
                out.added.append(made[0])
        idle = self.idle_without_runs()
        out.unfit = {name: why for name, why in self._unfit.items() if name not in out.used}
        out.findings = [one for one in out.findings if not is_needed(one, idle)]
        return out

    def idle_without_runs(self) -> Idle:
        """The comments that silence what only a run could find; no rule knows what they are for."""
        out: set[tuple[str, str]] = set()
        for loss, found in self._eligible():
            made = self._finding(loss, found)
            if made is not None and made[1]:
                out.add((loss.place.file, made[1]))
        return frozenset(out)

    def eager(self) -> dict[str, RanEager]:
        """The functions and the loops that a fix can compile, by file."""
        functions: dict[str, set[str]] = {}
        loops: dict[str, set[int]] = {}
        for loss, found in self._eligible():
            if loss.target is not None and self.of(loss.target.file) is found:
                functions.setdefault(loss.target.file, set()).add(loss.target.function)
            if loss.loop is not None and self.of(loss.loop.file) is found:
                loops.setdefault(loss.loop.file, set()).add(loss.loop.line)
        return {
            file: RanEager(frozenset(functions.get(file, ())), frozenset(loops.get(file, ())))
            for file in functions.keys() | loops.keys()
        }

    def of(self, path: str) -> Table | None:
        """The newest run that ran a file as it is now, under a JAX that the project is for."""
        if path not in self._of:
            self._of[path] = next((one for one in self.tables if self._fits(path, one)), None)
        return self._of[path]

    def _fits(self, path: str, found: Table) -> bool:
        config = self._configs.get(path)
        if config is None or not self._same(path, found):
            return False
        why = "" if self._any_jax else not_for(found.run, config.jax_range(self.root / path))
        if why:
            self._unfit[found.run.header.name] = why
        return not why

    def _same(self, path: str, found: Table) -> bool:
        contents = {process.files[path] for process in found.run.processes if path in process.files}
        return bool(contents) and contents == {self._digest(path)}

    def _digest(self, path: str) -> str:
        if path not in self._digests:
            raw = self._texts.get(path)
            try:
                raw = (self.root / path).read_bytes() if raw is None else raw
            except OSError:
                raw = b""
            self._digests[path] = hashlib.sha256(raw).hexdigest()
        return self._digests[path]

    def _about(self, finding: Finding, found: Table, *, alone: bool) -> list[Loss]:
        """The losses that a finding explains, the worst first; those too small to rank as well.

        Args:
            alone: no other finding of the rule is in the same function.
        """
        rows = range(finding.start.row, finding.end.row + 1)
        out = []
        for loss in (*found.losses, *found.below):
            if finding.code.startswith("JOL2") and loss.loop is not None:
                here = (loss.loop.file, loss.loop.line) == (finding.path, finding.start.row)
                if here and self._unchanged(loss, found):
                    out.append(loss)
            if loss.code != finding.code:
                continue
            near = [loss.place, *loss.also, *loss.chain[:1]]
            there = any(place.file == finding.path and place.line in rows for place in near)
            inside = alone and any(
                place.file == finding.path and place.function == finding.qualname for place in near
            )
            if loss.target is not None and finding.qualname == loss.target.function:
                there = finding.path == loss.target.file
            if (there or inside) and self._unchanged(loss, found):
                out.append(loss)
        return out

    def _unchanged(self, loss: Loss, found: Table) -> bool:
        """Whether the place and all that led there are as they were."""
        files = {place.file for place in (loss.place, *loss.also, *loss.chain) if place.file}
        return all(self._same(file, found) for file in files)

    def _with_cost(
        self, finding: Finding, losses: list[Loss], found: Table, out: Outcome
    ) -> Finding:
        if not losses:
            return finding
        worst = losses[0]
        _use(found, out)
        if finding.unseen and any(loss in found.losses for loss in losses):
            finding = finding.with_(severity=finding.weight, lowered=None)
            (finding,) = self._configs[finding.path].weighed([finding])
        return finding.with_(
            message=f"{finding.message} ({_cost(worst, found)})",
            because=(*finding.because, f"a run showed that {worst.reason}"),
            observed=_observed(worst, found),
        )

    def _by_its_loop(self, finding: Finding, found: Table, out: Outcome) -> Finding:
        """A loop that went round a few times each time, and was seen to its end."""
        run = found.run
        whole = not (run.cut or run.header.options.get("steps") or run.header.options.get("after"))
        if finding.code not in _LOOPS or finding.severity is not Severity.WARNING or not whole:
            return finding
        seen = [
            loop
            for loop in run.of(Loop)
            if loop.place.file == finding.path and loop.place.line == finding.start.row
        ]
        entries = sum(loop.entries for loop in seen)
        most = max((loop.most for loop in seen), default=0)
        if not entries or most > _SHORT or not all(self._known(loop.chain, found) for loop in seen):
            return finding
        _use(found, out)
        why = (
            f"the loop was entered {amounts.times(entries)} in the run of {_date(found)}, for "
            f"{amounts.counted(most, 'iteration')} at most"
        )
        out.lowered.append(f"{finding.path}:{finding.start.row}: {finding.code}: {why}")
        return finding.with_(severity=Severity.INFO, because=(*finding.because, why))

    def _known(self, chain: Sequence[Place], found: Table) -> bool:
        return all(self._same(place.file, found) for place in chain)

    def _eligible(self) -> Iterable[tuple[Loss, Table]]:
        """What runs found, and a rule might have."""
        for found in self.tables:
            for loss in found.losses:
                if (
                    loss.code
                    and loss.kind not in _MAY_BE_NEEDED
                    and self.of(loss.place.file) is found
                    and self._unchanged(loss, found)
                ):
                    yield loss, found

    def _finding(self, loss: Loss, found: Table) -> tuple[Finding, str] | None:
        """A loss as a finding, with the line of the comment that silences it, if one does."""
        path = loss.place.file
        config = self._configs[path]
        rule = registry.find_rule(loss.code)
        source = self._source(path)
        if rule not in selected(config) or source is None:
            return None
        lines = source.text.splitlines()
        if not 0 < loss.place.line <= len(lines):
            return None
        text = lines[loss.place.line - 1]
        indent = len(text) - len(text.lstrip())
        with_codemod = f" (codemod `{loss.codemod}`)" if loss.codemod else ""
        function = loss.place.function
        finding = Finding(
            code=rule.code,
            name=rule.name,
            message=f"{loss.reason} ({_cost(loss, found)})",
            path=path,
            start=Location(loss.place.line, indent + 1),
            end=Location(loss.place.line, len(text.rstrip()) + 1),
            severity=rule.severity,
            help=loss.change + with_codemod,
            qualname="" if function == "<module>" else function,
            snippet=text,
            because=("a run showed it; no rule knew it from the source",),
            observed=_observed(loss, found),
        )
        if config.hides(finding):
            return None
        (finding,) = config.weighed(with_fingerprints([finding]))
        comments = Suppressions([]) if config.ignore_noqa else Suppressions.parse(source.text)
        comment = comments.silencing(finding)
        if comment is None:
            return finding, ""
        why = Silenced(SilencedBy.COMMENT, comment.reason)
        return finding.with_(silenced=why), lines[comment.row - 1].strip()

    def _source(self, path: str) -> SourceFile | None:
        raw = self._texts.get(path)
        try:
            if raw is not None:
                return from_stdin(raw, path)
            return read_source(self.root / path, path)
        except SourceError:
            return None


def _use(found: Table, out: Outcome) -> None:
    out.used[found.run.header.name] = found.run.header.command


def _date(found: Table) -> str:
    return strftime("%Y-%m-%d", localtime(found.run.header.started))


def _cost(loss: Loss, found: Table) -> str:
    """What a loss came to, for a message."""
    run = f"the run of {_date(found)}"
    often = amounts.times(loss.count)
    if loss.group is Group.TIME:
        return f"{often}, {amounts.seconds(loss.seconds)}, {amounts.share(loss.share)} of {run}"
    return f"{often}, {amounts.amount(loss.bytes)} in {run}" if loss.bytes else f"{often} in {run}"


def _observed(loss: Loss, found: Table) -> Observed:
    return Observed(found.run.header.name, loss.count, loss.seconds, loss.bytes, loss.share)
