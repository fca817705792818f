"""`jaxopt-lint why`: what the rules made of one line, and what they did not know."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli import work
from jaxopt_lint.cli.output import Output
from jaxopt_lint.cli.seen import Kept
from jaxopt_lint.running.ends import CLEAN, FAILED, CannotDo

if TYPE_CHECKING:
    from jaxopt_lint.files.source import SourceFile
    from jaxopt_lint.report.reasons import Told
    from jaxopt_lint.rule import AnyRule
    from jaxopt_lint.running.asking import Answer
    from jaxopt_lint.running.opening import Opened
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.settings.discovery import DiscoveredFile


@click.command(epilog="Exit codes: 0 answered, 2 could not do the job.")
@click.argument("place", metavar="FILE:LINE|NOTEBOOK:cell N:LINE")
@click.argument("rule", required=False, metavar="[RULE]")
@opt.rule_options
@click.option("--baseline", metavar="FILE", help="The baseline, if it is not in the root.")
@opt.file_options
@click.option("--output-format", type=opt.Choice(["text", "json"]), default="text")
@opt.config_options
@opt.console_options
def why(place: str, rule: str | None, **given: Any) -> int:
    """Say what was looked at on a line, and why nothing was reported there.

    Without RULE, the rules that came furthest there; with it, whatever that rule gave up on at the
    line or around it. The whole project is looked at, as `check` does. Settings are those of a run
    of `check` with the same options.
    """
    from jaxopt_lint import registry
    from jaxopt_lint.report.reasons import as_json, lines
    from jaxopt_lint.report.sources import Sources
    from jaxopt_lint.running.asking import ask
    from jaxopt_lint.running.opening import module_name

    output = Output.of(given)
    kind = given.pop("output_format")
    path, cell, line = _split(place)
    config = opt.settings([str(path)], given)
    opt.check_selectors(config)
    chosen = [registry.find_rule(rule)] if rule is not None else list(registry.rules().values())
    opened, source, aside = _opened(path, config, output)
    line = _row(place, source, cell, line)
    told: list[Told] = []
    if source.path in opened.relevant:
        name = module_name(source.path, config)
        config = replace(
            config, seen_eager=Kept(config.root, output).seen_eager([(config, [source.path])])
        )
        answers = ask(
            source, opened.project, chosen, config, line, name=name, named=rule is not None
        )
        told = [_told(answer, config, given, str(path), opened) for answer in answers]
        output.crashes([crash for answer in answers for crash in answer.crashes])
    else:
        aside.append(_NO_JAX)
    shown = Sources(config.root, source=source)
    if kind == "json":
        output.results(as_json(told, aside, shown, source.display, line), exact=True)
    else:
        asked = chosen[0] if rule is not None else None
        text = lines(told, aside, shown, output.style, source.display, line, asked)
        output.results("\n".join(text))
    return FAILED if any(t.answer.crashes for t in told) else CLEAN


_NO_JAX = "the file cannot hold a finding: neither it nor what it imports of the project names JAX"


_CELL = re.compile(r"(?P<file>.+):cell (?P<cell>\d+):(?P<row>\d+)(?::\d+)?")


def _row(place: str, source: SourceFile, cell: int, line: int) -> int:
    """The row of a file's code that a place names."""
    if source.notebook is None:
        rows = source.text.count("\n") + (not source.text.endswith("\n"))
        if cell or not 1 <= line <= max(rows, 1):
            raise CannotDo(f"{place}: the file has {rows} line{'' if rows == 1 else 's'}")
        return line
    if not cell:
        raise CannotDo(f"{place}: name a cell as well: jaxopt-lint why '{source.display}:cell 3:1'")
    row = source.notebook.row(cell, line)
    if row is not None:
        return row
    rows = source.notebook.rows(cell)
    why = f"cell {cell} has {rows} line{'' if rows == 1 else 's'}"
    raise CannotDo(f"{place}: {why if rows else f'cell {cell} holds no code that is looked at'}")


