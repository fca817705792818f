"""The requirements that the files of a project state: lists of them, the most binding first.

Read are `pyproject.toml` (PEP 621, PEP 735 groups, Poetry, pixi), `setup.cfg`, a `setup.py` that
spells its lists out, `*requirements*.txt`, `Pipfile`, `pixi.toml` and conda's `environment.yml`,
whatever stands around `env` in its name.
Lock files are not: they say what was resolved once, and not what the project allows (`locks.py`).
A file that cannot be read or parsed states nothing; it is the packaging tool's to complain.
"""

from __future__ import annotations

import ast
import codecs
import configparser
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jaxopt_lint.settings.implied import TENSORFLOW
from jaxopt_lint.syntax.reading import parse

# The place, in words for the user, and one list of requirements for each alternative in it:
# each extra of a package is an alternative to the others.
Place = tuple[str, list[list[str]]]

# The libraries around JAX of which it is known what their releases removed.
AROUND = (
    "chex", "diffrax", "distrax", "dm-haiku", "equinox", "flax", "jaxopt", "jraph", "numpy",
    "numpyro", "optax", "orbax-checkpoint",
)  # fmt: skip
# Where a repository begins, what packages are made by, and what tells of a project besides.
ROOT_MARKS = (".git", ".hg")
PACKAGING = ("pyproject.toml", "setup.py", "setup.cfg")
TELLING = ("README*", "*requirements*.txt")
_LARGEST = 1_000_000  # bytes; nobody writes requirements by the megabyte
_LARGEST_LOCK = 20_000_000  # which tools do
# What a text must hold that says which JAX is installed, be it by what goes with it.
_SPEAKS = re.compile(
    rb"jax|-r|flax|optax|chex|distrax|haiku|equinox|numpyro|diffrax|jraph|orbax|tfp|rlax|python",
    re.IGNORECASE,
)
_ANY = re.compile(r"\s*(?:flax|optax|chex|distrax|dm-haiku|equinox)\b", re.IGNORECASE)
# Options of pip in front of a requirement: where it is to be found.
_FOUND_AT = re.compile(
    r"^(?:(?:-f|-i|--find-links|--index-url|--extra-index-url)(?:\s+|=)\S+\s+|-U\s+|--upgrade\s+)+"
)
# How conda's file is called, and what makes another file one.
_ENVIRONMENTS, _YAML = ("environment", "env"), ("yml", "yaml")
_CONDA = re.compile(r"^dependencies\s*:", re.MULTILINE)
_INCLUDES = 5  # how deep `-r` is followed
_INCLUDED = re.compile(r"^\s*-\s+[\"']?(?:-r|--requirement)[\s=]+([^\s\"'#]+)", re.MULTILINE)


def places(directory: Path) -> Iterator[Place]:
    """Where the files of one directory state requirements, the one that binds most first."""
    yield from _pyproject(directory / "pyproject.toml")
    yield from _setup_cfg(directory / "setup.cfg")
    yield from _setup_py(directory / "setup.py")
    environments = [directory / f"{name}.{kind}" for name in _ENVIRONMENTS for kind in _YAML]
    # One that installs a list of requirements says for which Python that is, and so binds more.
    whole = [file for file in environments if _INCLUDED.search(text_of(file))]
    yield from ((file.name, [list(conda(file))]) for file in whole)
    first = directory / "requirements.txt"
    yield first.name, [list(listed(first))]
    others = [f for f in matching(directory, "*requirements*.txt") if f != first]
    yield from alternatives([(f.name, list(listed(f))) for f in others], "")
    yield from _pipfile(directory / "Pipfile")
    yield from _pixi(directory / "pixi.toml")
    yield from ((f.name, [list(conda(f))]) for f in environments if f not in whole)
    named = (f for kind in _YAML for f in matching(directory, f"*env*.{kind}"))
    more = [f for f in named if f not in environments and _CONDA.search(text_of(f))]
    yield from alternatives([(f.name, list(conda(f))) for f in more], "")


