"""`check` without `--fix`: findings, each with its fix or with the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from jaxopt_lint.running import engine

if TYPE_CHECKING:
    from jaxopt_lint.files.source import SourceFile
    from jaxopt_lint.running.cache import Cache
    from jaxopt_lint.running.progress import Progress
    from jaxopt_lint.semantics.jax.facts import Facts
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.settings.discovery import DiscoveredFile


def check_paths(
    files: Sequence[DiscoveredFile],
    config: Config,
    *,
    progress: Progress | None = None,
    jobs: int | None = None,
    open_cache: Callable[[], Cache] | None = None,
) -> engine.RunResult:
    """`engine.lint_paths`, with fixes."""
    return engine.lint_paths(
        files, config, progress=progress, then=_fixes, jobs=jobs, open_cache=open_cache
    )


def check_source(source: SourceFile, config: Config, *, whole: bool = True) -> engine.RunResult:
    """`engine.lint_source`, with fixes."""
    return engine.lint_source(source, config, then=_fixes, whole=whole)


def _fixes(facts: Facts, found: engine.Found, config: Config) -> tuple[engine.Found, list[str]]:
    if not found:
        return found, []
    from jaxopt_lint.fixing.fixer import with_fixes  # which loads LibCST

    return with_fixes(facts, found, config)
