"""Fixing files, a text, or what is rewritten by one codemod; nothing here writes to the disk."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile, read_source
from jaxopt_lint.files.writing import leads_out
from jaxopt_lint.finding import Finding
from jaxopt_lint.fixing.composing import Composer
from jaxopt_lint.fixing.fixer import Fixer
from jaxopt_lint.fixing.proving import Judge
from jaxopt_lint.fixing.results import FileFix, FixResult
from jaxopt_lint.fixing.rounds import Sees, Told, fix_project
from jaxopt_lint.rule import Match, node_of
from jaxopt_lint.running.collector import quiet_collector
from jaxopt_lint.running.engine import Linted, lint_file
from jaxopt_lint.running.opening import module_name, open_project, project_of
from jaxopt_lint.running.progress import Progress
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import PROJECT_MARKS, Config
from jaxopt_lint.settings.discovery import DiscoveredFile, discover, project_directories

if TYPE_CHECKING:
    from jaxopt_lint.verify.settings import VerifySettings


def fix_paths(
    files: Sequence[DiscoveredFile],
    config: Config,
    *,
    unsafe: bool,
    progress: Progress | None = None,
    verify: VerifySettings | None = None,
    told: Told | None = None,
    sees: Sees | None = None,
) -> FixResult:
    """Fix files as one project.

    Args:
        sees: leaves findings out, so that they are neither fixed nor reported.
        unsafe: apply fixes that can change behaviour, too.
        verify: apply exactly the fixes that the harness proves or verifies, safe or not. What other
            files of the project say of these is then known as well.
        told: hears of each fix as soon as the harness has judged it.
    """
    around = _around(files, config) if verify is not None else []
    opened = open_project([*files, *around], config, progress=progress)
    if around:
        shown = {file.display for file in files}
        opened.relevant &= {file.path for file in files}
        opened.errors = [error for error in opened.errors if error.path in shown]
        opened.whole = not any(file.explicit for file in files)
    links = [f for f in files if f.path.is_symlink()]
    outside = {f.path for f in links if leads_out(f.path, project_directories(f, config))}

    def run(judge: Judge | None) -> FixResult:
        return fix_project(
            opened, config, unsafe=unsafe, judge=judge, told=told, sees=sees, outside=outside,
            progress=progress,
        )  # fmt: skip

    if verify is None:
        with quiet_collector():
            return run(None)
    from jaxopt_lint.fixing.judging import judging

    with judging(config, verify) as judge:
        return run(judge)


def _around(files: Sequence[DiscoveredFile], config: Config) -> list[DiscoveredFile]:
    """The other files of the project, which is copied and run as a whole: what they say of these
    files, such as which functions they jit, holds for what is verified."""
    if not any((config.root / mark).exists() for mark in PROJECT_MARKS):
        return []
    known = {file.path for file in files}
    return [one for one in discover([config.root], config) if one.path not in known]


def fix_source(
    source: SourceFile, config: Config, *, unsafe: bool, sees: Sees | None = None
) -> FixResult:
    """Fix one text by itself, as from standard input; see `fix_paths`."""
    opened = replace(project_of([source], config), relevant={source.path}, whole=False)
    return fix_project(opened, config, unsafe=unsafe, sees=sees)


def rewrite(path: Path, codemod: str, qualname: str = "") -> FileFix:
    """Run one codemod by name on what its rules find in a function, or in a whole file.

    Raises:
        KeyError: there is no such codemod.
    """
    from jaxopt_lint.settings.configfile import load_config

    config = load_config(path.resolve().parent)
    source = read_source(path, path.as_posix())
    file = FileFix(source, source.text)
    try:
        module = Module(
            source.text, module_name(path, config), path=source.display,
            is_package=path.name == "__init__.py",
        )  # fmt: skip
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        file.error = f"syntax error: {error}"
        return file
    if qualname and not any(
        module.qualname(node) == qualname
        for node in module.all(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    ):
        file.error = f"there is no function `{qualname}`"
        return file
    project = project_of([source], config).project
    rules = [rule for rule in registry.proposing(codemod) if rule.subject == "code"]
    linted = lint_file(source, project, rules, config, module)
    assert linted.facts is not None
    fixer = Fixer(linted.facts, config, wanted=lambda _: True)
    asked = requested(linted, codemod, qualname)
    found = [fixer.rewritten(match, finding, codemod) for match, finding in asked]
    if linted.crashes or fixer.crashes:
        file.error = [*linted.crashes, *fixer.crashes][0]
        return file
    file.refused = [(f, f.refused) for f in found if f.refused]
    composer = Composer(module, fixer.introduced)
    file.applied, composed = composer.compose([f for f in found if f.fix])
    file.new_text = composed.text
    return file


def requested(linted: Linted, codemod: str, qualname: str) -> list[tuple[Match, Finding]]:
    """What a codemod takes of a function, or of a whole file: it is asked itself where it knows
    that best, else what its rules have found there is taken."""
    from jaxopt_lint.codemod import OnRequest
    from jaxopt_lint.rewriting.surgery import Surgeon

    cls, facts = registry.codemod(codemod), linted.facts
    assert facts is not None
    out: dict[ast.AST, tuple[Match, Finding]] = {}
    if issubclass(cls, OnRequest):
        for match in cls(facts, Surgeon(facts)).requested(qualname):
            node = node_of(match)
            text = f"rewritten by {cls.name}"
            out[node] = match, Finding(cls.name, cls.name, text, facts.display, *facts.range(node))
        return list(out.values())
    for found, finding in linted.found:
        if found is not None and isinstance(found, cls.match_types):
            node, function = node_of(found), getattr(found, "function", None)
            homes = {finding.qualname, facts.module.qualname(node)}
            homes |= {facts.module.qualname(function)} if function is not None else set()
            if not qualname or qualname in homes:
                out.setdefault(node, (found, finding))
    return list(out.values())
