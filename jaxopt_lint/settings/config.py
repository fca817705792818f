"""The settings of a run: their names, their defaults, and what they decide.

Where they come from is the business of `configfile`; this module only holds the values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.files.suppressions import matches
from jaxopt_lint.finding import Confidence, Finding, RanEager, Severity
from jaxopt_lint.settings.copies import KINDS, is_copy
from jaxopt_lint.settings.severity import BENCHMARKS, DEFAULT, Step, weighed

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from jaxopt_lint.settings.beside import Said
    from jaxopt_lint.settings.jaxversion import JaxRange, Known

DEFAULT_EXCLUDE = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".ipynb_checkpoints",
    ".jj",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pycache__",
    "__pypackages__",
    "_build",
    "buck-out",
    "build",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)
FORMATS = ("text", "concise", "grouped", "json", "github", "sarif", "rdjson", "gitlab", "junit")
# One of these lies at the top of a project, besides our own files.
PROJECT_MARKS = (
    "jaxopt-lint.toml",
    ".jaxopt-lint.toml",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    ".git",
    ".hg",
)
_RANK = {Confidence.LOW: 0, Confidence.MEDIUM: 1, Confidence.HIGH: 2}


class ConfigError(Exception):
    """A mistake in the configuration, in one line that names the file and the key."""


@dataclass(frozen=True)
class Glob:
    """A gitignore-style pattern, relative to the directory of the file that states it."""

    base: Path
    pattern: str

    @cached_property
    def _spec(self) -> GitIgnoreSpec:
        from pathspec import GitIgnoreSpec

        return GitIgnoreSpec.from_lines([self.pattern.removeprefix("!").removeprefix("./")])

    def matches(self, path: Path, *, is_dir: bool = False) -> bool:
        """Whether a path, or a directory above it and below the base, fits the pattern."""
        try:
            relative = path.relative_to(self.base).as_posix()
        except ValueError:
            relative = path.name
        fits = self._spec.match_file(relative + "/" if is_dir else relative)
        return fits != self.pattern.startswith("!")


@dataclass(frozen=True)
class VerifyTarget:
    """Inputs that a user states for one function, `[[tool.jaxopt-lint.verify.target]]`."""

    function: str
    args: tuple[str, ...] = ()
    kwargs: Mapping[str, str] = field(default_factory=dict)
    dims: Mapping[str, int] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()
    grad: bool | None = None
    devices: int | None = None


SOURCES = ("stated", "recorded", "calls", "tests", "annotations", "synthesis")  # of inputs


@dataclass(frozen=True)
class VerifyConfig:
    """How rewrites are verified, `[tool.jaxopt-lint.verify]`.

    Attributes:
        run_decides: whether a run with the fixes says afterwards what is worth it; no setting.
    """

    timeout: float = 120.0
    budget: float | None = None
    memory_mb: int = 4096
    precision: str = "highest"
    min_speedup: float = 1.3
    require_gain: bool = False
    record: tuple[str, ...] = ()
    devices: int = 1
    backend: str = "auto"
    python: str = ""
    from_tests: bool = False
    synthesis: bool = True
    sandbox: bool = True
    accept: tuple[str, ...] = tuple(source for source in SOURCES if source != "synthesis")
    target: tuple[VerifyTarget, ...] = ()
    run_decides: bool = False


@dataclass(frozen=True)
class Config:
    """All settings of a run.

    Attributes:
        root: directory that paths are shown relative to.
        file: the configuration file, if there is one.
        provenance: where each value that is no default came from.
        reads_projects: whether the files of each project say which JAX its code is for.
        inferred: `min-jax` and `target-jax`, as far as they came from such a file.
        seen_eager: what kept runs showed to run operation by operation, by the path of the file as
            findings show it; no setting.
    """

    root: Path = field(default_factory=Path.cwd)
    file: Path | None = None
    select: tuple[str, ...] = ("ALL",)
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    preview: bool = False
    per_file_ignores: tuple[tuple[Glob, tuple[str, ...]], ...] = ()
    fixable: tuple[str, ...] = ("ALL",)
    unfixable: tuple[str, ...] = ()
    exclude: tuple[Glob, ...] = ()
    extend_exclude: tuple[Glob, ...] = ()
    default_exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    force_exclude: bool = False
    respect_gitignore: bool = True
    target_jax: str | None = None
    min_jax: str | None = None
    min_confidence: Confidence = Confidence.MEDIUM
    severity: Severity = Severity.WARNING
    severity_by_path: tuple[tuple[Glob, Step], ...] = tuple(
        (Glob(Path(), pattern), step) for pattern, step in DEFAULT.items()
    )
    extend_severity_by_path: tuple[tuple[Glob, Step], ...] = ()
    src: tuple[Path, ...] = ()
    ignore_noqa: bool = False
    fix: bool = False
    unsafe_fixes: bool = False
    output_format: str = "text"
    jobs: int = 0
    cache: bool = True
    cache_dir: str = ""
    baseline: Path | None = None
    verify: VerifyConfig = field(default_factory=VerifyConfig)
    provenance: Mapping[str, str] = field(default_factory=dict)
    reads_projects: bool = False
    inferred: frozenset[str] = frozenset()
    seen_eager: Mapping[str, RanEager] = field(default_factory=dict)

    def jax_range(self, path: Path) -> JaxRange:
        """The releases of JAX that a file is for, and where that is said.

        What is set holds for every file; the rest is what the nearest project files say.
        """
        from jaxopt_lint.settings.jaxversion import JaxRange, installed_by

        floor = None if "min-jax" in self.inferred else self.min_jax
        ceiling = None if "target-jax" in self.inferred else self.target_jax
        key = "target-jax" if ceiling is not None else "min-jax"
        origin = f"`{key}` ({self.provenance.get(key, 'settings')})" if floor or ceiling else ""
        if not self.reads_projects:
            return JaxRange(floor, ceiling, origin)
        near, beside = self._stated(path.absolute().parent)
        if path.suffix == ".ipynb":
            near = installed_by(path.absolute()) or near
        if ceiling is not None and floor is None and near.floor is not None:
            from packaging.version import Version

            # The target was set below what the project asks for: then that is the range.
            floor = min(near.floor, ceiling, key=Version)
            return JaxRange(floor, ceiling, origin, beside=beside)
        dated = near.dated and ceiling is None
        newest, python = ceiling or near.ceiling, "" if origin else near.python
        origin, most = origin or near.origin, near.most if dated else None
        return JaxRange(floor or near.floor, newest, origin, dated, beside, most, python=python)

    def _stated(self, directory: Path) -> tuple[JaxRange, Said]:
        if directory not in self._ranges:
            from jaxopt_lint.settings.beside import beside
            from jaxopt_lint.settings.jaxversion import stated, upwards

            around = beside(upwards(directory), self._read_beside)
            self._ranges[directory] = stated(directory, self._read), around
        return self._ranges[directory]

    @cached_property
    def _ranges(self) -> dict[Path, tuple[JaxRange, Said]]:
        return {}

    @cached_property
    def _read_beside(self) -> dict[Path, Said]:
        return {}

    @cached_property
    def _read(self) -> Known:
        return {}

    def hides(self, finding: Finding) -> bool:
        """Whether `min-confidence` or `per-file-ignores` leaves a finding out."""
        return bool(self.hidden_by(finding))

    def hidden_by(self, finding: Finding) -> str:
        """The setting that leaves a finding out, with what it says; "" where none does."""
        if _RANK[finding.confidence] < _RANK[self.min_confidence]:
            return f"min-confidence = {self.min_confidence.value}"
        if not self.per_file_ignores:
            return ""
        path = self.root / finding.path
        for glob, selectors in self.per_file_ignores:
            if any(matches(s, finding.code, finding.name) for s in selectors):
                if glob.matches(path):
                    return f"per-file-ignores: {glob.pattern} = {', '.join(selectors)}"
        return ""

    def matters(self, finding: Finding) -> bool:
        """Whether a finding is as severe as what is printed for people and fails a run."""
        return finding.severity.at_least(self.severity)

    def weighed(
        self, findings: Sequence[Finding], rows: Mapping[int, tuple[Step, str, str]] | None = None
    ) -> list[Finding]:
        """Findings of one file, with the severity that the place of each leaves it.

        Args:
            rows: what becomes of the severity on some rows, and why; then comes
                `severity-by-path`.
        """
        if not findings:
            return []
        rows = rows or {}
        findings = [weighed(f, *rows[f.start.row]) if f.start.row in rows else f for f in findings]
        path = findings[0].path
        # The names that are there by default speak of modules, and mean notebooks as well.
        usual = Path(path).with_suffix(".py") if path.endswith(".ipynb") else Path(path)
        for glob, step in reversed((*self.severity_by_path, *self.extend_severity_by_path)):
            if glob.pattern in KINDS:
                fits = is_copy(glob.pattern, self.root / path, self.root)
            else:  # the patterns that are there by default are relative to the root
                fits = glob.matches(self.root / path if glob.base.is_absolute() else usual)
            if fits:
                # A benchmark that measures wrongly fails at what it is for; who says in his own
                # settings what benchmarks matter is obeyed.
                default = not glob.base.is_absolute() and glob.pattern in BENCHMARKS
                keep = Step.KEEP if default else step
                return [weighed(f, keep if f.measures else step, glob.pattern) for f in findings]
        return findings

    def may_fix(self, code: str, name: str) -> bool:
        """Whether `fixable` and `unfixable` let a rule's findings be fixed; the longer one wins."""
        on = _strength(self.fixable, code, name)
        return on > 0 and on > _strength(self.unfixable, code, name)

    def source_roots(self) -> tuple[Path, ...]:
        """Directories that modules are imported from, innermost first."""
        roots = self.src or (self.root, self.root / "src")
        return tuple(sorted(roots, key=lambda root: len(root.parts), reverse=True))


def _strength(selectors: tuple[str, ...], code: str, name: str) -> int:
    best = 0
    for selector in selectors:
        if not matches(selector, code, name):
            continue
        exact = selector.lower() == name or selector.upper() == code
        general = selector.upper() == "ALL"
        best = max(best, 99 if exact else 1 if general else 1 + len(selector))
    return best
