"""The pinned projects of the corpus: fetched by hash, unpacked without running their code."""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = ROOT / "tests" / "corpus" / "projects.toml"
KEPT_SUFFIXES = {".py", ".pyi", ".ipynb"}
KEPT_NAMES = {"pyproject.toml"}  # tells the project's root and its supported JAX
USED = ROOT / "tests" / "corpus" / "used.toml"
MAX_FILE = 16 * 1024 * 1024


class CorpusError(Exception):
    """Something that the user has to put right; its text is the whole message."""


@dataclass(frozen=True, slots=True)
class Project:
    """One released project, named by the hash of its archive."""

    name: str
    version: str
    file: str
    sha256: str

    @property
    def slug(self) -> str:
        """The name of its folder in the cache."""
        return f"{self.name}-{self.version}"


def cache_dir() -> Path:
    """Where archives and projects lie: `$JAXOPT_LINT_CORPUS`, or a folder of the user's."""
    chosen = os.environ.get("JAXOPT_LINT_CORPUS")
    return Path(chosen) if chosen else Path.home() / ".cache" / "jaxopt-lint-corpus"


def projects(names: list[str] | None = None, table: Path = PROJECTS) -> list[Project]:
    """The pinned projects, all of them or those named."""
    with table.open("rb") as file:
        rows = tomllib.load(file)["project"]
    found = [Project(r["name"], r["version"], r["file"], r["sha256"]) for r in rows]
    if not names:
        return found
    unknown = sorted(set(names) - {p.name for p in found})
    if unknown:
        raise CorpusError(f"not a project of the corpus: {', '.join(unknown)}")
    return [p for p in found if p.name in names]


def used(name: str) -> list[str]:
    """What a repository (`owner/name`) or a released project was fetched for before."""
    with USED.open("rb") as file:
        rows = tomllib.load(file)["repository"]
    short = name.rpartition("/")[2].lower()
    found = [use for r in rows if r["name"].lower() == name.lower() for use in r["used-for"]]
    # Forks and mirrors hold the same code under another owner.
    found += [
        f"{r['name']}: {use}"
        for r in rows
        if r["name"].rpartition("/")[2].lower() == short and r["name"].lower() != name.lower()
        for use in r["used-for"]
    ]
    found += [f"release {p.slug}: tuned on" for p in projects() if p.name.lower() == short]
    return found


def project_dir(project: Project) -> Path:
    """The unpacked project, which must have been fetched."""
    path = cache_dir() / project.slug
    if not path.is_dir():
        raise CorpusError(f"{project.slug} is not in {cache_dir()}: run `scripts/corpus fetch`")
    return path


def fetched(chosen: list[Project]) -> list[Project]:
    """The same projects, once it is sure that each has been unpacked."""
    for project in chosen:
        project_dir(project)
    return chosen


def python_files(folder: Path) -> list[Path]:
    """Every Python file under a folder, sorted."""
    return sorted(p for p in folder.rglob("*.py") if p.is_file())


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _download(project: Project, folder: Path) -> Path:
    """Download one archive by its exact file name; unearth builds nothing, as pip would."""
    try:
        unearth = importlib.import_module("unearth")
    except ImportError:
        raise CorpusError(
            "`scripts/corpus fetch` downloads with unearth: pip install unearth"
        ) from None
    index = os.environ.get("PIP_INDEX_URL")
    finder = unearth.PackageFinder(index_urls=[index] if index else [], ignore_compatibility=True)
    spec = f"{project.name}=={project.version}"
    for match in finder.find_matches(spec, allow_prereleases=True):
        if match.link.filename == project.file:
            return Path(finder.download(match.link, folder))
    raise CorpusError(f"the package index has no {project.file}")


def _archive(project: Project) -> Path:
    """The verified archive of a project, downloaded where it is missing."""
    folder = cache_dir() / ".archives"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / project.file
    if not path.exists():
        with tempfile.TemporaryDirectory(dir=folder) as part:
            _download(project, Path(part)).replace(path)
    found = digest(path)
    if found != project.sha256:
        path.unlink()
        raise CorpusError(f"{project.file}: sha256 is {found}, pinned is {project.sha256}")
    return path


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Regular files of an archive: links, devices and oversized files are passed over."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for info in wheel.infolist():
                if not info.is_dir() and info.file_size <= MAX_FILE:
                    yield info.filename, wheel.read(info)
        return
    with tarfile.open(archive) as sdist:
        for member in sdist:
            if not member.isfile() or member.size > MAX_FILE:
                continue
            handle = sdist.extractfile(member)
            if handle is not None:
                inner = member.name.partition("/")[2]  # an sdist holds one folder
                yield inner, handle.read()


def unpack(archive: Path, target: Path) -> int:
    """Write the sources of an archive under `target`; returns how many files there were."""
    count = 0
    for name, data in _members(archive):
        path = PurePosixPath(name)
        unsafe = path.is_absolute() or ".." in path.parts or "\\" in name or not path.parts
        if unsafe or (path.suffix not in KEPT_SUFFIXES and path.name not in KEPT_NAMES):
            continue
        place = target.joinpath(*path.parts)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        count += 1
    return count


def fetch(project: Project) -> str:
    """Bring one project into the cache; returns one line on what was done."""
    target = cache_dir() / project.slug
    stamp = cache_dir() / ".archives" / f"{project.slug}.unpacked"
    if target.is_dir() and stamp.is_file() and stamp.read_text().strip() == project.sha256:
        return f"{project.slug}: present"
    archive = _archive(project)
    fresh = target.with_name(f".new-{target.name}")
    shutil.rmtree(fresh, ignore_errors=True)
    count = unpack(archive, fresh)
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)
    stamp.write_text(project.sha256 + "\n")
    return f"{project.slug}: {count} files"


def fetch_all(chosen: list[Project]) -> None:
    """Fetch several projects at once, a line each."""
    with ThreadPoolExecutor(4) as pool:
        for line in pool.map(fetch, chosen):
            print(line, flush=True)
