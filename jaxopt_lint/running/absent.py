"""Modules that files of a project import from its own packages, and that are nowhere in it.

A package that a file of its own says to be one (`__init__.py`) has the modules that lie in its
folder, whatever they are written in, unless it looks for them in other places. What a build
makes, or each user has a version of his own of, is spoken of in the files beside the packages. A
project that compiles code of other languages may make modules of any name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from jaxopt_lint.files.source import SourceFile

# What lets a package have modules that are not in its folder.
_ELSEWHERE = re.compile(r"__path__|extend_path|sys\.modules|meta_path|path_hooks|__import__|lazy")
_MAKERS = ("setup.py", ".gitignore")  # they need not name the folder
# What says that a build compiles modules.
_COMPILING = {
    "pyproject.toml": re.compile(
        rb"\b(?:scikit[-_]build(?:[-_]core)?|skbuild|mesonpy|maturin|setuptools[-_]rust|ext[-_]modules"
        rb"|cython|pybind11|nanobind|cffi)\b", re.IGNORECASE
    ),
    "setup.py": re.compile(
        rb"\b(?:ext_modules|cythonize|\w*Extension|build_ext|rust_extensions|cffi_modules)\b"
    ),
    "setup.cfg": re.compile(rb"\b(?:ext_modules|cython|pybind11)\b", re.IGNORECASE),
    "CMakeLists.txt": re.compile(
        rb"\b(?:(?:pybind11|nanobind|python3?)_add_(?:module|library)|add_library)\b", re.IGNORECASE
    ),
    "meson.build": re.compile(rb"\bextension_module\b"),
    "Cargo.toml": re.compile(rb"\bpyo3\b|\bcdylib\b"),
}  # fmt: skip
_MOST = 300_000  # bytes of a file that is looked through for a name
_MADE = ("_pb2", "_pb2_grpc")  # by the compiler of protocol buffers, as it names them


def absent(
    sources: Sequence[SourceFile], names: Mapping[Path, str], imported: Iterable[Iterable[str]]
) -> frozenset[str]:
    """The dotted modules that a regular package of the project does not have.

    Args:
        names: the modules of the files.
        imported: the dotted modules that the imports of each file run.
    """
    packages = {
        names[s.path]: None if _ELSEWHERE.search(s.text) else s.path.parent
        for s in sources
        if s.path.name == "__init__.py"
    }
    packages |= _plain(sources, names, packages)
    modules = set(names.values())
    known: dict[str, bool] = {}
    for name in {name for taken in imported for name in taken}:
        parts = name.split(".")
        for i in range(1, len(parts)):
            package, module = ".".join(parts[:i]), ".".join(parts[: i + 1])
            if package not in packages:
                break
            folder = packages[package]
            if module in packages:
                continue
            if module not in modules and module not in known:
                known[module] = folder is not None and not _is_there(folder, parts[i])
            break
    gone = {module: module.rpartition(".")[0] for module, missing in known.items() if missing}
    folders = {above for s in sources for above in s.path.parents} if gone else set()
    return frozenset(m for m, p in gone.items() if not _doubled(p, packages[p], folders))


def _plain(
    sources: Sequence[SourceFile], names: Mapping[Path, str], packages: Mapping[str, Path | None]
) -> dict[str, Path | None]:
    """The folders of modules, without a file of their own that says so, in regular packages: they
    can lie nowhere else than in the folder of the package around them."""
    found: dict[str, Path | None] = {}
    for source in sorted(sources, key=lambda one: len(one.path.parts)):
        package, folder = names[source.path].rpartition(".")[0], source.path.parent
        outer, _, last = package.rpartition(".")
        around = packages.get(outer) or found.get(outer)
        if package not in packages and last == folder.name and around == folder.parent:
            found[package] = folder
    return found


def _doubled(package: str, home: Path | None, folders: Iterable[Path]) -> bool:
    """Whether another folder has the name of a package at the top, as `src/pkg` has beside `pkg`:
    which of them is imported is not known."""
    if "." in package or home is None:
        return False
    others = (f for f in folders if f.name == home.name and f != home and f not in home.parents)
    return any(home not in other.parents for other in others)


def _is_there(folder: Path, module: str) -> bool:
    """Whether a folder has a module, or something speaks of how it gets there."""
    if module.endswith(_MADE) or module in _stems(folder):
        return True
    word = re.escape(os.fsencode(module))
    path = re.compile(rb"\b" + re.escape(os.fsencode(folder.name)) + rb"[/.]" + word + rb"\b")
    tops = [folder, *folder.parents[: _depth(folder)]]
    for name, text in (one for top in tops for one in _said_in(top)):
        if name in _COMPILING and _COMPILING[name].search(text):
            return True
        if re.search(rb"\b" + word + rb"\b", text) if name in _MAKERS else path.search(text):
            return True
    return False


def _depth(folder: Path) -> int:
    """How many folders lie above one, up to the root of its repository."""
    for i, above in enumerate(folder.parents):
        if (above / ".git").exists() or (above / "pyproject.toml").exists() or i == 5:
            return i + 1
    return len(folder.parents)


@cache
def _stems(folder: Path) -> frozenset[str]:
    try:
        return frozenset(entry.partition(".")[0] for entry in os.listdir(folder))
    except OSError:
        return frozenset()


@cache
def _said_in(folder: Path) -> list[tuple[str, bytes]]:
    """The files in a folder that are no Python, and `setup.py`, by name and with their text."""
    out: list[tuple[str, bytes]] = []
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return out
    for entry in entries:
        python = entry.name.endswith((".py", ".ipynb")) and entry.name not in _MAKERS
        try:
            if not python and entry.is_file() and entry.stat().st_size < _MOST:
                out.append((entry.name, Path(entry.path).read_bytes()))
        except OSError:
            continue
    return out