def _pyproject(file: Path) -> Iterator[Place]:
    text = text_of(file)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    project = _table(data.get("project"))
    listed = [*_strings(project.get("dependencies")), *_python(project.get("requires-python"))]
    yield f"{file.name}: project.dependencies", [listed]
    poetry = _table(_table(data.get("tool")).get("poetry"))
    yield f"{file.name}: tool.poetry.dependencies", list(_poetry(poetry.get("dependencies")))
    for where, table in (
        ("project.optional-dependencies", project.get("optional-dependencies")),
        ("dependency-groups", data.get("dependency-groups")),
    ):
        lists = [(f"{where}.{name}", _strings(given)) for name, given in _table(table).items()]
        yield from alternatives(lists, f"{file.name}: ")
    for name, group in _table(poetry.get("group")).items():
        where = f"{file.name}: tool.poetry.group.{name}"
        yield where, list(_poetry(_table(group).get("dependencies")))
    pixi = _table(_table(data.get("tool")).get("pixi"))
    yield from _pixi_tables(pixi, f"{file.name}: tool.pixi.")


def _poetry(dependencies: Any) -> Iterator[list[str]]:
    """What Poetry's table says of jax and of what it needs, in the words of PEP 508."""
    table = _table(dependencies)
    beside = [
        one
        for name in ("python", "scipy", "ml-dtypes", "jaxlib", *TENSORFLOW, *AROUND)
        for one in _poetry_bounds(name, _unconditional(table.get(name)))[:1]
    ]
    given = table.get("jax")
    entries = given if isinstance(given, list) else [given]
    found = [one for entry in entries for one in _poetry_bounds("jax", entry)]
    yield from [[one, *beside] for one in found] or ([beside] if beside else [])


def _unconditional(entry: Any) -> Any:
    """The one bound that an entry of Poetry's table sets wherever it is installed; None if none."""
    if isinstance(entry, dict) and not {*entry} & {"markers", "optional", "platform", "python"}:
        entry = entry.get("version")
    return entry if isinstance(entry, str) and "||" not in entry else None


def _poetry_bounds(name: str, entry: Any) -> list[str]:
    """The alternatives that one entry of Poetry's table allows."""
    version = entry.get("version") if isinstance(entry, dict) else entry
    if not isinstance(version, str):
        return []
    out = []
    for alternative in version.split("||"):
        parts = [_poetry_bound(part.strip()) for part in alternative.split(",")]
        out.append(f"{name}{','.join(p for p in parts if p)}")
    return out


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


def _pipfile(file: Path) -> Iterator[Place]:
    """What Pipenv's table says of jax and of the Python around it."""
    try:
        data = tomllib.loads(text_of(file))
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    python = _table(data.get("requires")).get("python_version")
    beside = [f"python=={python}.*"] if isinstance(python, str) else []
    for section in ("packages", "dev-packages"):
        given = _table(data.get(section))
        found = [b for name in ("jax", "jaxlib") for b in _poetry_bounds(name, given.get(name))]
        yield f"{file.name}: {section}", [[*found, *beside]]


def _pixi(file: Path) -> Iterator[Place]:
    """What pixi's tables say of jax and of the Python around it."""
    try:
        data = tomllib.loads(text_of(file))
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    yield from _pixi_tables(data, f"{file.name}: ")


def _pixi_tables(data: dict[str, Any], head: str) -> Iterator[Place]:
    python = _table(data.get("dependencies")).get("python")
    beside = [f"python{_conda_bound(python)}"] if isinstance(python, str) else []
    for section in ("dependencies", "pypi-dependencies"):
        found = []
        for name in ("jax", "jaxlib"):
            given = _table(data.get(section)).get(name)
            version = given.get("version") if isinstance(given, dict) else given
            found += [f"{name}{_conda_bound(version)}"] if isinstance(version, str) else []
        if found:
            yield f"{head}{section}", [[*found, *beside]]


