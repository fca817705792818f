"""Fixes: worked out finding by finding, guarded, applied in rounds until nothing changes.

Nothing here writes to the disk. Every round parses the text anew, so that facts never describe a
text that no longer exists.
"""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from jaxopt_lint import edits, guards, registry
from jaxopt_lint.composing import Composer, tidied
from jaxopt_lint.config import Config
from jaxopt_lint.discovery import DiscoveredFile, project_directories
from jaxopt_lint.engine import (
    RunResult,
    facts_of,
    lint_file,
    module_name,
    open_project,
    project_of,
    quiet_collector,
    selected,
    settled,
    sort_findings,
)
from jaxopt_lint.finding import Applicability, Evidence, Finding, Fix, Location, Verdict
from jaxopt_lint.pieces import Introduced, Pieces
from jaxopt_lint.progress import Progress, followed
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.facts import Facts
from jaxopt_lint.semantics.module import Module
from jaxopt_lint.semantics.project import Project
from jaxopt_lint.semantics.scopes import DEFINITIONS
from jaxopt_lint.source import SourceFile, read_source
from jaxopt_lint.verify.evidence import meaning
from jaxopt_lint.writing import OUTSIDE, leads_out

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
        self.pieces = Pieces(facts.module)
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
        from jaxopt_lint.surgery import CannotParse, Surgeon

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
                    self.facts.module.naming.reserve(scope, bound, imported)
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
    rules = selected(config)
    opened = open_project(files, config, progress=progress)
    errors, hidden = _in_sight([(None, error) for error in opened.errors], [], sees, "", "")
    result = FixResult(remaining=[error for _, error in errors], silenced=hidden)
    relevant = [source for source in opened.sources if source.path in opened.relevant]
    links = [f for f in files if f.path.is_symlink()]
    outside = {f.path for f in links if leads_out(f.path, project_directories(f, config))}

    def run(judge: Judge | None) -> None:
        doing = "Fixing" if judge is None else "Verifying"
        for source in followed(relevant, len(relevant), doing, progress):
            linked = source.path in outside
            done = len(result.remaining)
            fix_file(
                source, opened.project, rules, replace(config, fixable=()) if linked else config,
                result, unsafe=unsafe, judge=judge, sees=sees,
                module=opened.modules.pop(source.path, None), whole=opened.whole,
            )  # fmt: skip
            if linked:
                stay = result.remaining[done:]
                result.remaining[done:] = [f.with_(refused=OUTSIDE) for f in stay]

    if verify is None:
        with quiet_collector():
            run(None)
    else:
        from jaxopt_lint.judging import judging

        with judging(config, verify) as judge:
            run(judge)
    result.remaining = sort_findings(result.remaining)
    result.silenced = sort_findings(result.silenced)
    return result


def fix_source(
    source: SourceFile, config: Config, *, unsafe: bool, sees: Sees | None = None
) -> FixResult:
    """Fix one text by itself, as from standard input; see `fix_paths`."""
    result = FixResult()
    opened = project_of([source], config)
    fix_file(
        source, opened.project, selected(config), config, result, unsafe=unsafe, whole=False,
        sees=sees,
    )  # fmt: skip
    result.remaining = sort_findings(result.remaining)
    result.silenced = sort_findings(result.silenced)
    return result


def fix_file(
    source: SourceFile,
    project: Project,
    rules: Iterable[type[Rule]],
    config: Config,
    result: FixResult,
    *,
    unsafe: bool,
    judge: Judge | None = None,
    module: Module | None = None,
    display: bool = False,
    whole: bool = True,
    sees: Sees | None = None,
) -> None:
    """Fix one file to a fixed point, and add what came of it to a result.

    Args:
        whole: the run saw all of the project.
        sees: see `fix_paths`.
        display: also apply the fixes that are otherwise only shown.
    """
    rules = list(rules)
    file = FileFix(source, source.text)
    text = source.text
    first: list[Finding] = []
    given_up: dict[str, str] = {}  # finding -> why its fix is not tried again

    def wanted(finding: Finding) -> bool:
        fix = finding.fix
        return (
            fix is not None
            and _wanted(fix, unsafe, display, judge)
            and _key(finding) not in given_up
        )

    for _ in range(MAX_ROUNDS):
        current = SourceFile(
            source.path, source.display, source.raw, text, source.encoding, source.newline
        )
        linted = lint_file(current, project, rules, config, module)
        module = None
        _once(result.crashes, linted.crashes)
        found, silenced = settled(linted, config, whole=whole)
        found, silenced = _in_sight(found, silenced, sees, source.text, text)
        if linted.facts is None:
            result.remaining += [f for _, f in found]
            return
        fixer = Fixer(linted.facts, config, wanted)
        # What was given up goes by the fingerprint; `found` is in the order of the report.
        named = zip(found, sort_findings(f for _, f in found), strict=True)
        findings = [fixer.attach(node, finding) for (node, _), finding in named]
        _once(result.crashes, fixer.crashes)
        first = first or findings
        composer = Composer(linted.facts.module, fixer.introduced)
        ready = [f for f in findings if wanted(f)]
        if judge is not None:
            ready = _proven(linted.facts, composer, ready, judge, given_up, result)
        chosen, composed = composer.compose(ready)
        if judge is not None and len(chosen) > 1:
            kept = _fine_together(linted.facts, chosen, judge, given_up)
            if len(kept) < len(chosen):
                chosen, composed = composer.compose(kept)
        if not chosen:
            file.new_text = text
            left = [f.with_(refused=f.refused or given_up.get(_key(f), "")) for f in findings]
            file.refused = [(f, f.refused) for f in left if f.refused]
            result.remaining += left
            result.silenced += silenced
            break
        text = tidied(linted.facts.module, composed)
        file.applied += chosen
        for finding in chosen:
            # Should the same finding come back, its fix does not work: it is not tried again.
            given_up[_key(finding)] = "the fix did not remove the finding"
    else:
        codes = ", ".join(sorted({f.code for f in file.applied[-20:]}))
        file.error = f"fixes did not settle after {MAX_ROUNDS} rounds ({codes})"
        file.new_text = source.text
        file.applied = []
        result.remaining += first
    file.found = first
    if file.applied or file.error:
        result.files.append(file)


def rewrite(path: Path, codemod: str, qualname: str = "") -> FileFix:
    """Run one codemod by name on what it recognises in a function, or in a whole file.

    Raises:
        KeyError: there is no such codemod.
    """
    from jaxopt_lint.config import load_config
    from jaxopt_lint.surgery import Surgeon

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
    given_up: dict[str, str],
    result: FixResult,
) -> list[Finding]:
    """Those whose fixes the harness proves or verifies, each by itself; with the evidence."""

    def accept(finding: Finding) -> Finding | None:
        assert finding.fix is not None
        evidence = judge(facts, edits.apply(facts.module.text, finding.fix.edits), finding)
        judged = finding.with_(evidence=evidence)
        result.evidence.append((judged, evidence))
        if evidence.verdict in (Verdict.PROVED, Verdict.VERIFIED) and not evidence.loses:
            return judged
        given_up[_key(finding)] = f"not applied by --verify: {_why_not(evidence)}"
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


def _once(into: list[str], more: Iterable[str]) -> None:
    for text in more:
        if text not in into:
            into.append(text)


__all__ = ["FileFix", "FixResult", "Location", "RunResult", "fix_paths", "fix_source", "rewrite"]
