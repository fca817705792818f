"""Fixes: worked out finding by finding, guarded, applied in rounds until nothing changes.

Nothing here writes to the disk. Every round parses the text anew, so that facts never describe a
text that no longer exists.
"""

from __future__ import annotations

import ast
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from jaxopt_lint import edits, guards, imports, registry
from jaxopt_lint.config import Config
from jaxopt_lint.discovery import DiscoveredFile, project_directories
from jaxopt_lint.engine import (
    RunResult,
    facts_of,
    lint_file,
    module_name,
    open_project,
    project_of,
    selected,
    settled,
    sort_findings,
)
from jaxopt_lint.finding import Applicability, Edit, Evidence, Finding, Fix, Location, Verdict
from jaxopt_lint.progress import Progress, followed
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.facts import Facts
from jaxopt_lint.semantics.module import Module
from jaxopt_lint.semantics.project import Project
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


def with_fixes(
    facts: Facts, found: Sequence[tuple[ast.AST, Finding]], config: Config
) -> tuple[list[tuple[ast.AST, Finding]], list[str]]:
    """The findings, each with its fix or with the reason why there is none."""
    out = []
    crashes: list[str] = []
    for node, finding in found:
        rule = registry.rules().get(finding.name)
        name = rule.fix_for(facts, node) if rule is not None else None
        if name is None or not config.may_fix(finding.code, finding.name):
            out.append((node, finding))
            continue
        out.append((node, attach_fix(facts, node, finding, name, crashes)))
    return out, crashes


def attach_fix(
    facts: Facts, node: ast.AST, finding: Finding, name: str, crashes: list[str]
) -> Finding:
    """A finding with the fix that a codemod makes for it, or with the codemod's refusal."""
    from jaxopt_lint.codemod import Refusal
    from jaxopt_lint.surgery import CannotParse, Surgeon

    try:
        codemod = registry.codemod(name)(facts, Surgeon(facts))
        codemod.rewrite(node)
        made = codemod.edits()
        if not made:
            return finding.with_(refused="the codemod found nothing to change")
        made = complete(facts.module, made)
    except Refusal as refusal:
        broken = (refusal.broken.name,) if refusal.broken is not None else ()
        return finding.with_(refused=str(refusal), unmet=broken)
    except CannotParse as error:
        return finding.with_(refused=f"LibCST cannot read the code: {error}")
    except guards.Violation as violation:
        return finding.with_(refused=str(violation))
    except Exception:
        crashes.append(
            f"{facts.display}: codemod {name} failed on {finding.code} at row "
            f"{finding.start.row}\n{traceback.format_exc()}"
        )
        return finding
    fix = Fix(
        codemod.title, name, codemod.promise, codemod.applicability, made, codemod.assumed
    )  # fmt: skip
    return finding.with_(fix=fix, unmet=codemod.unmet)


def complete(module: Module, made: Sequence[Edit]) -> tuple[Edit, ...]:
    """Edits with the clean-up of imports that they leave unused.

    Raises:
        Violation: the result breaks a promise that every fix makes.
    """
    try:
        text = edits.apply(module.text, made)
    except edits.Overlap:
        raise guards.Violation("its edits overlap") from None
    kept = not any("#" in _replaced(module, edit) for edit in made)
    new = guards.check(module, text, comments_kept=kept)
    unused = imports.unused_after(module, new)
    if not unused:
        return tuple(made)
    # The clean-up is worked out on the old text, so that it joins the other edits.
    gone = {(alias.name, alias.asname) for _, alias in unused}
    pairs = [
        (statement, alias)
        for statement in module.tree.body
        if isinstance(statement, (ast.Import, ast.ImportFrom))
        for alias in statement.names
        if (alias.name, alias.asname) in gone
    ]
    cleaning = imports.without_aliases(module, pairs)
    cleaning = [c for c in cleaning if not edits.overlaps([c], _touching(made, c))]
    together = sorted({*made, *cleaning}, key=lambda e: (e.start, e.end))
    try:
        guards.check(module, edits.apply(module.text, together))
    except (edits.Overlap, guards.Violation):
        return tuple(made)
    return tuple(together)