def _conda_bound(version: str) -> str:
    """`0.4.*` and `0.4.30` are exact, `*` is anything."""
    if version.strip() == "*":
        return ""
    return f"=={version}" if version[:1].isdigit() else version


def _setup_cfg(file: Path) -> Iterator[Place]:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text_of(file))
    except configparser.Error:
        return
    stated = parser.get("options", "install_requires", fallback="")
    python = parser.get("options", "python_requires", fallback=None)
    yield f"{file.name}: options.install_requires", [[*_lines(stated), *_python(python)]]
    if parser.has_section("options.extras_require"):
        extras = parser.items("options.extras_require")
        lists = [(f"options.extras_require.{name}", _lines(value)) for name, value in extras]
        yield from alternatives(lists, f"{file.name}: ")


def _setup_py(file: Path) -> Iterator[Place]:
    """The lists that a call of `setup` spells out, in it, in names at the top of the file, or in
    functions that do nothing but return them."""
    try:
        tree = parse(text_of(file)).tree
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    names = _named(tree.body)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if getattr(node.func, "id", getattr(node.func, "attr", "")) != "setup":
            continue
        given = {k.arg: _literal(k.value, names) for k in node.keywords if k.arg is not None}
        wanted = [*_strings(given.get("install_requires")), *_python(given.get("python_requires"))]
        yield f"{file.name}: install_requires", [wanted]
        extras = _table(given.get("extras_require")).items()
        lists = [(f"extras_require.{name}", _strings(value)) for name, value in extras]
        yield from alternatives(lists, f"{file.name}: ")


