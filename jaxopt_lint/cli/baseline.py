"""`jaxopt-lint baseline`: accept what old code holds, so that only new findings are reported."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from jaxopt_lint.cli import options as opt
from jaxopt_lint.cli import work
from jaxopt_lint.cli.groups import by_configuration
from jaxopt_lint.cli.output import Output
from jaxopt_lint.cli.scope import baseline_file
from jaxopt_lint.report.console import clean, count
from jaxopt_lint.running.ends import CLEAN, FAILED, FINDINGS, CannotDo

if TYPE_CHECKING:
    from jaxopt_lint.finding import Finding
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.silencing.baseline import Baseline, Entry

_VERBS = ("create", "update", "show")


@click.command(
    epilog="Exit codes: 0 done, 1 `show` found something out of date, 2 could not do the job."
)
@click.argument("verb", type=opt.Choice(_VERBS), metavar="create|update|show")
@opt.paths_argument
@click.option("--baseline", metavar="FILE", help="The file; by default in the project's root.")
@click.option("--force", is_flag=True, help="create: write over the baseline that is there.")
@opt.rule_options
@opt.file_options
@click.option("--output-format", type=opt.Choice(["text", "json"]), default="text")
@opt.config_options
@opt.console_options
def baseline(verb: str, paths: tuple[str, ...], force: bool, **given: Any) -> int:
    """Accept the findings that there are, so that `check` reports only new ones.

    create writes down all findings; update drops those that the code no longer holds, and adds
    none; show lists them and says which are out of date. Run them over the whole project.
    """
    from jaxopt_lint.silencing.baseline import NAME, Baseline, BaselineError

    output = Output.of(given)
    kind = given.pop("output_format")
    config = opt.settings(paths, given)
    opt.check_selectors(config)
    path = baseline_file(config)
    if verb == "create":
        path = path or config.root / NAME
        if path.exists() and not force:
            raise CannotDo(
                f"{path}: is there already; `baseline update` drops what is gone, "
                "`baseline create --force` accepts what is new, too"
            )
    elif path is None or not path.exists():
        where = path or config.root / NAME
        raise CannotDo(f"{where}: no such baseline; `jaxopt-lint baseline create` writes one")
    try:
        old = None if verb == "create" else Baseline.read(path)
        run = _lint(config, output, given, paths or (".",))
        if run.crashes:
            output.crashes(run.crashes)
            return FAILED
        if old is None:
            made = Baseline.of(path, run.findings, config.root)
            made.write()
            output.note(f"Wrote {clean(str(path))}: {count(len(made), 'finding')}.")
            return CLEAN
        stale = old.stale(run.findings, config.root, run.files, run.rules)
        if verb == "update":
            kept = old.without(stale)
            if stale or kept.tool != old.tool:
                kept.write()
            output.note(f"Dropped {len(old) - len(kept)}, kept {count(len(kept), 'finding')}.")
            return CLEAN
    except BaselineError as error:
        raise CannotDo(str(error)) from None
    if kind == "json":
        output.results(_json(old, stale), exact=True)
    else:
        output.results(_text(old, stale, output))
    gone = sum(len(entry.fingerprints) for entry in stale)
    text = f"{count(len(old), 'finding')}, written by jaxopt-lint {old.tool}"
    output.note(
        f"{text}; {gone} out of date: `baseline update` drops them." if gone else f"{text}."
    )
    return FINDINGS if stale else CLEAN


@dataclass
class _Run:
    findings: list[Finding]
    files: list[str]
    rules: list[str]
    crashes: list[str]


def _lint(config: Config, output: Output, given: dict[str, Any], paths: tuple[str, ...]) -> _Run:
    from jaxopt_lint.running.engine import selected
    from jaxopt_lint.settings.discovery import discover

    opt.check_paths(paths)
    found = discover(paths, config)
    groups = by_configuration(found, config, given)
    result = work.lint(groups, output)
    files = [file.display for _, files in groups for file in files]
    rules = [rule.name for rule in selected(config)]
    return _Run(result.findings, files, rules, result.crashes)


def _text(found: Baseline, stale: list[Entry], output: Output) -> str:
    gone = {(e.path, e.code): len(e.fingerprints) for e in stale}
    lines = []
    for entry in found.entries:
        line = f"{clean(entry.path)}: {len(entry.fingerprints)} x {entry.code} ({entry.rule})"
        idle = gone.get((entry.path, entry.code), 0)
        if idle:
            line += output.style(f", {idle} out of date", "yellow")
        lines.append(line)
    return "\n".join(lines)


def _json(found: Baseline, stale: list[Entry]) -> str:
    gone = {(e.path, e.code): e.fingerprints for e in stale}
    table = [
        {
            "path": entry.path,
            "rule": entry.rule,
            "code": entry.code,
            "count": len(entry.fingerprints),
            "stale": sorted(gone.get((entry.path, entry.code), ())),
        }
        for entry in found.entries
    ]
    return json.dumps(table, indent=2)
