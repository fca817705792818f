"""From files to findings: one pass of all rules over each file of a project, and what is seen."""

from __future__ import annotations

import ast
import os
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.files.suppressions import Suppressions, may_silence
from jaxopt_lint.finding import (
    Finding,
    RanEager,
    Silenced,
    SilencedBy,
    with_fingerprints,
)
from jaxopt_lint.rule import AnyRule, Match, Rule, node_of
from jaxopt_lint.running import pool
from jaxopt_lint.running.behind import rows_behind
from jaxopt_lint.running.cachekeys import about
from jaxopt_lint.running.chains import told_earlier
from jaxopt_lint.running.collector import quiet_collector
from jaxopt_lint.running.opening import (
    UNREADABLE,
    Opened,
    broken_cells,
    index,
    left_behind,
    module_name,
    open_project,
    project_of,
    syntax_error,
)
from jaxopt_lint.running.progress import Progress, followed
from jaxopt_lint.running.regard import regarded
from jaxopt_lint.running.rows import Quiet, quiet_rows
from jaxopt_lint.semantics.jax.doubts import Ledger
from jaxopt_lint.semantics.jax.facts import Facts, Version
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.jax.switches import switch_before
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.copies import KINDS, is_copy
from jaxopt_lint.settings.discovery import DiscoveredFile
from jaxopt_lint.settings.offered import offered

if TYPE_CHECKING:
    from jaxopt_lint.running.cache import Cache


@dataclass
class RunResult:
    """What a run over files found.

    Attributes:
        findings: sorted by file and place, silenced ones left out.
        silenced: likewise, those that comments keep out of the report.
        files: how many files were looked at.
        crashes: one text each for a rule that failed on a file; the run went on.
        skipped: how many files cannot hold a finding and were not parsed.
    """

    findings: list[Finding] = field(default_factory=list)
    silenced: list[Finding] = field(default_factory=list)
    files: int = 0
    crashes: list[str] = field(default_factory=list)
    skipped: int = 0


Found = list[tuple[Match | None, Finding]]


@dataclass
class Linted:
    """One linted file, with what a fixer needs to go on from there.

    Attributes:
        found: what the rules report, each with the match that the codemod gets; a file that
            cannot be read has a finding and no match.
        ran: the rules that would have reported, had there been something.
    """

    source: SourceFile
    facts: Facts | None = None
    ran: dict[str, AnyRule] = field(default_factory=dict)
    found: Found = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)


# Makes more of the findings of a file; and what crashed.
Then = Callable[[Facts, Found, Config], tuple[Found, list[str]]]


def lint_paths(
    files: Sequence[DiscoveredFile],
    config: Config,
    *,
    progress: Progress | None = None,
    then: Then | None = None,
    jobs: int | None = None,
    open_cache: Callable[[], Cache] | None = None,
) -> RunResult:
    """Lint files as one project.

    Args:
        then: what is made of the visible findings of each file; importable by name, since other
            processes call it.
        jobs: how many processes may be used; by default one for each processor, when there are
            enough files to make that worth while.
        open_cache: opens the results of earlier runs, which are read and added to.
    """
    rules = selected(config)
    jobs = jobs or os.cpu_count() or 1
    with quiet_collector(), pool.workers(jobs, len(files)) as run:
        opened = open_project(files, config, open_cache, run, progress)
        cache = opened.cache
        result = RunResult(findings=list(opened.errors), files=len(files))
        todo: list[tuple[SourceFile, str]] = []
        for source in opened.sources:
            if source.path not in opened.relevant:
                result.skipped += 1
                continue
            # Whether a comment is idle can depend on files that are not looked at.
            kept = cache if opened.whole or not may_silence(source.raw) else None
            slice_ = ""
            if kept:
                jax = config.jax_range(source.path)
                slice_ = about(opened.project, opened.names[source.path], jax)
                slice_ += "whole" * opened.whole + "offered" * offered(source.path)
                slice_ += "".join(kind for kind in KINDS if is_copy(kind, source.path, config.root))
            known = kept.findings(source, slice_) if kept else None
            if known is None:
                todo.append((source, slice_))
            else:
                result.findings += known
        # What goes to another process goes without the texts of all files.
        lean = opened
        if run is not pool.serially:
            lean = replace(opened, sources=[], summaries={}, cache=None, aside=None)
        lint = partial(_lint_one, lean, rules, config, then)
        outcomes = zip(todo, run(lint, [source for source, _ in todo]), strict=True)
        for (source, slice_), (found, crashes) in followed(
            outcomes, len(todo), "Linting", progress
        ):
            result.findings += found
            result.crashes += crashes
            if cache is not None and slice_ and not crashes:
                cache.add_findings(source, slice_, found)
    if cache is not None:
        cache.write()
    every = sort_findings(regarded(told_earlier(result.findings, opened), opened, config.root))
    result.findings = [f for f in every if f.silenced is None]
    result.silenced = [f for f in every if f.silenced is not None]
    return result