def tidied(module: Module, chosen: Sequence[Finding]) -> str:
    """The text with several fixes in place, and without the imports that all of them together
    leave unused."""
    text = edits.apply(module.text, [e for f in chosen if f.fix for e in f.fix.edits])
    new = Module(text, module.name, path=module.path, is_package=module.is_package)
    cleaning = imports.without_aliases(new, imports.unused_after(module, new))
    if not cleaning:
        return text
    clean = edits.apply(text, cleaning)
    try:
        guards.check(new, clean)
    except guards.Violation:
        return text
    return clean


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
        crashes: list[str] = []
        found, crashes = with_fixes(linted.facts, found, config)
        _once(result.crashes, crashes)
        findings = sort_findings([f for _, f in found])
        first = first or findings
        wanted = [
            f for f in findings if f.fix is not None and _wanted(f.fix, unsafe, display, judge)
        ]
        chosen = _choose(linted.facts, wanted, judge, given_up, result)
        if not chosen:
            file.new_text = text
            left = [f.with_(refused=f.refused or given_up.get(_key(f), "")) for f in findings]
            file.refused = [(f, f.refused) for f in left if f.refused]
            result.remaining += left
            result.silenced += silenced
            break
        text = tidied(linted.facts.module, chosen)
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
    from jaxopt_lint.codemod import Refusal
    from jaxopt_lint.config import load_config
    from jaxopt_lint.surgery import CannotParse, Surgeon

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
    accepted: list[Edit] = []
    for node in targets:
        start, end = facts.range(node)
        finding = Finding(
            cls.name, cls.name, f"rewritten by {cls.name}", source.display, start, end
        )
        attempt = cls(facts, Surgeon(facts))
        try:
            attempt.rewrite(node)
            made = complete(module, attempt.edits())
        except (Refusal, CannotParse, guards.Violation) as reason:
            file.refused.append((finding, str(reason)))
            continue
        if made and not edits.overlaps(made, accepted):
            accepted += made
            file.applied.append(finding)
    if accepted:
        text = edits.apply(source.text, accepted)
        try:
            guards.check(module, text)
        except guards.Violation as violation:
            file.error = str(violation)
            return file
        file.new_text = text
    return file


# -----------------------------------------------------------------------------------------


def _choose(
    facts: Facts,
    findings: Sequence[Finding],
    judge: Judge | None,
    given_up: dict[str, str],
    result: FixResult,
) -> list[Finding]:
    """The fixes of one round: disjoint, judged, fine together."""
    chosen: list[Finding] = []
    taken: list[Edit] = []
    for finding in findings:
        fix = finding.fix
        if fix is None or _key(finding) in given_up:
            continue
        if edits.overlaps(fix.edits, taken):
            continue  # next round
        if judge is not None:
            new = edits.apply(facts.module.text, fix.edits)
            evidence = judge(facts, new, finding)
            judged = finding.with_(evidence=evidence)
            result.evidence.append((judged, evidence))
            if evidence.verdict not in (Verdict.PROVED, Verdict.VERIFIED) or evidence.loses:
                given_up[_key(finding)] = f"not applied by --verify: {_why_not(evidence)}"
                continue
            finding = judged
        together = [*taken, *fix.edits]
        try:
            new_text = edits.apply(facts.module.text, together)
            guards.check(facts.module, new_text)
        except (edits.Overlap, guards.Violation):
            continue  # next round, on a text that has the others
        chosen.append(finding)
        taken = together
    if judge is not None and len(chosen) > 1:
        chosen = _fine_together(facts, chosen, judge, given_up)
    return chosen


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


def _replaced(module: Module, edit: Edit) -> str:
    """The lines that an edit touches, as they were."""
    return "".join(module.lines[edit.start.row - 1 : edit.end.row])


def _key(finding: Finding) -> str:
    """Stands for a finding from one round to the next."""
    return f"{finding.fingerprint} {finding.message}"


def _touching(made: Sequence[Edit], one: Edit) -> list[Edit]:
    """Edits that a removed line may swallow are left out; equal edits never collide."""
    return [e for e in made if not (one.start <= e.start and e.end <= one.end and not one.content)]


def _once(into: list[str], more: Iterable[str]) -> None:
    for text in more:
        if text not in into:
            into.append(text)


__all__ = ["FileFix", "FixResult", "Location", "RunResult", "fix_paths", "fix_source", "rewrite"]
