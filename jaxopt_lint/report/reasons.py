"""Why rules report something on a line, or nothing: for people, and for programs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from jaxopt_lint.finding import Finding
from jaxopt_lint.report.as_json import as_dict, encode
from jaxopt_lint.report.console import Style, clean, one_line
from jaxopt_lint.report.sources import Sources
from jaxopt_lint.report.text import full
from jaxopt_lint.rule import AnyRule
from jaxopt_lint.running.asking import FILE, Answer
from jaxopt_lint.semantics.jax.doubts import Doubt

_MOST_ROWS = 12
_MOST = 3  # reasons of one rule at one distance


@dataclass(slots=True)
class Told:
    """An answer with what settings make of it.

    Attributes:
        not_run: why settings leave the rule out; "" where they do not.
        found: its findings on the line, each with what keeps it out of a report, or "".
    """

    answer: Answer
    not_run: str
    found: list[tuple[Finding, str]] = field(default_factory=list)


def lines(
    told: Sequence[Told],
    aside: Sequence[str],
    sources: Sources,
    style: Style,
    path: str,
    line: int,
    asked: AnyRule | None,
) -> Iterator[str]:
    """The answers for people.

    Args:
        aside: what holds of the file whatever the rule.
        asked: the one rule that somebody named.
    """
    file = style(one_line(sources.shown(path)), "bold")
    place = f"{file}:{sources.place(path, line)}"
    for text in aside:
        yield style.wrapped(f"{place}: {text}", "    ")
    for one in told:
        for finding, hidden in one.found:
            yield from full(sources.told(finding), sources, style, verbose=True)
            if hidden or one.not_run:
                reason = f"the rule is not run: {one.not_run}" if one.not_run else hidden
                reason = sources.words(path, reason)
                mark = f"{style('=', 'blue')} {style('not reported:', 'bold')}"
                yield style.wrapped(f"  {mark} {reason}", "      ")
            yield ""
    groups = _grouped(told)
    for (reason, node, at), members in groups.items():
        facts = members[0].answer.facts
        assert facts is not None
        start, _ = facts.range(node)
        whole = isinstance(node, ast.Module)
        where = place if whole else f"{file}:{sources.place(path, start.row, start.column)}"
        reason = sources.words(path, reason)
        names = ", ".join(f"{style(m.answer.rule.code, 'bold')} {m.answer.rule.name}"
                          for m in members)  # fmt: skip
        word = style("silent", "cyan", "bold")
        yield style.wrapped(f"{where}: {word}: {one_line(reason)} [{names}]", "    ")
        if at is not node and not whole:
            row = facts.range(at)[0].row
            shown = clean("".join(sources.lines(path)[row - 1 : row]).strip())
            line_ = sources.words(path, f"line {row}")
            yield f"  {style('=', 'blue')} {style('see:', 'bold')} {line_}: {shown}"
        for one in members:
            if one.not_run and asked is not None:
                yield f"  {style('=', 'blue')} {style('note:', 'bold')} {one.not_run}"
    if asked is not None and told and not groups and not told[0].found:
        yield from _nothing(told[0], style, place, sources, path)
    elif asked is None and told and not groups and not any(one.found for one in told):
        yield f"{place}: no rule came across anything here that is like its pattern"
        yield "Name a rule to hear what it looks for: `jaxopt-lint why FILE:LINE RULE`."


def _nothing(one: Told, style: Style, place: str, sources: Sources, path: str) -> Iterator[str]:
    """For a rule that somebody named, and that has nothing to say about the line."""
    rule = one.answer.rule
    names = f"[{style(rule.code, 'bold')} {rule.name}]"
    reason = one.answer.left_out or "nothing here or around it is what this rule looks at"
    yield style.wrapped(f"{place}: {style('silent', 'cyan', 'bold')}: {reason} {names}", "    ")
    if one.not_run:
        yield f"  {style('=', 'blue')} {style('note:', 'bold')} {one.not_run}"
    rows = one.answer.elsewhere
    if rows:
        shown = ", ".join(map(str, rows[:_MOST_ROWS]))
        said = sources.words(path, f"{'line' if len(rows) == 1 else 'lines'} {shown}")
        said += ", ..." if len(rows) > _MOST_ROWS else ""
        yield f"  {style('=', 'blue')} {style('elsewhere:', 'bold')} it gave up on {said}"
    first = " ".join((rule.__doc__ or rule.summary).strip().split("\n\n")[0].split())
    yield style.wrapped(f"  {style('=', 'blue')} {style('looks for:', 'bold')} {first}", "      ")
    yield f"  {style('=', 'blue')} {style('manual:', 'bold')} jaxopt-lint rule {rule.code}"


def _grouped(told: Sequence[Told]) -> dict[tuple[str, ast.AST, ast.AST], list[Told]]:
    """The rules by what stopped them, the closest first, what stopped the whole file last."""
    out: dict[tuple[str, ast.AST, ast.AST], list[Told]] = {}
    near = min((t.answer.far for t in told if t.answer.doubts), default=FILE)
    for one in sorted(told, key=lambda t: t.answer.far):
        if one.found or (one.answer.far > max(near, _SAME) and one.answer.far != FILE):
            continue
        for doubt in one.answer.doubts[:_MOST]:
            # Nodes of different runs are the same ones: the index is made once.
            out.setdefault((doubt.reason, doubt.node, doubt.at), []).append(one)
    return out


_SAME = 2


def as_json(
    told: Sequence[Told], aside: Sequence[str], sources: Sources, path: str, line: int
) -> str:
    """The answers for programs: one object for the line, with the rules that have something to
    say."""
    rules = []
    for one in told:
        answer = one.answer
        said = one.found or answer.doubts or len(told) == 1
        if not said:
            continue
        rules.append(
            {
                "code": answer.rule.code,
                "name": answer.rule.name,
                "not_run": one.not_run or None,
                "left_out": answer.left_out or None,
                "findings": [
                    {**as_dict(sources.told(finding)), "not_reported": hidden or None}
                    for finding, hidden in one.found
                ],
                "unknown": [_doubt(answer, doubt, sources, path) for doubt in answer.doubts],
            }
        )
    place = sources.located(path, line)
    asked = {"line": place["row"], **({"cell": place["cell"]} if "cell" in place else {})}
    return encode({"filename": path, **asked, "file": list(aside), "rules": rules})


def _doubt(answer: Answer, doubt: Doubt, sources: Sources, path: str) -> dict[str, Any]:
    assert answer.facts is not None
    start, _ = answer.facts.range(doubt.node)
    cause, _ = answer.facts.range(doubt.at)
    return {
        "message": sources.words(path, doubt.reason),
        "location": {**sources.located(path, start.row), "column": start.column},
        "cause": {**sources.located(path, cause.row), "column": cause.column},
    }
