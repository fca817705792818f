"""Fixing a project: the fixes that go together, round by round, until nothing changes.

Every round parses the texts anew, and what they tell each other, so that facts never describe a
text that no longer exists.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.files.writing import OUTSIDE
from jaxopt_lint.finding import Applicability, Edit, Evidence, Finding, Fix
from jaxopt_lint.fixing.composing import Composer, edits_of, tidying
from jaxopt_lint.fixing.fixer import Fixer
from jaxopt_lint.fixing.proving import Judge, fine_together, key_of, why_not_written, worth
from jaxopt_lint.fixing.results import FileFix, FixResult
from jaxopt_lint.rewriting import edits
from jaxopt_lint.rewriting.cells import NotInCells, agrees, edited
from jaxopt_lint.rule import AnyRule
from jaxopt_lint.running.cachekeys import concerned
from jaxopt_lint.running.chains import told_earlier
from jaxopt_lint.running.engine import Found, lint_file, selected, settled, sort_findings
from jaxopt_lint.running.opening import Opened, read_anew
from jaxopt_lint.running.progress import Progress, followed
from jaxopt_lint.running.regard import regarded
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import Config

MAX_ROUNDS = 30
Told = Callable[[Finding], None]  # hears of a finding with the evidence on its fix
# A finding as it is reported, or None where it is none of the run's business. The texts are the
# file's and the one that the finding is in: the same, or with some fixes in place.
Sees = Callable[[Finding, str, str], Finding | None]


def fix_project(
    opened: Opened,
    config: Config,
    *,
    unsafe: bool,
    display: bool = False,
    judge: Judge | None = None,
    told: Told | None = None,
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
        judge: says what a fix is worth; what stands to be gained most from comes first.
        told: hears of each fix as soon as it is judged.
        outside: the files that stay as they are.
    """
    errors, hidden, _ = _in_sight([(None, error) for error in opened.errors], [], sees, "", "")
    rounds = _Rounds(
        opened, config, selected(config), unsafe, display, judge, told, sees, outside, progress
    )
    files = [_FileRounds(s, s.text) for s in opened.sources if s.path in opened.relevant]
    pending = files
    for _ in range(MAX_ROUNDS):
        changed = rounds.fix(pending)
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
    left = told_earlier((finding for file in files for finding in file.left), opened)
    return FixResult(
        files=[file.fixed for file in files if file.fixed.applied or file.fixed.error],
        remaining=sort_findings([*(e for _, e in errors), *regarded(left, opened, config.root)]),
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
        self.fixed = FileFix(self.source, self.text, notebook=self.source.notebook)

    @property
    def current(self) -> SourceFile:
        """The file as if the text of now were what is on the disk."""
        return replace(self.source, text=self.text, notebook=self.fixed.notebook)

    def put(self, module: Module, chosen: Sequence[Finding], cleaning: Sequence[Edit]) -> str:
        """Put fixes in place, and then what tidies up behind them; why not, if a notebook's cells
        do not take them."""
        made = edits_of(chosen)
        between = edits.apply(module.text, made)
        text = edits.apply(between, cleaning)
        notebook = self.fixed.notebook
        if notebook is not None:
            try:
                after = edited(notebook, made)
                tidy = bool(cleaning) and after.text == between
                if tidy:
                    after = edited(after, cleaning)
                if not agrees(after, text if tidy else between):
                    return "the cells of the notebook would not be the same program"
            except NotInCells as error:
                return str(error)
            text, self.fixed.notebook = after.text, after
        self.text = self.fixed.new_text = text
        return ""

    def give_up(self) -> None:
        """Leave a file as it was, whose fixes bring about each other without end."""
        fixed = self.fixed
        codes = ", ".join(sorted({f.code for f in fixed.applied[-20:]}))
        fixed.error = f"fixes did not settle after {MAX_ROUNDS} rounds ({codes})"
        fixed.new_text = self.source.text
        fixed.notebook = self.source.notebook
        fixed.applied = []
        self.left = fixed.found
        self.silenced = self.unseen = []


@dataclass(eq=False)
class _Looked:
    """One file in one round.

    Attributes:
        found: all findings, each with its fix, or with why it has none.
        ready: those whose fixes are to be put in place.
        linked: whether the file stays as it is.
    """

    facts: Facts
    composer: Composer
    found: list[Finding]
    ready: list[Finding]
    linked: bool


@dataclass
class _Rounds:
    """What holds for every round over the files of a project; see `fix_project`."""

    opened: Opened
    config: Config
    rules: Sequence[AnyRule]
    unsafe: bool
    display: bool
    judge: Judge | None
    told: Told | None
    sees: Sees | None
    outside: Container[Path]
    progress: Progress | None

    def fix(self, files: Sequence[_FileRounds]) -> list[_FileRounds]:
        """Apply the fixes of files that go together; the files that changed."""
        doing = "Fixing" if self.judge is None else "Looking for fixes in"
        each = followed(files, len(files), doing, self.progress)
        if self.judge is None:
            return [file for file in each if self._apply(file, self._look(file))]
        looked = [(file, one) for file in each if (one := self._look(file)) is not None]
        self._prove(self.judge, looked)
        return [file for file, one in looked if self._apply(file, one)]

    def _look(self, file: _FileRounds) -> _Looked | None:
        """The findings in one file, with what their fixes would do; None without such fixes."""
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
            return None

        def wanted(finding: Finding) -> bool:
            fix = finding.fix
            return (
                fix is not None
                and _wanted(fix, self.unsafe, self.display, judge)
                and key_of(finding) not in file.given_up
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
        looked = _Looked(linted.facts, composer, findings, ready, linked)
        if ready:
            return looked
        self._apply(file, looked)  # at once, so that its facts need not stay
        return None

    def _prove(self, judge: Judge, looked: Sequence[tuple[_FileRounds, _Looked]]) -> None:
        """Keep the fixes of all files that the harness proves or verifies to the user's liking,
        each by itself; with the evidence."""
        asked = [(finding, one, file) for file, one in looked for finding in one.ready]
        asked.sort(key=lambda each: worth(each[0]))
        rooms = {one: one.composer.room() for _, one, _ in asked}
        for one in rooms:
            one.ready = []
        each = followed(asked, len(asked), "Verifying", self.progress, of="fix")
        for finding, one, file in each:
            fix = finding.fix
            if fix is None or not rooms[one].has(fix):
                continue
            evidence = judge(one.facts, edits.apply(one.facts.module.text, fix.edits), finding)
            judged = finding.with_(evidence=evidence)
            file.evidence.append((judged, evidence))
            if self.told is not None:
                self.told(judged)
            why = why_not_written(evidence, self.config.verify)
            if why:
                file.given_up[key_of(finding)] = f"not applied by --verify: {why}"
            else:
                one.ready.append(judged)
                rooms[one].take(fix)

    def _apply(self, file: _FileRounds, looked: _Looked | None) -> bool:
        """Put the fixes of one file in place that go together; False if there are none."""
        if looked is None:
            return False
        facts, composer = looked.facts, looked.composer
        chosen, composed = composer.compose(looked.ready)
        if self.judge is not None and len(chosen) > 1:
            kept = fine_together(facts, chosen, self.judge, file.given_up)
            if len(kept) < len(chosen):
                chosen, composed = composer.compose(kept)
        given_up = file.given_up
        if chosen:
            cleaning = tidying(facts.module, composed, taken_elsewhere(facts))
            if why := file.put(facts.module, chosen, cleaning):
                given_up.update(dict.fromkeys(map(key_of, chosen), why))
                chosen = []
        if not chosen:
            left = [f.with_(refused=f.refused or given_up.get(key_of(f), "")) for f in looked.found]
            file.fixed.refused = [(f, f.refused) for f in left if f.refused]
            file.left = [f.with_(refused=OUTSIDE) for f in left] if looked.linked else left
            return False
        file.fixed.applied += chosen
        for finding in chosen:
            # Should the same finding come back, its fix does not work: it is not tried again.
            file.given_up[key_of(finding)] = "the fix did not remove the finding"
        return True


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
