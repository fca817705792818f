"""Reads the public interface of one release of a library from its wheel or source archive.

Nothing of it is imported or run: names, where they lead, parameters and what is said of their end
are read off the syntax. `scripts/update-companion-names` puts the walks together.
"""

from __future__ import annotations

import ast
import re
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

_TESTS = re.compile(r"(^|\.)(tests?|testing_?utils|examples?|conftest|\w+_tests?|test_\w+)(\.|$)")
_ENDS = re.compile(r"\bdeprecat|\bno longer maintained", re.IGNORECASE)
_BLOCKS = ("body", "orelse", "handlers", "finalbody")
# Decorators that leave the parameters of a function as they are written.
_TRANSPARENT = re.compile(
    r"(^|\.)(jit|partial|contextmanager|lru_cache|cache|wraps|overload|named_call|named_scope"
    r"|\w*deprecat\w*|property|classmethod|staticmethod|abstractmethod|final|compact"
    r"|dataclass|runtime_checkable|transparent|doc_\w+|set_module)$"
)
# Bases that make annotated attributes of a class the parameters of its constructor.
_FIELDS = re.compile(r"(^|\.)(NamedTuple|Module|PyTreeNode|Pytree|Enum)$")


@dataclass
class File:
    """One module of a release: its tree, what its top level binds, and what it takes whole."""

    name: str
    is_package: bool
    tree: ast.Module
    names: dict[str, Any] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    public: set[str] | None = None
    dynamic: set[str] | None = None  # texts of a module with a `__getattr__` of its own


def walk(archive: Path, package: str) -> dict[str, Any]:
    """What a release offers under public names, with the JAX that it asks for."""
    files, needs = _read(archive, package)
    release = Release(files)
    names: dict[str, Any] = {}
    for module in files:
        if not _is_public(module):
            continue
        for name in release.offered(module):
            if not name.startswith("_"):  # what is of others is there, and that is all
                dotted = f"{module}.{name}"
                names[dotted] = release.lookup(dotted) or ["x", "", None, ""]
    return {
        "needs": needs,
        "modules": sorted(m for m in files if _is_public(m)),
        "dynamic": {m: sorted(f.dynamic) for m, f in files.items()
                    if f.dynamic is not None and _is_public(m)},
        "ended": sorted(f"{m}.{n}" for m, f in files.items() if _is_public(m)
                        for n in _ended(f.tree)),
        "names": names,
    }  # fmt: skip


def _ended(tree: ast.Module) -> Iterator[str]:
    """The names of which a module says that they are gone: `"name": ("it was removed", None)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                match key, value:
                    case ast.Constant(str(name)), ast.Tuple([_, ast.Constant(None)]):
                        yield name


def _is_public(dotted: str) -> bool:
    return not any(part.startswith("_") for part in dotted.split(".")) and not _TESTS.search(dotted)


def _read(archive: Path, package: str) -> tuple[dict[str, File], list[str]]:
    """The modules below a package, and the requirements that speak of JAX."""
    files: dict[str, File] = {}
    needs: list[str] = []
    for path, text in _texts(archive):
        if path.endswith(("METADATA", "PKG-INFO")):
            needs += HeaderParser().parsestr(text).get_all("Requires-Dist") or []
        found = re.search(rf"(?:^|/)({package}(?:/[\w/]+)?)\.py$", path)
        if found is None or (archive.suffix != ".whl" and not re.match(
            rf"[^/]+/(src/)?{package}(/|\.)", path
        )):  # fmt: skip
            continue
        dotted = found[1].replace("/", ".")
        is_package = dotted.endswith(".__init__")
        dotted = dotted.removesuffix(".__init__")
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        files[dotted] = _file(dotted, is_package, tree)
    return files, sorted({n for n in needs if re.match(r"jax(lib)?\b(?!-)", n)})


def _texts(archive: Path) -> Iterator[tuple[str, str]]:
    wanted = (".py", "METADATA", "PKG-INFO")
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as z:
            for name in z.namelist():
                if name.endswith(wanted):
                    yield name, z.read(name).decode("utf-8", "replace")
        return
    with tarfile.open(archive) as t:
        for member in t:
            if member.isfile() and member.name.endswith(wanted):
                held = t.extractfile(member)
                if held is not None:
                    yield member.name, held.read().decode("utf-8", "replace")


def _file(name: str, is_package: bool, tree: ast.Module) -> File:
    file = File(name, is_package, tree)
    _bind(file, tree.body, False)
    if "__getattr__" in file.names or any(
        isinstance(n, ast.Attribute) and n.attr in ("attach", "attach_stub") for n in ast.walk(tree)
    ):
        texts = (n.value for n in ast.walk(tree) if isinstance(n, ast.Constant))
        file.dynamic = {t for t in texts if isinstance(t, str) and t.isidentifier()}
    return file


def _bind(file: File, body: Iterable[ast.AST], spare: bool) -> None:
    """What statements bind; in a handler (`spare`) only what is not bound yet."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            _put(file, node.name, node, spare)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name.split(".")[0]
                _put(file, bound, ("to", alias.name if alias.asname else bound), spare)
        elif isinstance(node, ast.ImportFrom):
            base = _base(file, node)
            for alias in node.names:
                if alias.name == "*":
                    file.stars.append(base)
                else:
                    _put(file, alias.asname or alias.name, ("to", f"{base}.{alias.name}"), spare)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name) and node.value is not None:
                    if target.id == "__all__":
                        file.public = _texts_in(node.value)
                    _put(file, target.id, ("is", node.value), spare)
        elif isinstance(node, (ast.If, ast.Try, ast.With, ast.ExceptHandler)):
            for block in _BLOCKS:
                _bind(file, getattr(node, block, ()), spare or block == "handlers")