def _named(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """What statements give names to; under "f()" what a function returns."""
    names: dict[str, ast.expr] = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            names[statement.targets[0].id] = statement.value
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if statement.value is not None:
                names[statement.target.id] = statement.value
        elif isinstance(statement, ast.FunctionDef):
            returns = [n for n in ast.walk(statement) if isinstance(n, ast.Return)]
            value = returns[0].value if returns == statement.body[-1:] else None
            if value is not None:
                names = {**_named(statement.body), **names, f"{statement.name}()": value}
    return names


def _literal(node: ast.expr | None, names: dict[str, ast.expr]) -> Any:
    """What an expression of literals, names for them and `+` is; a part that is not known is left
    out of a list or a table, and makes anything else None."""
    match node:
        case ast.Constant(value=plain):
            return plain
        case ast.Name(id=name) if name in names:
            return _literal(names[name], {n: v for n, v in names.items() if n != name})
        case ast.Call(func=ast.Name(id=name)) if f"{name}()" in names:
            call = f"{name}()"
            return _literal(names[call], {n: v for n, v in names.items() if n != call})
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            out: list[Any] = []
            for element in elements:
                if isinstance(element, ast.Starred):
                    several = _literal(element.value, names)
                    out += several if isinstance(several, list) else []
                else:
                    out.append(_literal(element, names))
            return out
        case ast.Dict(keys=keys, values=values):
            table: dict[Any, Any] = {}
            for key, value in zip(keys, values, strict=True):
                known = _literal(value, names)
                if key is None:
                    table |= _table(known)
                elif isinstance(name := _literal(key, names), str):
                    table[name] = known
            return table
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            parts = [_literal(left, names), _literal(right, names)]
            if any(isinstance(part, list) for part in parts):
                return [one for part in parts if isinstance(part, list) for one in part]
            return "".join(parts) if all(isinstance(part, str) for part in parts) else None
        case ast.JoinedStr(values=values):
            texts = [
                _literal(v.value if isinstance(v, ast.FormattedValue) else v, names) for v in values
            ]
            return "".join(texts) if all(isinstance(text, str) for text in texts) else None
    return None


def listed(file: Path, depth: int = _INCLUDES) -> Iterator[str]:
    """The requirements of a file for `pip install -r`, with those of the files that it includes.

    What `conda list --export` has written (`jax=0.3.1=pypi_0`) is read as well: a single `=` is
    nothing that pip knows.
    """
    for line in text_of(file).replace("\\\n", " ").splitlines():
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        found = re.fullmatch(r"(?:-r|--requirement)[\s=]+(\S+)", line)
        if found and depth:
            yield from listed(file.parent / found[1], depth - 1)
        elif (item := _without_options(line)) and not item.startswith("-"):
            yield re.sub(r"^([\w.-]+)=(\d[^\s=]*)(?:=\S*)?$", r"\1==\2", item)


def conda(file: Path) -> Iterator[str]:
    """Items of the file's lists; conda's `jax=0.4.30` stands for any build of that version."""
    for line in text_of(file).splitlines():
        found = re.fullmatch(r"\s*-\s+([^#]+?)\s*(?:#.*)?", line)
        if found and (included := _INCLUDED.match(line)):
            yield from listed(file.parent / included[1])
        elif found:
            item = re.sub(r"^[\w-]+::", "", _without_options(found[1]))
            item = re.sub(r"^([\w.-]+)\s*=\s*([\d.]+[\d])(?:=\S*)?$", r"\1==\2.*", item)
            yield item.replace("=*", "*") if item.endswith("=*") else item


def _without_options(line: str) -> str:
    """A line without what is for pip or a shell alone: options around it, and quotes.

    >>> _without_options('"jax[tpu]==0.4.14" -f URL'), _without_options("--find-links=URL jax<0.5")
    ('jax[tpu]==0.4.14', 'jax<0.5')
    """
    bare = re.split(r"\s+--?[A-Za-z]", _FOUND_AT.sub("", line), maxsplit=1)[0].strip()
    return bare[1:-1].strip() if re.fullmatch(r"\"[^\"]*\"|'[^']*'", bare) else bare


def alternatives(lists: list[tuple[str, list[str]]], head: str) -> Iterator[Place]:
    """Several lists of which each may hold by itself, named by the one if only one is of use.

    Args:
        lists: what each is called, a file or, within one, a path of keys; and what it holds.
        head: the file that they stand in; "" where each is one of its own.
    """
    jax = [(where, given) for where, given in lists if any("jax" in g.lower() for g in given)]
    useful = jax or [(w, given) for w, given in lists if any(_ANY.match(g) for g in given)]
    if useful:
        where = useful[0][0]
        if len(useful) > 1 and head:
            where = where.rpartition(".")[0]
        elif len(useful) > 1:
            where = ", ".join(dict.fromkeys(name for name, _ in useful))
        yield f"{head}{where}", [given for _, given in useful]


def _python(bounds: Any) -> list[str]:
    """The releases of Python that a project allows, spelled as a requirement."""
    return [f"python{bounds.strip()}"] if isinstance(bounds, str) else []


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _strings(value: Any) -> list[str]:
    return [v for v in value if isinstance(v, str)] if isinstance(value, list) else []


def matching(directory: Path, pattern: str) -> list[Path]:
    """The files and folders below a folder that fit a pattern, in order."""
    try:
        return sorted(directory.glob(pattern))
    except OSError:
        return []


def text_of(file: Path, *, locked: bool = False, word: bytes = b"") -> str:
    """The text of a file that may say which JAX is installed; empty for any other.

    Args:
        locked: it is a lock, which may be larger than what people write.
        word: it has to hold this as well.
    """
    try:
        largest = _LARGEST_LOCK if locked else _LARGEST
        if not file.is_file() or file.stat().st_size > largest:
            return ""
        raw = file.read_bytes()
        if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raw = raw.decode("utf-16").encode()  # as PowerShell writes what it is told to keep
        return raw.decode("utf-8-sig") if word in raw and _SPEAKS.search(raw) else ""
    except (OSError, ValueError):
        return ""