def _lint_one(
    opened: Opened,
    rules: Sequence[AnyRule],
    config: Config,
    then: Then | None,
    source: SourceFile,
) -> tuple[list[Finding], list[str]]:
    """The findings of one file of a project, silenced ones too, and what crashed on it."""
    linted = lint_file(source, opened.project, rules, config, opened.modules.pop(source.path, None))
    found, silenced, crashes = _finished(linted, config, then, whole=opened.whole)
    if linted.facts is not None:
        linted.facts.forget()
        linted.facts.module.forget()
    return [*found, *silenced], crashes


def lint_source(
    source: SourceFile, config: Config, *, then: Then | None = None, whole: bool = True
) -> RunResult:
    """Lint one text by itself, as from standard input.

    Args:
        then: what is made of the visible findings.
        whole: the text is all there is; False if it belongs to a project that is not looked at.
    """
    opened = project_of([source], config)
    linted = lint_file(source, opened.project, selected(config), config)
    found, silenced, crashes = _finished(linted, config, then, whole=whole)
    return RunResult(sort_findings(found), sort_findings(silenced), files=1, crashes=crashes)


def _finished(
    linted: Linted, config: Config, then: Then | None, *, whole: bool
) -> tuple[list[Finding], list[Finding], list[str]]:
    """What is seen of a file, what is silenced, and what crashed."""
    found, silenced = settled(linted, config, whole=whole)
    crashes = list(linted.crashes)
    if then is not None and linted.facts is not None:
        found, more = then(linted.facts, found, config)
        crashes += more
    return [finding for _, finding in found], silenced, crashes


def selected(config: Config) -> list[AnyRule]:
    """The rules that a configuration asks for."""
    return registry.select(
        select=config.select,
        ignore=config.ignore,
        extend_select=config.extend_select,
        preview=config.preview,
    )


