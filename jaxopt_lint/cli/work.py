"""Linting and fixing groups of files, each under its own settings, into one result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jaxopt_lint.cli.groups import Group
from jaxopt_lint.cli.output import Output
from jaxopt_lint.finding import Finding

if TYPE_CHECKING:
    from jaxopt_lint.fixing.results import FileFix, FixResult
    from jaxopt_lint.fixing.rounds import Sees, Told
    from jaxopt_lint.running.cache import Cache
    from jaxopt_lint.running.engine import RunResult
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.verify.budget import Budget
    from jaxopt_lint.verify.settings import VerifySettings


def lint(groups: Sequence[Group], output: Output) -> RunResult:
    """What all groups hold."""
    from jaxopt_lint.fixing.checking import check_paths
    from jaxopt_lint.running.engine import RunResult

    whole = RunResult()
    with output.progress("Starting") as progress:
        for config, files in groups:
            part = check_paths(
                files,
                config,
                progress=progress,
                jobs=config.jobs or None,
                open_cache=opener(config),
            )
            whole.findings += part.findings
            whole.silenced += part.silenced
            whole.crashes += part.crashes
            whole.files += part.files
            whole.skipped += part.skipped
    whole.findings.sort(key=attrgetter("order"))
    return whole


def fix(
    groups: Sequence[Group],
    output: Output,
    verify: Mapping[str, Any] | None = None,
    sees: Sees | None = None,
    told: Told | None = None,
) -> FixResult:
    """What fixing all groups would do.

    Args:
        sees: leaves findings out.
        verify: options of the harness over the configuration; None does not run it.
        told: hears of each fix as soon as the harness has judged it.
    """
    from jaxopt_lint.cli.harness import budget_of
    from jaxopt_lint.fixing.results import FixResult
    from jaxopt_lint.fixing.run import fix_paths

    whole = FixResult()
    budget = budget_of(groups[0][0], verify) if groups and verify is not None else None
    with output.progress("Starting") as progress:
        for config, files in groups:
            part = fix_paths(
                files,
                config,
                unsafe=config.unsafe_fixes,
                progress=progress,
                verify=None if verify is None else _settings(config, verify, budget),
                told=told,
                sees=sees,
            )
            whole.files += part.files
            whole.remaining += part.remaining
            whole.silenced += part.silenced
            whole.unseen += part.unseen
            whole.crashes += part.crashes
            whole.evidence += part.evidence
    whole.remaining.sort(key=attrgetter("order"))
    return whole


def _settings(config: Config, given: Mapping[str, Any], budget: Budget | None) -> VerifySettings:
    """How to run the harness, and where its verdicts are kept."""
    from jaxopt_lint.cli.harness import settings_of
    from jaxopt_lint.fixing.verdicts import FOLDER

    folder = _cache_folder(config) if config.cache else None
    kept = None if folder is None else folder / FOLDER
    return replace(settings_of(config, given, budget), verdicts=kept)


def instead(remaining: Sequence[Finding], file: FileFix) -> list[Finding]:
    """What remains where a file keeps its old text, which the new one was to replace."""
    others = [finding for finding in remaining if finding.path != file.source.display]
    return sorted([*others, *file.found], key=attrgetter("order"))


def opener(config: Config) -> Callable[[], Cache] | None:
    """Opens the results of earlier runs; None where none are kept."""
    folder = _cache_folder(config) if config.cache else None
    return partial(_cache, config, folder) if folder is not None else None


def _cache_folder(config: Config) -> Path | None:
    """Where the cache lies; None if a project would have it lie outside of its own directory."""
    from jaxopt_lint.running.cachekeys import FOLDER

    stated = config.provenance.get("cache-dir", "")
    folder = config.root / (config.cache_dir or FOLDER)
    if stated in ("command line", "--config"):
        return Path(config.cache_dir)
    return folder if folder.resolve().is_relative_to(config.root.resolve()) else None


def _cache(config: Config, folder: Path) -> Cache:
    from jaxopt_lint.running.cache import Cache
    from jaxopt_lint.running.engine import selected
    from jaxopt_lint.settings.configkeys import as_table

    settings = {k: v for k, v in as_table(config).items() if k not in _NO_MATTER}
    rules = [rule.name for rule in selected(config)]
    seen = sorted(
        (path, sorted(ran.functions), sorted(ran.loops)) for path, ran in config.seen_eager.items()
    )
    return Cache(folder, [str(config.root), repr(sorted(settings.items())), repr(seen), *rules])


# Settings that do not change which findings there are.
_NO_MATTER = {
    "output-format",
    "severity",
    "jobs",
    "cache",
    "cache-dir",
    "fix",
    "unsafe-fixes",
    "baseline",
    "verify",
}
