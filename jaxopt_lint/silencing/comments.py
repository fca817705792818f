"""What is wrong with the comments that silence findings: names that nothing has, and idle ones.

The rules of these findings hold only the manual pages: a comment is no node of the tree, and
whether it is of use is known when all other rules have run.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from jaxopt_lint import registry
from jaxopt_lint.files.suppressions import (
    VERBS,
    CommentNode,
    Directive,
    Suppressions,
    matches,
)
from jaxopt_lint.finding import Finding, Location, with_fingerprints
from jaxopt_lint.rule import AnyRule
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.settings.config import Config

_Found = list[tuple[CommentNode, Finding]]
UNKNOWN = "unknown-suppression"
UNUSED = "unused-suppression"
_MOST_FILES = 2000  # of a project that are read to see whether one file stands alone


def unknown(facts: Facts, comments: Suppressions, ran: Mapping[str, AnyRule]) -> _Found:
    """Comments that mean to silence something and name nothing that there is."""
    rule = ran.get(UNKNOWN)
    if rule is None:
        return []
    out: _Found = []
    for directive in comments.directives:
        for message, help in _faults(directive):
            node = CommentNode(directive.row, directive.column, directive.text)
            out.append((node, _finding(facts, rule, node, message, help)))
    return _named(out)


def unused(
    facts: Facts,
    comments: Suppressions,
    ran: Mapping[str, AnyRule],
    config: Config,
    *,
    whole: bool,
) -> _Found:
    """Comments that silenced nothing of what the rules found.

    Only those are told of whose rules have all run. In a run over files that were named one by
    one, other files could know more about the code, so it has to stand alone in its project.
    """
    rule = ran.get(UNUSED)
    if rule is None:
        return []
    told = [(e, tuple(s for s in idle if _judged(s, ran))) for e, idle in comments.unused()]
    told = [(entry, selectors) for entry, selectors in told if selectors]
    if told and not whole and not stands_alone(config.root / facts.display, config):
        return []
    out: _Found = []
    for entry, selectors in told:
        node = CommentNode(entry.row, entry.column + entry.at, entry.text, entry, selectors)
        listed = " and ".join(f"`{s}`" for s in selectors)
        message = f"this comment silences {listed}, and there is no such finding here"
        help = "remove the comment" if len(selectors) == len(entry.selectors) else ""
        out.append((node, _finding(facts, rule, node, message, help or f"remove {listed}")))
        if entry.verb != "disable":
            facts.module.idle_comments.append(entry.comment.strip())
    return _named(out)


def stands_alone(path: Path, config: Config) -> bool:
    """Whether no other file of the project seems to use a file, or to be used by it."""
    from jaxopt_lint.settings.discovery import discover

    files = [file.path for file in discover([config.root], config) if not file.error]
    others = [other for other in files if other != path]
    if len(others) > _MOST_FILES:
        return False
    try:
        own = path.read_bytes()
        mentions = _mention(path)
        return not any(_mention(other)(own) or mentions(other.read_bytes()) for other in others)
    except OSError:
        return False


def _mention(path: Path) -> Callable[[bytes], object]:
    """Finds the name that a file is imported by in a text."""
    name = path.parent.name if path.name == "__init__.py" else path.stem
    return re.compile(rb"\b%s\b" % re.escape(name.encode(errors="surrogateescape"))).search


def _faults(directive: Directive) -> list[tuple[str, str]]:
    """What is wrong with a comment, each with what to do about it."""
    verb = directive.verb.lower()
    if verb != "noqa" and verb not in VERBS:
        near = (difflib.get_close_matches(verb, VERBS, 1, 0.6) or [""])[0]
        help = f"did you mean `{near}`?" if near else f"there are {', '.join(VERBS)}"
        return [(f"there is no `jaxopt-lint: {directive.verb}`: this comment does nothing", help)]
    if not directive.words and verb != "enable":
        example = f"# jaxopt-lint: {verb}[rule-name] reason"
        return [("this comment names no rule, and so silences nothing", f"write `{example}`")]
    out = []
    for word in directive.words:
        try:
            registry.check_selector(word)
        except registry.UnknownSelector as error:
            near = error.nearest
            help = f"did you mean `{near}`?" if near else "`jaxopt-lint rule --all` lists the rules"
            out.append((f"there is no rule `{word}`: this comment silences nothing by it", help))
    return out


def _judged(selector: str, ran: Mapping[str, AnyRule]) -> bool:
    """Whether all that a selector names has run; the engine's own findings are never silenced."""
    meant = [rule for rule in registry.rules().values() if matches(selector, rule.code, rule.name)]
    if not meant or any(rule.name == UNUSED for rule in meant):
        return False
    return all(rule.name in ran or rule.subject == "file" for rule in meant)


def _finding(facts: Facts, rule: AnyRule, node: CommentNode, message: str, help: str) -> Finding:
    start = Location(node.row, node.column)
    end = Location(node.row, node.column + len(node.text))
    return Finding(
        code=rule.code,
        name=rule.name,
        message=message,
        path=facts.display,
        start=start,
        end=end,
        severity=rule.severity,
        help=help,
        qualname=_around(facts, node.row),
        snippet=facts.snippet(start, end),
    )


def _around(facts: Facts, row: int) -> str:
    """The innermost definition that a row lies in."""
    around = ""
    first = 0
    for node in facts.module.all(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef):
        start: int = getattr(node, "lineno")
        if first < start <= row <= getattr(node, "end_lineno"):
            around, first = facts.module.qualname(node), start
    return around


def _named(found: _Found) -> _Found:
    named = with_fingerprints([finding for _, finding in found])
    return [(node, finding) for (node, _), finding in zip(found, named, strict=True)]
