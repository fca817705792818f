"""Fixing a project: the fixes that go together, round by round, until nothing changes.

Every round parses the texts anew, and what they tell each other, so that facts never describe a
text that no longer exists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.files.writing import OUTSIDE
from jaxopt_lint.finding import Applicability, Evidence, Finding, Fix, Verdict
from jaxopt_lint.fixing.composing import Composer, tidied
from jaxopt_lint.fixing.fixer import Fixer
from jaxopt_lint.rewriting import edits
from jaxopt_lint.rule import AnyRule
from jaxopt_lint.running.cachekeys import concerned
from jaxopt_lint.running.engine import Found, lint_file, selected, settled, sort_findings
from jaxopt_lint.running.opening import Opened, read_anew
from jaxopt_lint.running.progress import Progress, followed
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.settings.config import Config, VerifyConfig
from jaxopt_lint.verify.evidence import meaning

MAX_ROUNDS = 30
Judge = Callable[[Facts, str, Finding], Evidence]
# A finding as it is reported, or None where it is none of the run's business. The texts are the
# file's and the one that the finding is in: the same, or with some fixes in place.
Sees = Callable[[Finding, str, str], Finding | None]


@dataclass
class FileFix:
    """One file with its fixes in place.

    Attributes:
        new_text: what to write; the old text when nothing may be written.
        applied: the findings that are gone by their fix.
        refused: the findings that stay, with the reason.
        found: the findings in the old text, for when the new one is not written.
        error: why the file is left alone altogether; empty if it is not.
    """

    source: SourceFile
    new_text: str
    applied: list[Finding] = field(default_factory=list)
    refused: list[tuple[Finding, str]] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)
    error: str = ""


@dataclass
class FixResult:
    """What fixing a set of files would do.

    Attributes:
        files: those that change, or that would but must not.
        remaining: the findings that are left in the new texts.
        silenced: those that are left and that comments silence.
        unseen: those that are left and are none of the run's business.
        evidence: what the harness said of each fix that it tried.
    """

    files: list[FileFix] = field(default_factory=list)
    remaining: list[Finding] = field(default_factory=list)
    silenced: list[Finding] = field(default_factory=list)
    unseen: list[Finding] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    evidence: list[tuple[Finding, Evidence]] = field(default_factory=list)


def fix_project(
    opened: Opened,
    config: Config,
    *,
    unsafe: bool,
    display: bool = False,
    judge: Judge | None = None,
    sees: Sees | None = None,
    outside: Container[Path] = (),
    progress: Progress | None = None,
) -> FixResult:
    """Fix the files of a project to a fixed point, all of them together in each round.

    After a round the texts that changed are summarised anew and the project is joined once. The
    next round looks at these files, and at those to which the project now says something else:
    what a finding that remains says of any file is true of its new text.

    Args:
        sees: see `fix_paths`.
        display: also apply the fixes that are otherwise only shown.
        outside: the files that stay as they are.
    """
    errors, hidden, _ = _in_sight([(None, error) for error in opened.errors], [], sees, "", "")
    rounds = _Rounds(opened, config, selected(config), unsafe, display, judge, sees, outside)
    files = [_FileRounds(s, s.text) for s in opened.sources if s.path in opened.relevant]
    doing = "Fixing" if judge is None else "Verifying"
    pending = files
    for _ in range(MAX_ROUNDS):
        followed_files = followed(pending, len(pending), doing, progress)
        changed = [file for file in followed_files if rounds.fix(file)]
        if not changed:
            break
        before = opened.project
        read_anew(opened, [file.current for file in changed])
        others = concerned(before, opened.project, opened.names.values())
        again = {file.source.path for file in changed}
        again |= {path for path, name in opened.names.items() if name in others}
        pending = [file for file in files if file.source.path in again]
    else:
        for file in changed:
            file.give_up()
    return FixResult(
        files=[file.fixed for file in files if file.fixed.applied or file.fixed.error],
        remaining=sort_findings([*(e for _, e in errors), *(f for o in files for f in o.left)]),
        silenced=sort_findings([*hidden, *(f for file in files for f in file.silenced)]),
        unseen=[f for file in files for f in file.unseen],
        crashes=list(dict.fromkeys(text for file in files for text in file.crashes)),
        evidence=[pair for file in files for pair in file.evidence],
    )


@dataclass
class _FileRounds:
    """One file on its way to its fixed point.

    Attributes:
        text: with the fixes of all rounds so far.
        given_up: finding -> why its fix is not tried again.
        left: what the last round found and could not fix.
        silenced: likewise, what comments silence.
        unseen: likewise, what is none of the run's business.
    """

    source: SourceFile
    text: str
    given_up: dict[str, str] = field(default_factory=dict)
    left: list[Finding] = field(default_factory=list)
    silenced: list[Finding] = field(default_factory=list)
    unseen: list[Finding] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    evidence: list[tuple[Finding, Evidence]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.fixed = FileFix(self.source, self.text)

    @property
    def current(self) -> SourceFile:
        """The file as if the text of now were what is on the disk."""
        return replace(self.source, text=self.text)

    def give_up(self) -> None:
        """Leave a file as it was, whose fixes bring about each other without end."""
        fixed = self.fixed
        codes = ", ".join(sorted({f.code for f in fixed.applied[-20:]}))
        fixed.error = f"fixes did not settle after {MAX_ROUNDS} rounds ({codes})"
        fixed.new_text = self.source.text
        fixed.applied = []
        self.left = fixed.found
        self.silenced = self.unseen = []


@dataclass
class _Rounds:
    """What holds for every round over the files of a project; see `fix_project`."""

    opened: Opened
    config: Config
    rules: Sequence[AnyRule]
    unsafe: bool
    display: bool
    judge: Judge | None
    sees: Sees | None
    outside: Container[Path]

    def fix(self, file: _FileRounds) -> bool:
        """Apply the fixes of one file that go together; False if there are none."""
        source, opened, judge = file.source, self.opened, self.judge
        linked = source.path in self.outside
        config = replace(self.config, fixable=()) if linked else self.config
        module = opened.modules.pop(source.path, None)
        linted = lint_file(file.current, opened.project, self.rules, config, module)
        file.crashes += linted.crashes
        found, silenced = settled(linted, config, whole=opened.whole)
        found, file.silenced, file.unseen = _in_sight(
            found, silenced, self.sees, source.text, file.text
        )
        if linted.facts is None:
            file.left = [f for _, f in found]
            return False

        def wanted(finding: Finding) -> bool:
            fix = finding.fix
            return (
                fix is not None
                and _wanted(fix, self.unsafe, self.display, judge)
                and _key(finding) not in file.given_up
            )

        fixer = Fixer(linted.facts, config, wanted)
        # What was given up goes by the fingerprint; `found` is in the order of the report.
        named = zip(found, sort_findings(f for _, f in found), strict=True)
        findings = [fixer.attach(match, finding) for (match, _), finding in named]
        file.crashes += fixer.crashes
        if not file.fixed.applied:
            file.fixed.found = findings
        composer = Composer(linted.facts.module, fixer.introduced)
        ready = [f for f in findings if wanted(f)]
        if judge is not None:
            ready = _proven(linted.facts, composer, ready, judge, file, config.verify)
        chosen, composed = composer.compose(ready)
        if judge is not None and len(chosen) > 1:
            kept = _fine_together(linted.facts, chosen, judge, file.given_up)
            if len(kept) < len(chosen):
                chosen, composed = composer.compose(kept)
        if not chosen:
            given_up = file.given_up
            left = [f.with_(refused=f.refused or given_up.get(_key(f), "")) for f in findings]
            file.fixed.refused = [(f, f.refused) for f in left if f.refused]
            file.left = [f.with_(refused=OUTSIDE) for f in left] if linked else left
            return False
        taken = taken_elsewhere(linted.facts)
        file.text = file.fixed.new_text = tidied(linted.facts.module, composed, taken)
        file.fixed.applied += chosen
        for finding in chosen:
            # Should the same finding come back, its fix does not work: it is not tried again.
            file.given_up[_key(finding)] = "the fix did not remove the finding"
        return True


def _proven(
    facts: Facts,
    composer: Composer,
    findings: Sequence[Finding],
    judge: Judge,
    file: _FileRounds,
    policy: VerifyConfig,
) -> list[Finding]:
    """Those whose fixes the harness proves or verifies to the user's liking, each by itself; with
    the evidence."""

    def accept(finding: Finding) -> Finding | None:
        assert finding.fix is not None
        evidence = judge(facts, edits.apply(facts.module.text, finding.fix.edits), finding)
        judged = finding.with_(evidence=evidence)
        file.evidence.append((judged, evidence))
        why = _why_not(evidence, policy)
        if not why:
            return judged
        file.given_up[_key(finding)] = f"not applied by --verify: {why}"
        return None

    return composer.disjoint(findings, accept)


def _why_not(evidence: Evidence, policy: VerifyConfig) -> str:
    """Why a fix is not written; empty where it is."""
    if not evidence.right:
        return meaning(evidence.reason) or "a check failed"
    if evidence.loses:
        return "it is measurably worse"
    if policy.require_gain and not evidence.gains:
        return "it gains nothing that was measured (--require-gain)"
    others = [source for source in evidence.sources if source not in policy.accept]
    return f"`verify.accept` leaves out inputs from {', '.join(others)}" if others else ""


def _in_sight(
    found: Found, silenced: list[Finding], sees: Sees | None, old: str, new: str
) -> tuple[Found, list[Finding], list[Finding]]:
    """The findings that a run is about, the silenced ones with those that it silences, the rest."""
    if sees is None:
        return found, silenced, []
    seen = [(node, sees(finding, old, new)) for node, finding in found]
    quiet: list[Finding] = []
    unseen = [f for (_, f), (_, kept) in zip(found, seen, strict=True) if kept is None]
    for finding in silenced:
        (unseen if sees(finding, old, new) is None else quiet).append(finding)
    return (
        [(node, finding) for node, finding in seen if finding and finding.silenced is None],
        [*quiet, *(finding for _, finding in seen if finding and finding.silenced is not None)],
        unseen,
    )


def _wanted(fix: Fix, unsafe: bool, display: bool, judge: Judge | None) -> bool:
    if fix.applicability is Applicability.DISPLAY:
        return display
    return fix.applicability is Applicability.SAFE or unsafe or judge is not None


def _fine_together(
    facts: Facts, chosen: list[Finding], judge: Judge, given_up: dict[str, str]
) -> list[Finding]:
    """Fixes that were verified one at a time, as far as they also hold in combination."""

    def holds(group: list[Finding]) -> bool:
        new = edits.apply(facts.module.text, [e for f in group for e in f.fix.edits])  # type: ignore[union-attr]
        evidence = judge(facts, new, group[-1])
        return evidence.verdict in (Verdict.PROVED, Verdict.VERIFIED)

    if holds(chosen):
        return chosen
    kept: list[Finding] = []
    for finding in chosen:
        if not kept or holds([*kept, finding]):
            kept.append(finding)
        else:
            given_up[_key(finding)] = "a check failed together with the file's other fixes"
    return kept


def _key(finding: Finding) -> str:
    """Stands for a finding from one round to the next, in which rows of a message may differ."""
    return f"{finding.fingerprint} {_DIGITS.sub('', finding.message)}"


_DIGITS = re.compile(r"\d+")
