"""Fixes: worked out finding by finding, guarded, applied in rounds until nothing changes.

Nothing here writes to the disk. Every round parses the texts anew, and what they tell each other,
so that facts never describe a text that no longer exists.
"""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile, read_source
from jaxopt_lint.files.writing import OUTSIDE, leads_out
from jaxopt_lint.finding import Applicability, Evidence, Finding, Fix, Location, Verdict
from jaxopt_lint.fixing import guards
from jaxopt_lint.fixing.composing import Composer, tidied
from jaxopt_lint.fixing.pieces import Introduced, Pieces
from jaxopt_lint.rewriting import edits
from jaxopt_lint.rule import Rule
from jaxopt_lint.running.cachekeys import concerned
from jaxopt_lint.running.engine import (
    Opened,
    RunResult,
    facts_of,
    lint_file,
    module_name,
    open_project,
    project_of,
    quiet_collector,
    read_anew,
    selected,
    settled,
    sort_findings,
)
from jaxopt_lint.running.progress import Progress, followed
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.naming import naming
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.python.scopes import DEFINITIONS
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.discovery import DiscoveredFile, project_directories
from jaxopt_lint.verify.evidence import meaning

if TYPE_CHECKING:
    from jaxopt_lint.verify.settings import VerifySettings

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
        evidence: what the harness said of each fix that it tried.
    """

    files: list[FileFix] = field(default_factory=list)
    remaining: list[Finding] = field(default_factory=list)
    silenced: list[Finding] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    evidence: list[tuple[Finding, Evidence]] = field(default_factory=list)


class Fixer:
    """Works out the fixes of one linted file.

    Args:
        wanted: which fixes will be applied. Their names are taken for the fixes that come after
            them; where nothing is applied, each fix stands by itself.
    """

    def __init__(
        self, facts: Facts, config: Config, wanted: Callable[[Finding], bool] = lambda _: False
    ) -> None:
        self.facts = facts
        self.config = config
        self.wanted = wanted
        self.pieces = Pieces(facts.module, taken_elsewhere(facts))
        self.crashes: list[str] = []
        self.introduced: dict[Fix, Introduced] = {}
        self._scopes: dict[str, list[ast.AST]] | None = None

    def attach(self, node: ast.AST, finding: Finding) -> Finding:
        """A finding with its fix, or with the reason why there is none."""
        rule = registry.rules().get(finding.name)
        name = rule.fix_for(self.facts, node) if rule is not None else None
        if name is None or not self.config.may_fix(finding.code, finding.name):
            return finding
        return self.rewritten(node, finding, name)

    def rewritten(self, node: ast.AST, finding: Finding, name: str) -> Finding:
        """A finding with the fix that a codemod makes of its target, or with its refusal."""
        from jaxopt_lint.codemod import Refusal
        from jaxopt_lint.rewriting.surgery import CannotParse, Surgeon

        try:
            codemod = registry.codemod(name)(self.facts, Surgeon(self.facts))
            codemod.rewrite(node)
            made = codemod.edits()
            if not made:
                return finding.with_(refused="the codemod found nothing to change")
            made, introduced = self.pieces.complete(made)
        except Refusal as refusal:
            broken = (refusal.broken.name,) if refusal.broken is not None else ()
            return finding.with_(refused=str(refusal), unmet=broken)
        except (CannotParse, guards.Violation) as reason:
            return finding.with_(refused=str(reason))
        except Exception:
            self.crashes.append(
                f"{self.facts.display}: codemod {name} failed on {finding.code} at row "
                f"{finding.start.row}\n{traceback.format_exc()}"
            )
            return finding
        fix = Fix(
            codemod.title, name, codemod.promise, codemod.applicability, made, codemod.assumed
        )  # fmt: skip
        finding = finding.with_(fix=fix, unmet=codemod.unmet)
        self.introduced[fix] = introduced
        if self.wanted(finding):
            for qualname, bound, imported in introduced:
                for scope in self._scopes_of(qualname):
                    naming(self.facts).reserve(scope, bound, imported)
        return finding

    def _scopes_of(self, qualname: str) -> list[ast.AST]:
        if self._scopes is None:
            self._scopes = {}
            module = self.facts.module
            for node in module.scopes:
                if isinstance(node, (ast.Module, ast.ClassDef, *DEFINITIONS)):
                    self._scopes.setdefault(module.qualname(node), []).append(node)
        return self._scopes.get(qualname, [])


def with_fixes(
    facts: Facts, found: Sequence[tuple[ast.AST, Finding]], config: Config
) -> tuple[list[tuple[ast.AST, Finding]], list[str]]:
    """The findings, each with its fix or with the reason why there is none."""
    fixer = Fixer(facts, config)
    return [(node, fixer.attach(node, finding)) for node, finding in found], fixer.crashes


def fix_paths(
    files: Sequence[DiscoveredFile],
    config: Config,
    *,
    unsafe: bool,
    progress: Progress | None = None,
    verify: VerifySettings | None = None,
    sees: Sees | None = None,
) -> FixResult:
    """Fix files as one project.

    Args:
        sees: leaves findings out, so that they are neither fixed nor reported.
        unsafe: apply fixes that can change behaviour, too.
        verify: apply exactly the fixes that the harness proves or verifies, safe or not.
    """
    opened = open_project(files, config, progress=progress)
    links = [f for f in files if f.path.is_symlink()]
    outside = {f.path for f in links if leads_out(f.path, project_directories(f, config))}

    def run(judge: Judge | None) -> FixResult:
        return fix_project(
            opened, config, unsafe=unsafe, judge=judge, sees=sees, outside=outside,
            progress=progress,
        )  # fmt: skip

    if verify is None:
        with quiet_collector():
            return run(None)
    from jaxopt_lint.fixing.judging import judging

    with judging(config, verify) as judge:
        return run(judge)


def fix_source(
    source: SourceFile, config: Config, *, unsafe: bool, sees: Sees | None = None
) -> FixResult:
    """Fix one text by itself, as from standard input; see `fix_paths`."""
    opened = replace(project_of([source], config), relevant={source.path}, whole=False)
    return fix_project(opened, config, unsafe=unsafe, sees=sees)


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
    errors, hidden = _in_sight([(None, error) for error in opened.errors], [], sees, "", "")
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
    """

    source: SourceFile
    text: str
    given_up: dict[str, str] = field(default_factory=dict)
    left: list[Finding] = field(default_factory=list)
    silenced: list[Finding] = field(default_factory=list)
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
        self.silenced = []


