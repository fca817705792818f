"""What the rules make of one line: each is run by itself, with somebody listening to its facts."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.files.suppressions import Suppressions
from jaxopt_lint.finding import Finding
from jaxopt_lint.rule import AnyRule, Match, node_of
from jaxopt_lint.running.engine import Found, Linted, lint_file, settled
from jaxopt_lint.running.opening import parse
from jaxopt_lint.semantics.jax.doubts import Doubt, Ledger
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import Config

# How far what was looked at is from a line: it stands there, around it, below it, or anywhere.
HERE, LOOP, INSIDE, FUNCTION, FILE = 2, 10, 40, 60, 90


@dataclass(slots=True)
class Answer:
    """What one rule says about a line.

    Attributes:
        found: its findings there, with what their codemods get.
        doubts: what it gave up on, those that are closest to the line; of the same distance all.
        far: the distance of those doubts.
        elsewhere: on which other rows of the file it gave up on something.
        left_out: why the rule is not run on this file at all; "" where it is.
        crashes: how it failed.
    """

    rule: AnyRule
    found: Found = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    far: int = FILE
    elsewhere: list[int] = field(default_factory=list)
    left_out: str = ""
    facts: Facts | None = None
    crashes: list[str] = field(default_factory=list)


def ask(
    source: SourceFile,
    project: Project,
    rules: Iterable[AnyRule],
    config: Config,
    line: int,
    *,
    name: str,
    named: bool,
) -> list[Answer]:
    """What rules say about a line of a file.

    Args:
        name: the dotted name of the file's module.
        named: somebody asked for these very rules, so that what is hardly a candidate counts, too,
            and what stands around the line or below it.
    """
    module = parse(source, name)
    out = []
    for rule in rules:
        if module is None:  # one finding says so, whatever rule is asked for
            return [Answer(rule, lint_file(source, project, [rule], config).found)]
        answer = Answer(rule)
        out.append(answer)
        if rule.words and not any(word in source.text for word in rule.words):
            words = " or ".join(f"`{word}`" for word in rule.words)
            answer.left_out = f"the file does not hold the word {words}, which it would have to"
            continue
        ledger = Ledger()
        linted = lint_file(source, project, [rule], config, module, ledger)
        answer.facts, answer.crashes = linted.facts, linted.crashes
        if rule.subject == "comments":
            answer.found = _about_comments(source, project, rule, config, module, line)
        elif linted.facts is not None:
            answer.found = [p for p in linted.found if _at(linted.facts, *p, line, named)]
            _doubts(linted.facts.module, answer, ledger, line, named)
    return out


def _at(facts: Facts, match: Match | None, finding: Finding, line: int, named: bool) -> bool:
    far = FILE if match is None else distance(facts.module, node_of(match), line)
    if finding.start.row <= line <= finding.end.row or far <= HERE:
        return True
    return named and far <= INSIDE


def _doubts(module: Module, answer: Answer, ledger: Ledger, line: int, named: bool) -> None:
    far = {
        doubt: distance(module, doubt.node, line)
        for doubt in ledger.doubts
        if named or not doubt.early
    }
    kept = {d: f for d, f in far.items() if f <= FILE and (named or f < INSIDE or f == FILE)}
    if named:
        rows = {_rows(d.node)[0] for d in ledger.doubts if not d.early and d not in kept}
        answer.elsewhere = sorted(rows)
    # Where the file as such is given up, nothing else was looked at for this rule.
    whole = any(f == FILE for f in kept.values())
    answer.far = FILE if whole else min(kept.values(), default=FILE)
    nearest = [d for d, f in kept.items() if f == answer.far]
    # What was given up late tells more than what was dismissed at once.
    answer.doubts = [d for d in nearest if not d.early] or nearest


def _about_comments(
    source: SourceFile,
    project: Project,
    rule: AnyRule,
    config: Config,
    module: Module | None,
    line: int,
) -> Found:
    """The findings of a rule about comments, which are judged by what all other rules found."""
    rules = [*registry.rules().values()]
    visible, _ = settled(lint_file(source, project, rules, config, module), config)
    return [p for p in visible if p[1].code == rule.code and p[1].start.row == line]


def silenced_by(linted: Linted | Facts, finding: Finding, config: Config) -> str:
    """The comment that silences a finding, in words; "" where none does."""
    facts = linted.facts if isinstance(linted, Linted) else linted
    if facts is None or config.ignore_noqa:
        return ""
    comment = Suppressions.parse(facts.module.parsed.tokens).silencing(finding)
    if comment is None:
        return ""
    return f"the comment on line {comment.row}" + (f": {comment.reason}" if comment.reason else "")


def distance(module: Module, node: ast.AST, line: int) -> int:
    """How far a node is from a line: up to `HERE` it stands there; above `FILE` it is elsewhere."""
    if isinstance(node, ast.Module):
        return FILE
    first, head, last = _rows(node)
    if first <= line <= head:
        return 0 if first == line else 1
    statement = module.statement(node)
    begin, end, _close = _rows(statement)
    if begin <= line <= end and begin <= first <= end:
        return HERE  # elsewhere in the same statement
    if isinstance(node, (ast.For, ast.AsyncFor, ast.While)) and first <= line <= last:
        return LOOP + min(_depth(module, node, line), INSIDE - LOOP - 1)
    if _heads(module, statement, line):
        return INSIDE
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and first <= line <= last:
        return FUNCTION + min(_depth(module, node, line), FILE - FUNCTION - 1)
    return FILE + 1


def _rows(node: ast.AST) -> tuple[int, int, int]:
    """The first row of a node, the last one of its head, and its last one."""
    first: int = getattr(node, "lineno", 1)
    last: int = getattr(node, "end_lineno", None) or first
    body = getattr(node, "body", None)
    if isinstance(node, ast.stmt) and isinstance(body, list) and body:
        for decorator in getattr(node, "decorator_list", ()):
            first = min(first, decorator.lineno)
        inner = min([body[0], *getattr(body[0], "decorator_list", ())], key=lambda n: n.lineno)
        return first, max(inner.lineno - 1, getattr(node, "lineno", first)), last
    return first, last, last


def _depth(module: Module, node: ast.AST, line: int) -> int:
    """How many blocks of its kind lie between a node and a line within it."""
    return sum(
        1
        for inner in ast.walk(node)
        if inner is not node and isinstance(inner, _BLOCKS)
        if inner.lineno <= line <= (inner.end_lineno or inner.lineno)
    )


def _heads(module: Module, statement: ast.stmt, line: int) -> bool:
    """Whether a statement stands in a loop or function whose head is on a line."""
    for around in module.ancestors(statement):
        if isinstance(around, _BLOCKS):
            first, head, _ = _rows(around)
            if first <= line <= head:
                return True
    return False


_BLOCKS = (ast.For, ast.AsyncFor, ast.While, ast.FunctionDef, ast.AsyncFunctionDef)
