"""`check --add-ignore`: silence what is found, with comments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from jaxopt_lint.cli import work
from jaxopt_lint.cli.groups import by_configuration
from jaxopt_lint.cli.output import Output
from jaxopt_lint.report.console import count
from jaxopt_lint.running.ends import CLEAN, FAILED, FINDINGS, CannotDo
from jaxopt_lint.settings.config import Config

if TYPE_CHECKING:
    from jaxopt_lint.cli.scope import Scope
    from jaxopt_lint.finding import Finding


def add_ignores(
    paths: Sequence[str], config: Config, output: Output, given: Mapping[str, Any], scope: Scope
) -> int:
    """Write a comment for each finding of a run, and say what is left.

    Returns:
        0 where every finding is silenced now, 1 where some cannot be, 2 where a file could not be
        written or a rule failed.
    """
    from jaxopt_lint.files.errors import SourceError
    from jaxopt_lint.files.source import read_source
    from jaxopt_lint.files.writing import OUTSIDE, leads_out, write_atomically
    from jaxopt_lint.rewriting.cells import NotInCells, edited
    from jaxopt_lint.rewriting.edits import apply
    from jaxopt_lint.settings.discovery import discover, project_directories
    from jaxopt_lint.silencing.ignoring import CannotIgnore, ignores, silenceable

    reason = " ".join(given["add_ignore"].split(" ")).strip()
    _check(paths, given, reason)
    found = discover(paths, config)
    result = work.lint(by_configuration(found, config, given), output)
    findings, _ = scope.split(result.findings, ())
    by_path: dict[str, list[Finding]] = {}
    for finding in findings:
        if silenceable(finding):
            by_path.setdefault(finding.path, []).append(finding)
    failures = []
    done = 0
    files = {file.display: file for file in found}
    for path, mine in by_path.items():
        try:
            if leads_out(files[path].path, project_directories(files[path], config)):
                raise CannotIgnore(OUTSIDE)
            source = read_source(config.root / path, path)
            made = ignores(source.text, mine, reason)
            if source.notebook is None:
                write_atomically(source, apply(source.text, made))
            else:
                write_atomically(source, "", edited(source.notebook, made))
            done += len(mine)
        except (SourceError, CannotIgnore, NotInCells, SyntaxError) as error:
            failures.append(f"{path}: no comment added: {error}")
    output.crashes([*result.crashes, *failures])
    changed = count(len(by_path) - len(failures), "file")
    output.note(f"Silenced {count(done, 'finding')} in {changed}.")
    left = len(findings) - sum(map(len, by_path.values()))
    if left:
        output.note(f"{count(left, 'finding')} that no comment can silence: run `check`.")
    if result.crashes or failures:
        return FAILED
    return FINDINGS if left and not given["exit_zero"] else CLEAN


def _check(paths: Sequence[str], given: Mapping[str, Any], reason: str) -> None:
    if list(paths) == ["-"]:
        raise CannotDo("--add-ignore does not apply to standard input")
    if "#" in reason or "]" in reason or not (reason.isprintable()):
        raise CannotDo("the reason of --add-ignore is one line without `#` and `]`")
    for name in ("fix", "fix_only", "diff", "verify", "ignore_noqa"):
        if given[name]:
            raise CannotDo(f"--add-ignore cannot be used with --{name.replace('_', '-')}")