@dataclass
class _Rounds:
    """What holds for every round over the files of a project; see `fix_project`."""

    opened: Opened
    config: Config
    rules: Sequence[type[Rule]]
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
        found, file.silenced = _in_sight(found, silenced, self.sees, source.text, file.text)
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
        findings = [fixer.attach(node, finding) for (node, _), finding in named]
        file.crashes += fixer.crashes
        if not file.fixed.applied:
            file.fixed.found = findings
        composer = Composer(linted.facts.module, fixer.introduced)
        ready = [f for f in findings if wanted(f)]
        if judge is not None:
            ready = _proven(linted.facts, composer, ready, judge, file)
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


def rewrite(path: Path, codemod: str, qualname: str = "") -> FileFix:
    """Run one codemod by name on what it recognises in a function, or in a whole file.

    Raises:
        KeyError: there is no such codemod.
    """
    from jaxopt_lint.rewriting.surgery import Surgeon
    from jaxopt_lint.settings.configfile import load_config

    config = load_config(path.resolve().parent)
    source = read_source(path, path.as_posix())
    file = FileFix(source, source.text)
    cls = registry.codemod(codemod)
    try:
        module = Module(
            source.text, module_name(path, config), path=source.display,
            is_package=path.name == "__init__.py",
        )  # fmt: skip
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        file.error = f"syntax error: {error}"
        return file
    facts = facts_of(source, module, project_of([source], config).project, config)
    if qualname and not any(
        module.qualname(node) == qualname
        for node in module.all(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    ):
        file.error = f"there is no function `{qualname}`"
        return file
    targets = cls(facts, Surgeon(facts)).targets(qualname)
    fixer = Fixer(facts, config, wanted=lambda _: True)
    found = []
    for node in targets:
        start, end = facts.range(node)
        finding = Finding(
            cls.name, cls.name, f"rewritten by {cls.name}", source.display, start, end
        )
        found.append(fixer.rewritten(node, finding, codemod))
    if fixer.crashes:
        file.error = fixer.crashes[0]
        return file
    file.refused = [(f, f.refused) for f in found if f.refused]
    composer = Composer(module, fixer.introduced)
    file.applied, composed = composer.compose([f for f in found if f.fix])
    file.new_text = composed.text
    return file


# -----------------------------------------------------------------------------------------


def _proven(
    facts: Facts,
    composer: Composer,
    findings: Sequence[Finding],
    judge: Judge,
    file: _FileRounds,
) -> list[Finding]:
    """Those whose fixes the harness proves or verifies, each by itself; with the evidence."""

    def accept(finding: Finding) -> Finding | None:
        assert finding.fix is not None
        evidence = judge(facts, edits.apply(facts.module.text, finding.fix.edits), finding)
        judged = finding.with_(evidence=evidence)
        file.evidence.append((judged, evidence))
        if evidence.verdict in (Verdict.PROVED, Verdict.VERIFIED) and not evidence.loses:
            return judged
        file.given_up[_key(finding)] = f"not applied by --verify: {_why_not(evidence)}"
        return None

    return composer.disjoint(findings, accept)


def _why_not(evidence: Evidence) -> str:
    if evidence.loses:
        return "it is measurably worse"
    return meaning(evidence.reason) or "a check failed"


_Node = TypeVar("_Node")


def _in_sight(
    found: list[tuple[_Node, Finding]],
    silenced: list[Finding],
    sees: Sees | None,
    old: str,
    new: str,
) -> tuple[list[tuple[_Node, Finding]], list[Finding]]:
    """The findings that a run is about, and the silenced ones with those that it silences."""
    if sees is None:
        return found, silenced
    seen = [(node, sees(finding, old, new)) for node, finding in found]
    quiet = [finding for finding in silenced if sees(finding, old, new) is not None]
    return (
        [(node, finding) for node, finding in seen if finding and finding.silenced is None],
        [*quiet, *(finding for _, finding in seen if finding and finding.silenced is not None)],
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


__all__ = ["FileFix", "FixResult", "Location", "RunResult", "fix_paths", "fix_source", "rewrite"]
