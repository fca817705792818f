"""From files to a project: texts are read, indexed and summarised, and the summaries joined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint import registry
from jaxopt_lint.files.errors import SourceError
from jaxopt_lint.files.notebook import SUFFIX
from jaxopt_lint.files.source import SourceFile, read_source
from jaxopt_lint.finding import Finding, Location, Severity
from jaxopt_lint.observe.child.importable import importable
from jaxopt_lint.running import pool
from jaxopt_lint.running.absent import absent
from jaxopt_lint.running.aside import DOCUMENTING, words_aside
from jaxopt_lint.running.cachekeys import digest
from jaxopt_lint.running.progress import Progress, followed
from jaxopt_lint.running.roots import imported_from, imports_itself
from jaxopt_lint.semantics.jax.interface import Summary
from jaxopt_lint.semantics.jax.joining import joined
from jaxopt_lint.semantics.jax.left_alone import left_alone
from jaxopt_lint.semantics.jax.project import Project, Text
from jaxopt_lint.semantics.jax.reaching import reached
from jaxopt_lint.semantics.jax.summary import (
    leads_to_jax,
    stating,
    summarise,
    summarise_settings,
)
from jaxopt_lint.semantics.jax.units import Aside, Units
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.discovery import DiscoveredFile
from jaxopt_lint.settings.offered import offered
from jaxopt_lint.syntax.reading import NewerSyntax

if TYPE_CHECKING:
    from jaxopt_lint.running.cache import Cache

_KEEP_CHARACTERS = 6_000_000  # about 150,000 lines
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


@dataclass
class Opened:
    """All files of a run, read, and the project that they make up.

    Attributes:
        summaries: what the project is joined from.
        aside: the words of the files beside those of the summaries: Python, notes, settings; None
            where nobody looked.
        whole: no file was named by itself, so that nothing is missing from the project.
    """

    sources: list[SourceFile]
    errors: list[Finding]
    project: Project
    relevant: set[Path]
    modules: dict[Path, Module]
    names: dict[Path, str]
    summaries: dict[Path, Summary] = field(default_factory=dict)
    cache: Cache | None = None
    whole: bool = True
    aside: Aside | None = None


def open_project(
    files: Sequence[DiscoveredFile],
    config: Config,
    open_cache: Callable[[], Cache] | None = None,
    run: pool.Run = pool.serially,
    progress: Progress | None = None,
) -> Opened:
    """Read every file and join their summaries."""
    sources, errors = [], []
    for file in followed(files, len(files), "Reading", progress):
        if file.error:
            errors.append(unparsable(file.display, file.error))
            continue
        try:
            sources.append(read_source(file.path, file.display))
        except SourceError as error:
            errors.append(unreadable(file.display, error))
    whole = not any(file.explicit for file in files)
    opened = project_of(sources, config, open_cache, run, progress, whole)
    opened.errors, opened.whole = errors, whole
    return opened


def project_of(
    sources: Sequence[SourceFile],
    config: Config,
    open_cache: Callable[[], Cache] | None = None,
    run: pool.Run = pool.serially,
    progress: Progress | None = None,
    whole: bool = False,
) -> Opened:
    """The project that some texts make up.

    Args:
        whole: nothing is missing from the project, as far as is known.
    """
    names = {source.path: module_name(source.path, config) for source in sources}
    files = {s.path: (names[s.path], s.code) for s in sources}
    relevant = leads_to_jax(files)
    beside = stating(files, relevant)
    cache = open_cache() if open_cache is not None and relevant else None
    summaries: dict[Path, Summary] = {}
    modules: dict[Path, Module] = {}
    todo = []
    for source in sources:
        if source.path not in relevant and source.path not in beside:
            continue
        known, summary = cache.summary(source) if cache else (False, None)
        if not known or (summary is not None and summary.aside is not (source.path in beside)):
            todo.append(source)
        elif summary is not None:
            summaries[source.path] = summary
    keep = modules if run is pool.serially else None
    summarise_one = partial(_summarise_one, names, keep, beside=beside)
    parsed = zip(todo, run(summarise_one, todo), strict=True)
    for source, made in followed(parsed, len(todo), "Parsing", progress):
        if made is not None:
            summaries[source.path] = made
        if cache is not None:
            cache.add_summary(source, made)
    opened = Opened(list(sources), [], Project(), relevant, modules, names, summaries, cache)
    texts = {names[s.path]: _text(s) for s in sources if s.path in summaries}
    if whole and len(texts) > 1:
        others = [s for s in sources if s.path not in summaries]
        opened.aside = words_aside(config.root, others)
    opened.project = _joined(opened, texts)
    return opened


def read_anew(opened: Opened, changed: Iterable[SourceFile]) -> None:
    """Let a project say what new texts of some of its files say; it is joined once for all."""
    before, texts = dict(opened.summaries), dict(opened.project.texts)
    for source in changed:
        made = _summarise_one(opened.names, opened.modules, source)
        if made is not None:
            opened.summaries[source.path] = made
            texts[opened.names[source.path]] = _text(source)
    if opened.summaries != before:
        opened.project = _joined(opened, texts)
    elif texts != opened.project.texts:
        opened.project = replace(opened.project, texts=texts, opened={})


def _joined(opened: Opened, texts: dict[str, Text]) -> Project:
    project = joined(sorted(opened.summaries.values(), key=lambda summary: summary.path))
    taken = [summary.modules for summary in opened.summaries.values()]
    project.absent = absent(opened.sources, opened.names, taken)
    aside = opened.aside
    if aside is None:  # any name may be spoken of there
        project.idle = set()
    else:
        project.idle = {n for n in project.idle if n.rpartition(".")[2] not in aside.words}
        project.documented = not DOCUMENTING.isdisjoint(aside.words)
        project.manual = project.documented or aside.manual
        broken = [path for path in opened.names if path not in opened.summaries]
        project.named = aside.files & {n for p in broken for n in (p.stem, opened.names[p])}
        _find_unreached(opened, project, aside)
    project.digest = digest(project)
    if len(texts) > 1:
        project.texts = texts
        paths = {opened.names[path]: path for path in opened.summaries}
        project.held = lambda name: opened.modules.get(paths[name])
    return project


def _find_unreached(opened: Opened, project: Project, aside: Aside) -> None:
    """Find what nothing of a project comes to; of what two files are called nothing is said."""
    units: dict[str, Units] = {}
    paths: dict[str, str] = {}
    for path, summary in opened.summaries.items():
        name, told = opened.names[path], summary.units
        if name in units:  # all of both may be meant
            units[name] = replace(units[name], works=True, is_open=True)
            name, told = f"{name}#{len(units)}", replace(told, works=True, is_open=True)
        units[name], paths[name] = told, summary.path
    if len(units) < 2:
        return
    public = {opened.names[path] for path in opened.summaries if offered(path)}
    found = reached(project, units, paths, aside, public)
    project.hidden = found.hidden
    project.unreached, project.unused, project.shown = found.parts, found.modules, found.shown
    project.idle = {
        name for name in project.idle
        if found.asked.isdisjoint(name.rsplit(".", parts)[0] for parts in (1, 2))
    }  # fmt: skip
    project.left = left_alone(units, aside, public - found.hidden)


def _text(source: SourceFile) -> Text:
    return Text(source.display, source.text, source.path.name == "__init__.py")


def _summarise_one(
    names: Mapping[Path, str],
    keep: dict[Path, Module] | None,
    source: SourceFile,
    beside: AbstractSet[Path] = frozenset(),
) -> Summary | None:
    """The summary of one file; its index is kept for the rules while there is room."""
    module = parse(source, names[source.path])
    if module is None:
        return None
    if keep is not None and sum(len(m.text) for m in keep.values()) < _KEEP_CHARACTERS:
        keep[source.path] = module
    told = summarise_settings if source.path in beside else summarise
    return told(module, source.display)


def index(source: SourceFile, name: str) -> Module:
    """The index of a file.

    Raises:
        UNREADABLE: it does not parse, or is nested too deeply.
    """
    module = Module(
        source.text, name, path=source.display, is_package=source.path.name == "__init__.py",
        seams=source.notebook.starts if source.notebook is not None else (),
    )  # fmt: skip
    if source.notebook is not None:
        module.sealed = source.notebook.hidden
    return module


def broken_cells(source: SourceFile) -> list[Finding]:
    """The findings on cells of a notebook that do not parse; its other cells are looked at."""
    problems = source.notebook.problems if source.notebook is not None else ()
    return [
        unparsable(
            source.display,
            f"{problem.message}; the other cells are looked at without this one",
            Location(problem.row, problem.column),
            Severity.INFO,  # of a cell nobody knows whether it is still run
        )
        for problem in problems
    ]


def parse(source: SourceFile, name: str) -> Module | None:
    """The index of a file, or None where it does not parse."""
    try:
        return index(source, name)
    except UNREADABLE:
        return None


def module_name(path: Path, config: Config) -> str:
    """The dotted name that other modules of the project import a file by.

    That of a notebook is one that no import can name, as nobody imports it.
    """
    path = path.absolute()
    if path.suffix == SUFFIX:
        path = path.with_name(f"{path.stem.replace('.', '-')}-ipynb")
    for root in config.source_roots():
        try:
            relative = path.relative_to(root)
        except ValueError:
            continue
        break
    else:
        relative = Path(path.name)
    # The package that the file really is in, whatever the source roots say.
    parts = list(relative.with_suffix("").parts)
    top = path.parent
    depth = 1
    roots = config.source_roots()
    while (top / "__init__.py").is_file() and not (top in roots and imported_from(top)):
        top = top.parent
        depth += 1
    outer = relative.parts[:-depth]
    if depth > 1 and not (outer and imports_itself(root / outer[0])):
        parts = list(path.with_suffix("").parts[-depth:])
    else:
        base = path.parents[len(relative.parts) - 1]
        parts = importable(parts, lambda top: (base / top / "__init__.py").is_file())
    if parts and parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)


def unreadable(path: str, error: SourceError) -> Finding:
    """The finding on a file that cannot be read."""
    severity = Severity.INFO if error.harmless else Severity.ERROR
    return unparsable(path, str(error), severity=severity)


def unparsable(
    path: str,
    message: str,
    where: Location | None = None,
    severity: Severity = Severity.ERROR,
) -> Finding:
    """The finding on a file that cannot be read, with the reason."""
    code, name = registry.UNPARSABLE
    where = where or Location(1, 1)
    return Finding(code, name, message, path, where, where, severity=severity)


def left_behind(source: SourceFile, project: Project, config: Config) -> Severity:
    """How much it matters that a file does not parse: little where it is a module of a package, or
    nothing but definitions, that nothing of the project imports, and that does not speak of being
    run by itself, as what is broken there fails for nobody; less where no notes name it. Scripts
    are there to be run."""
    name = module_name(source.path, config)
    if not project.texts or "__main__" in source.text:
        return Severity.ERROR
    if "." not in name and _DOES.search(_TRIPLE.sub("", source.text)):
        return Severity.ERROR
    # `import parts.broken`, for its effect.
    word = re.compile(rf"\b{re.escape(source.path.stem)}\b")
    spoken = any(word.search(t.text) for module, t in project.texts.items() if module != name)
    if source.path.name == "__init__.py" or name in project.imported_from or spoken:
        return Severity.ERROR
    unknown = project.named.isdisjoint({source.path.stem, name})
    return Severity.INFO if unknown else Severity.WARNING


# A line outside of everything that does more than to import, define or name something, or to end
# what does; and what a line may be in the middle of.
_DOES = re.compile(
    r"^(?!(?:import|from|def|class|async|pass)\b|@|#|[)\]}]"
    r"|[A-Za-z_]\w*[ \t]*(?::[^=\n]*)?=[^=])\S",
    re.MULTILINE,
)
_TRIPLE = re.compile(r"\"{3}.*?\"{3}|'{3}.*?'{3}", re.DOTALL)

# A magic (`%matplotlib inline`, `%%time`) or a command of the shell (`!ls`), alone on its line.
_IPYTHON = re.compile(r"\s*(%%?[a-zA-Z_]\w*|!\S+)")

# What Jinja, and with it Cookiecutter and Copier, puts values in the place of, outside of strings.
_TEMPLATE = re.compile(r"^\s*(?:\{%|(?:from|import)\s[^'\"#\n]*\{\{)", re.MULTILINE)


def syntax_error(
    source: SourceFile, error: Exception, severity: Severity = Severity.ERROR
) -> Finding:
    """The finding on a file that does not parse, and how much it matters that it does not."""
    if isinstance(error, SyntaxError):
        row = max(error.lineno or 1, 1)
        lines = source.text.count("\n") + 1
        where = Location(min(row, lines), max(error.offset or 1, 1))
        magic = _IPYTHON.match(source.text.splitlines()[where.row - 1] if source.text else "")
        if magic is not None:
            # Nobody hands such a file to Python, so that nothing is broken.
            message = f"`{magic[1]}` is a command of IPython: nothing in this file is looked at"
            return unparsable(source.display, message, where, Severity.INFO)
        if _TEMPLATE.search(source.text):
            message = "this is a template of a Python file: nothing in it is looked at"
            return unparsable(source.display, message, where, Severity.INFO)
        newer = isinstance(error, NewerSyntax)
        message = error.msg if newer else f"syntax error: {error.msg}"
        return unparsable(source.display, message, where, severity)
    if isinstance(error, (RecursionError, MemoryError)):  # the parser's word for too deep
        return unparsable(source.display, "the file is nested too deeply to be parsed")
    return unparsable(source.display, f"cannot be parsed: {error}")
