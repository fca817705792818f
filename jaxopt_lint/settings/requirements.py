"""The requirements that the files of a project state: lists of them, the most binding first.

Read are `pyproject.toml` (PEP 621, PEP 735 groups, Poetry), `setup.cfg`, a `setup.py` that spells
its lists out, `*requirements*.txt` and conda's `environment.yml`. Lock files are not: they say what
was resolved once, and not what the project allows. A file that cannot be read or parsed states
nothing; it is the packaging tool's to complain.
"""

from __future__ import annotations

import ast
import configparser
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jaxopt_lint.syntax.reading import parse

# The place, in words for the user, and one list of requirements for each alternative in it:
# each extra of a package is an alternative to the others.
Place = tuple[str, list[list[str]]]

_LARGEST = 1_000_000  # bytes; nobody writes requirements by the megabyte
_INCLUDES = 5  # how deep `-r` is followed


def places(directory: Path) -> Iterator[Place]:
    """Where the files of one directory state requirements, the one that binds most first."""
    yield from _pyproject(directory / "pyproject.toml")
    yield from _setup_cfg(directory / "setup.cfg")
    yield from _setup_py(directory / "setup.py")
    first = directory / "requirements.txt"
    yield first.name, [list(_requirements(first, _INCLUDES))]
    others = sorted(f for f in _glob(directory, "*requirements*.txt") if f != first)
    yield from _alternatives([(f.name, list(_requirements(f, _INCLUDES))) for f in others], "")
    for name in ("environment.yml", "environment.yaml"):
        yield name, [list(_conda(directory / name))]


def _pyproject(file: Path) -> Iterator[Place]:
    text = _read(file)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    project = _table(data.get("project"))
    yield f"{file.name}: project.dependencies", [_strings(project.get("dependencies"))]
    poetry = _table(_table(data.get("tool")).get("poetry"))
    yield f"{file.name}: tool.poetry.dependencies", list(_poetry(poetry.get("dependencies")))
    for where, table in (
        ("project.optional-dependencies", project.get("optional-dependencies")),
        ("dependency-groups", data.get("dependency-groups")),
    ):
        lists = [(f"{where}.{name}", _strings(given)) for name, given in _table(table).items()]
        yield from _alternatives(lists, f"{file.name}: ")
    for name, group in _table(poetry.get("group")).items():
        where = f"{file.name}: tool.poetry.group.{name}"
        yield where, list(_poetry(_table(group).get("dependencies")))


def _poetry(dependencies: Any) -> Iterator[list[str]]:
    """What Poetry's table says of jax, in the words of PEP 508."""
    given = _table(dependencies).get("jax")
    for entry in given if isinstance(given, list) else [given]:
        version = entry.get("version") if isinstance(entry, dict) else entry
        if not isinstance(version, str):
            continue
        for alternative in version.split("||"):
            parts = [_poetry_bound(part.strip()) for part in alternative.split(",")]
            yield [f"jax{','.join(p for p in parts if p)}"]


def _poetry_bound(text: str) -> str:
    """`^0.4.7` is `>=0.4.7,<0.5`; `~0.4` is `>=0.4,==0.*`; a bare version is exact."""
    found = re.fullmatch(r"([\^~]?)\s*(\d+(?:\.\d+)*)", text)
    if found is None:
        return "" if text == "*" else text.replace("~=", "~= ")
    sign, version = found.groups()
    numbers = [int(n) for n in version.split(".")]
    if sign == "^":
        at = next((i for i, n in enumerate(numbers) if n), len(numbers) - 1)
    elif sign == "~":
        at = min(1, len(numbers) - 1)
    else:
        return f"=={version}"
    upper = [*numbers[:at], numbers[at] + 1]
    return f">={version},<{'.'.join(map(str, upper))}"


def _setup_cfg(file: Path) -> Iterator[Place]:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(_read(file))
    except configparser.Error:
        return
    stated = parser.get("options", "install_requires", fallback="")
    yield f"{file.name}: options.install_requires", [_lines(stated)]
    if parser.has_section("options.extras_require"):
        extras = parser.items("options.extras_require")
        lists = [(f"options.extras_require.{name}", _lines(value)) for name, value in extras]
        yield from _alternatives(lists, f"{file.name}: ")


def _setup_py(file: Path) -> Iterator[Place]:
    """The lists that a call of `setup` spells out, in it or in names at the top of the file."""
    try:
        tree = parse(_read(file)).tree
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    names: dict[str, ast.expr] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            names[statement.targets[0].id] = statement.value
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if getattr(node.func, "id", getattr(node.func, "attr", "")) != "setup":
            continue
        given = {k.arg: _literal(k.value, names) for k in node.keywords if k.arg is not None}
        yield f"{file.name}: install_requires", [_strings(given.get("install_requires"))]
        extras = _table(given.get("extras_require")).items()
        lists = [(f"extras_require.{name}", _strings(value)) for name, value in extras]
        yield from _alternatives(lists, f"{file.name}: ")


def _literal(node: ast.expr, names: dict[str, ast.expr]) -> Any:
    if isinstance(node, ast.Name):
        node = names.get(node.id, node)
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return list(value) if isinstance(value, tuple) else value


def _requirements(file: Path, depth: int) -> Iterator[str]:
    for line in _read(file).replace("\\\n", " ").splitlines():
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        found = re.fullmatch(r"(?:-r|--requirement)[\s=]+(\S+)", line)
        if found and depth:
            yield from _requirements(file.parent / found[1], depth - 1)
        elif line and not line.startswith("-"):
            yield line.partition(" --")[0]


def _conda(file: Path) -> Iterator[str]:
    """Items of the file's lists; conda's `jax=0.4.30` stands for any build of that version."""
    for line in _read(file).splitlines():
        found = re.fullmatch(r"\s*-\s+[\"']?(?:[\w-]+::)?([^\"'#]+?)[\"']?\s*(?:#.*)?", line)
        if found:
            item = re.sub(r"^([\w.-]+)\s*=\s*([\d.]+[\d])(?:=\S*)?$", r"\1==\2.*", found[1])
            yield item.replace("=*", "*") if item.endswith("=*") else item


def _alternatives(lists: list[tuple[str, list[str]]], head: str) -> Iterator[Place]:
    """Several lists of which each may hold by itself, named by the one if only one is of use."""
    useful = [(where, given) for where, given in lists if any("jax" in g.lower() for g in given)]
    if useful:
        where = useful[0][0] if len(useful) == 1 else useful[0][0].rpartition(".")[0]
        where = where or ", ".join(name for name, _ in useful)
        yield f"{head}{where}", [given for _, given in useful]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _strings(value: Any) -> list[str]:
    return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []


def _glob(directory: Path, pattern: str) -> list[Path]:
    try:
        return list(directory.glob(pattern))
    except OSError:
        return []


def _read(file: Path) -> str:
    """The text of a file that may speak of jax; empty for any other."""
    try:
        if not file.is_file() or file.stat().st_size > _LARGEST:
            return ""
        raw = file.read_bytes()
        return raw.decode("utf-8-sig") if b"jax" in raw.lower() or b"-r" in raw else ""
    except (OSError, ValueError):
        return ""