def _put(file: File, name: str, what: Any, spare: bool) -> None:
    if not spare or name not in file.names:
        file.names[name] = what


def _texts_in(value: ast.expr) -> set[str] | None:
    if not isinstance(value, (ast.List, ast.Tuple)):
        return None
    return {e.value for e in value.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)}


def _base(file: File, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    parts = file.name.split(".")
    parts = parts[: len(parts) - node.level + file.is_package]
    return ".".join([*parts, *([node.module] if node.module else [])])


class Release:
    """The modules of one release, and where names lead among them."""

    def __init__(self, files: dict[str, File]) -> None:
        self.files = files

    def offered(self, module: str) -> set[str]:
        """The names that reading a module gives."""
        return self._offered(module, frozenset())

    def _offered(self, module: str, seen: frozenset[str]) -> set[str]:
        file = self.files.get(module)
        if file is None or module in seen:
            return set()
        out = set(file.names)
        for star in file.stars:
            there = self.files.get(star)
            given = self._offered(star, seen | {module})
            if there is not None and there.public is not None:
                given &= there.public
            out |= {name for name in given if not name.startswith("_")}
        return out

    def lookup(self, dotted: str, depth: int = 0) -> list[Any] | None:
        """Kind, home, parameters and what is said of its end, for what the library itself
        defines; None for what it takes from elsewhere."""
        if depth > 20:
            return None
        if dotted in self.files:
            return ["m", dotted, None, _end(self.files[dotted].tree)]
        module, _, name = dotted.rpartition(".")
        file = self.files.get(module)
        if file is None:
            if not module or "." not in dotted:
                return None
            # `from . import alias` and then `alias.adam`
            around = self.lookup(module, depth + 1)
            if around is None or around[0] != "m" or around[1] == module:
                return None
            return self.lookup(f"{around[1]}.{name}", depth + 1)
        if name not in file.names:
            for star in file.stars:
                if name in self._offered(star, frozenset({module})):
                    return self.lookup(f"{star}.{name}", depth + 1)
            return None
        held = file.names[name]
        if isinstance(held, ast.ClassDef):
            return ["c", dotted, self._made(file, held, 0), _end(held)]
        if isinstance(held, ast.AST):
            return ["f", dotted, _parameters(held), _end(held)]
        way, value = held
        if way == "to":
            return self.lookup(value, depth + 1) if value != dotted else None
        if isinstance(value, (ast.Name, ast.Attribute)):
            spelled = ast.unparse(value)
            head, _, rest = spelled.partition(".")
            there = file.names.get(head)
            if isinstance(there, tuple) and there[0] == "to":
                return self.lookup(there[1] + (f".{rest}" if rest else ""), depth + 1)
            return self.lookup(f"{module}.{spelled}", depth + 1) if head != name else None
        if isinstance(value, ast.Call) and "TypeVar" not in ast.unparse(value.func):
            return ["v", dotted, None, ""]
        return ["v", dotted, None, ""] if not name.isupper() else None

    def _made(self, file: File, owner: ast.ClassDef, depth: int) -> list[Any] | None:
        """The parameters by which an object of a class is made; None where they are not known."""
        for statement in owner.body:
            if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
                found = _parameters(statement)
                return None if found is None else [found[0][1:], *found[1:]]
            if isinstance(statement, ast.FunctionDef) and statement.name == "__new__":
                return None
        marks = [ast.unparse(d) for d in owner.decorator_list]
        bases = [ast.unparse(b) for b in owner.bases]
        if owner.keywords or depth > 6 or any("metaclass" in m for m in marks):
            return None
        fields: list[list[Any]] = []
        known = any("dataclass" in m for m in marks) or any(_FIELDS.search(b) for b in bases)
        for base in owner.bases:
            spelled = ast.unparse(base)
            head, _, rest = spelled.partition(".")
            there = file.names.get(head)
            target = f"{file.name}.{spelled}"
            if isinstance(there, tuple) and there[0] == "to":
                target = there[1] + (f".{rest}" if rest else "")
            found = self.lookup(target)
            if found is None or found[0] != "c":
                continue
            home, _, last = found[1].rpartition(".")
            node = self.files[home].names[last]
            inherited = self._made(self.files[home], node, depth + 1)
            if inherited is None and last not in ("Module", "PyTreeNode", "Pytree"):
                return None
            if inherited is not None and inherited[4] == "init":
                return inherited
            fields += (inherited or [[]])[0]
            known = True
        if not known:
            return None
        for statement in owner.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                if "ClassVar" in ast.unparse(statement.annotation):
                    continue
                name = statement.target.id
                fields = [f for f in fields if f[0] != name]
                fields.append([name, statement.value is not None])
        return [fields, [], False, True, "fields"]  # what its bases take by keyword is not known


def _parameters(node: ast.AST) -> list[Any] | None:
    """Those by position, those by keyword alone, `*args`, `**kwargs`; each with whether it has a
    default."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return None
    for mark in node.decorator_list:
        head = mark.func if isinstance(mark, ast.Call) else mark
        if not _TRANSPARENT.search(ast.unparse(head)):
            return None
    given = node.args
    first = [*given.posonlyargs, *given.args]
    bare = len(first) - len(given.defaults)
    by_place = [[a.arg, i >= bare] for i, a in enumerate(first)]
    by_name = [[a.arg, d is not None]
               for a, d in zip(given.kwonlyargs, given.kw_defaults, strict=True)]  # fmt: skip
    return [by_place, by_name, given.vararg is not None, given.kwarg is not None, "init"]


def _end(node: ast.AST) -> str:
    """What a definition says of its own end: a warning that it raises first thing, a decorator, or
    the head of its docstring."""
    for mark in getattr(node, "decorator_list", ()):
        text = ast.unparse(mark)
        if "deprecat" in text.lower():
            return f"@{text}"
    bodies = [getattr(node, "body", [])]
    if isinstance(node, ast.ClassDef):
        bodies = [
            s.body
            for s in node.body
            if isinstance(s, ast.FunctionDef)
            and s.name in ("__init__", "__post_init__", "__new__", "setup", "__call__")
        ]
    for body in bodies:
        for statement in body:
            if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
                continue
            text = ast.unparse(statement.value)
            if _ENDS.search(text) and re.search(r"warn", text):
                return text[:600]
    doc = ast.get_docstring(node) if isinstance(node, (
        ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef, ast.Module)) else None  # fmt: skip
    if doc and (found := _ENDS.search(doc[:400])):
        start = max(0, found.start() - 100)
        return f'"""{doc[start : found.end() + 200]}"""'
    return ""