def _split(place: str) -> tuple[Path, int, int]:
    """The file, the cell (0 if none) and the line that a place names; a column behind the line is
    dropped."""
    named = _CELL.fullmatch(place)
    if named is not None and Path(named["file"]).is_file():
        return Path(named["file"]), int(named["cell"]), int(named["row"])
    parts = place.split(":")
    while len(parts) > 2 and parts[-1].isdecimal() and parts[-2].isdecimal():
        parts.pop()
    name, row = ":".join(parts[:-1]), parts[-1]
    if not name or not row.isdecimal():
        raise CannotDo(f"{place}: name a file and a line: jaxopt-lint why train.py:41")
    path = Path(name)
    if not path.is_file():
        raise CannotDo(f"{name}: no such file")
    return path, 0, int(row)


def _opened(path: Path, config: Config, output: Output) -> tuple[Opened, SourceFile, list[str]]:
    """The project around a file, the file in it, and what keeps `check` from looking at it."""
    from jaxopt_lint.files.errors import SourceError
    from jaxopt_lint.files.source import display_path, read_source
    from jaxopt_lint.running import pool
    from jaxopt_lint.running.opening import open_project
    from jaxopt_lint.settings.discovery import DiscoveredFile, discover

    absolute = Path(os.path.abspath(path))
    try:
        source = read_source(absolute, display_path(absolute, config.root))
    except SourceError as error:
        raise CannotDo(f"{path}: {error}") from None
    files: list[DiscoveredFile] = discover([_top(absolute, config)], config)
    aside = []
    if not any(file.path == absolute for file in files):
        aside.append("`check` leaves this file out, unless it is named: see `exclude`, .gitignore")
        files.append(DiscoveredFile(absolute, source.display, explicit=True))
    with (
        output.progress("Starting") as progress,
        pool.workers(config.jobs or os.cpu_count() or 1, len(files)) as run,
    ):
        cache = work.opener(config)
        opened = open_project(files, config, cache, run, progress)
        if opened.cache is not None:
            opened.cache.write()
    return opened, source, aside


def _top(path: Path, config: Config) -> Path:
    """The directory that is taken for the project: what is worked in, or what has settings."""
    for top in (Path.cwd(), config.root):
        if path.is_relative_to(top):
            return top
    return path.parent


def _told(answer: Answer, config: Config, given: dict[str, Any], path: str, opened: Opened) -> Told:
    """An answer, its findings with their fixes, and what keeps each out of a report."""
    from jaxopt_lint.cli.scope import Scope
    from jaxopt_lint.fixing.fixer import with_fixes
    from jaxopt_lint.report.reasons import Told
    from jaxopt_lint.running.asking import silenced_by
    from jaxopt_lint.running.regard import regarded
    from jaxopt_lint.running.rows import quiet_rows
    from jaxopt_lint.settings.offered import offered

    found = answer.found
    if answer.facts is not None and found:
        found, crashes = with_fixes(answer.facts, found, config)
        answer.crashes += crashes
    scope = Scope.of(config, given, [path]) if found else None
    out = Told(answer, _not_run(answer.rule, config))
    top = _top(Path(os.path.abspath(path)), config)
    rows = quiet_rows(answer.facts, whole=True, others=offered(Path(path)))
    for _, finding in found:
        hidden = config.hidden_by(finding)
        hidden = f"`{hidden}`" if hidden else ""
        if not hidden and answer.facts is not None:
            hidden = silenced_by(answer.facts, finding, config)
        seen = scope.sees(finding) if scope is not None else finding
        if not hidden and (seen is None or seen.silenced is not None):
            hidden = "the baseline holds it"
        weighed = config.weighed([finding], rows)
        out.found.append((regarded(weighed, opened, top)[0], hidden))
    return out


def _not_run(rule: AnyRule, config: Config) -> str:
    """Why settings leave a rule out; "" where they do not."""
    from jaxopt_lint.running.engine import selected

    if rule in selected(config):
        return ""
    if rule.preview and not config.preview:
        return f"it is in preview: `--preview` runs it, and so does `--extend-select {rule.name}`"
    if not rule.default:
        return f"it is off unless it is named: `--extend-select {rule.name}` runs it"
    where = config.provenance.get("ignore") or config.provenance.get("select") or "the defaults"
    return f"`select` and `ignore` leave it out ({where})"


__all__ = ["why"]