def sort_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by file and place, all with their fingerprints."""
    ordered = sorted(findings, key=attrgetter("order"))
    # Those of a file that was linted have theirs, which count what is hidden, too.
    return [f if f.fingerprint else with_fingerprints([f])[0] for f in ordered]


def lint_file(
    source: SourceFile,
    project: Project,
    rules: Iterable[AnyRule],
    config: Config,
    module: Module | None = None,
    ledger: Ledger | None = None,
) -> Linted:
    """Run rules over one file; a rule that crashes is reported and the others go on.

    Args:
        ledger: takes what the facts could not make out.
    """
    linted = Linted(source)
    if module is None:
        try:
            module = index(source, module_name(source.path, config))
        except UNREADABLE as error:
            severity = left_behind(source, project, config)
            linted.found.append((None, syntax_error(source, error, severity)))
            return linted
    linted.facts = facts = facts_of(source, module, project, config, ledger)
    rules = list(rules)
    linted.ran = {rule.name: rule for rule in rules}
    for rule in possible(rules, module):
        try:
            checker = checked(rule, facts)
        except RecursionError as error:
            linted.crashes.append(f"{source.display}: {rule.name}: {error}")
            del linted.ran[rule.name]
            continue
        except Exception:
            linted.crashes.append(
                f"{source.display}: rule {rule.name} ({rule.code}) failed\n{traceback.format_exc()}"
            )
            del linted.ran[rule.name]
            continue
        linted.found += [
            pair
            for pair in checker.findings
            if pair[1].start.row not in module.sealed and not _switched_off(facts, pair[0])
        ]
    linted.found += [(None, finding) for finding in broken_cells(source)]
    linted.found.sort(key=lambda pair: pair[1].order)
    # Now, while all are there: a finding keeps its name when another one is silenced.
    named = with_fingerprints([finding for _, finding in linted.found])
    linted.found = [(match, f) for (match, _), f in zip(linted.found, named, strict=True)]
    return linted


def checked(rule: AnyRule, facts: Facts) -> Rule[Any]:
    """A rule that has looked at all of a file."""
    checker = rule(facts)
    for kind, methods in _visitors(rule):
        if nodes := facts.module.nodes.get(kind):
            visits = [getattr(checker, method) for method in methods]
            for node in nodes:
                for visit in visits:
                    visit(node)
    for match in checker.matches():
        checker.judge(match)
    return checker


def _switched_off(facts: Facts, match: Match) -> bool:
    """Whether a constant of the file keeps what was found from running."""
    node = node_of(match)
    test = switch_before(facts, node)
    if test is not None:
        facts.doubt(node, "it does not run: {} is constant", test)
    return test is not None


def facts_of(
    source: SourceFile,
    module: Module,
    project: Project,
    config: Config,
    ledger: Ledger | None = None,
) -> Facts:
    """The facts of one file of a project, for the JAX that the file is for."""
    jax = config.jax_range(source.path)
    return Facts(
        module,
        project,
        display=source.display,
        target_jax=_version(jax.ceiling),
        min_jax=_version(jax.floor),
        jax_origin=jax.origin,
        dated=jax.dated,
        most_jax=_version(jax.most),
        python=_version(jax.python),
        beside=dict(jax.beside),
        ledger=ledger,
        seen_eager=config.seen_eager.get(source.display, RanEager()),
    )


def possible(rules: Iterable[AnyRule], module: Module) -> list[AnyRule]:
    """The rules that could fire on a file: a superset of those that do."""
    return [rule for rule in rules if not rule.words or any(map(module.mentions, rule.words))]


def visible(linted: Linted, config: Config) -> Found:
    """The findings that no comment, per-file setting or confidence limit hides."""
    return settled(linted, config)[0]


def settled(linted: Linted, config: Config, *, whole: bool = True) -> tuple[Found, list[Finding]]:
    """The visible findings, and those that a comment silences.

    Args:
        whole: the run saw all of the project, so that a comment that silences nothing is idle.
    """
    comments = Suppressions([])
    if not config.ignore_noqa and linted.facts is not None:
        comments = Suppressions.parse(_tokens(linted))
    out: Found = []
    silenced: list[Finding] = []

    def settle(found: Iterable[tuple[Match | None, Finding]]) -> None:
        for match, finding in found:
            # Asked first: a comment is of use even where a setting hides the finding, too.
            comment = comments.silencing(finding)
            if finding.code == registry.UNPARSABLE[0]:
                out.append((match, finding))
            elif config.hides(finding):
                continue
            elif comment is None:
                out.append((match, finding))
            else:
                why = Silenced(SilencedBy.COMMENT, comment.reason)
                silenced.append(finding.with_(silenced=why))

    settle(linted.found)
    if comments.directives and linted.facts is not None:
        from jaxopt_lint.silencing import comments as judges

        settle(judges.unknown(linted.facts, comments, linted.ran))
        settle(judges.unused(linted.facts, comments, linted.ran, config, whole=whole))
        out.sort(key=lambda pair: pair[1].order)
    others = offered(linted.source.path)
    rows: Mapping[int, Quiet] = {}
    if linted.facts is not None and (out or silenced):
        behind = rows_behind(linted.facts, out, linted.ran)
        rows = quiet_rows(linted.facts, whole, others, behind)
    weighed = config.weighed([finding for _, finding in out], rows)
    quiet = config.weighed(silenced, rows)
    return list(zip((match for match, _ in out), weighed, strict=True)), quiet


def _tokens(linted: Linted) -> str:
    """The text of a file as the running Python's tokenizer reads it."""
    return linted.facts.module.parsed.tokens if linted.facts is not None else linted.source.text


_visitor_cache: dict[AnyRule, list[tuple[type[ast.AST], list[str]]]] = {}


def _visitors(rule: AnyRule) -> list[tuple[type[ast.AST], list[str]]]:
    if rule not in _visitor_cache:
        found: dict[type[ast.AST], list[str]] = {}
        for method in dir(rule):
            if method.startswith("visit_"):
                found.setdefault(getattr(ast, method[6:]), []).append(method)
        _visitor_cache[rule] = list(found.items())
    return _visitor_cache[rule]


def _version(text: str | None) -> Version | None:
    if not text:
        return None
    from packaging.version import Version as Parsed

    return Parsed(text).release
