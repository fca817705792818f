"""Code of a project in which a function is called, with all that this needs and nothing more.

What is looked for are words: which of the code really reaches the function, running it shows.
"""

from __future__ import annotations

import ast
import contextlib
import doctest
import functools
import os
import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeGuard

from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.inputs.slicing import bound, lines_of, needed, only, read, users, words
from jaxopt_lint.verify.inputs.taking import fixtures, marked, required, unfit
from jaxopt_lint.verify.overlay import is_skipped

DEPTH = 5  # callers of callers, and so on
AT_MOST = 16  # pieces of code for one function
_FILES = 5_000
_BYTES = 1_000_000  # of one file
_FENCE = re.compile(r"```\s*(?:python|py|pycon)\s*\n(.*?)```", re.DOTALL)
_PLACES = ("tests", "test", "examples", "example", "scripts", "demo", "demos", "benchmarks")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NESTED = (*_FUNCTIONS, ast.Lambda)
_DEFINES = (*_FUNCTIONS, ast.ClassDef)


@dataclass(frozen=True)
class Piece:
    """Code that can be run by itself.

    Attributes:
        file: where it stands, from the root of the project.
        line: of the first statement that leads to the function.
        text: the file, lines that are not needed left empty, so that the others keep their numbers.
        call: a function of it without arguments, or a method of a class, that is to be called.
        own: whether it runs with the names of its own module, which is imported.
        rank: the smaller the sooner.
    """

    file: str
    line: int
    text: str
    call: str = ""
    own: bool = False
    rank: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """Where it stands, for people."""
        return f"{self.file}:{self.line}"


def pieces(root: Path, file: Path, qualname: str) -> list[Piece]:
    """The code that may call a function, the most direct first.

    Args:
        file: in which the function is defined.
        qualname: its name there, such as "Class.method".
    """
    found: dict[tuple[str, int, str], Piece] = {}
    for depth, mentions in enumerate(leading(root, file, qualname)):
        for one, meant, near in mentions:
            for piece in one.pieces(meant, depth, near=near):
                found.setdefault((piece.file, piece.line, piece.call), piece)
        if len(found) >= AT_MOST:
            break
    return sorted(found.values(), key=lambda piece: piece.rank)[:AT_MOST]


def leading(root: Path, file: Path, qualname: str) -> Iterator[list[tuple[File, Called, bool]]]:
    """The files that may mention a function, then those that mention what mentions it, and so on;
    each with the names that it mentions, and whether it knows of the function's file."""
    root = root.resolve()
    owner, _, name = qualname.rpartition(".")
    if owner and name.startswith("__"):
        name = owner.rpartition(".")[2]
        called = Called(frozenset({name}), frozenset({name}))
    else:
        called = Called(frozenset({name}))
    home = file.resolve().relative_to(root).as_posix()
    stem = file.stem if file.stem != "__init__" else file.parent.name
    files = dict(texts(root))
    known: set[str] = set()
    homes = {name: {home} for name in called.names}  # the files that define what is looked for
    for depth in range(DEPTH + 1):
        known |= called.names
        callers: dict[str, Called] = {}
        found = []
        for path, text in files.items():
            if any(word in text for word in called.names):
                one = File(path, text, stem, own=path == home)
                meant = called.only(n for n in called.names if one.means(n, homes[n]))
                near = one.own or stem in text
                found.append((one, meant, near))
                if near or depth:
                    callers[path] = one.callers(meant)
        yield found
        names = {n for one in callers.values() for n in one.names} - known
        classes = {n for one in callers.values() for n in one.classes}
        homes = {n: {path for path, one in callers.items() if n in one.names} for n in names}
        called = Called(frozenset(names), frozenset(classes & names))
        if not names:
            return


def is_test(path: str) -> bool:
    """Whether a file holds tests, by the names that pytest looks for."""
    name = path.rpartition("/")[2]
    return name.startswith("test_") or name.endswith("_test.py")


def texts(root: Path) -> Iterator[tuple[str, str]]:
    """The Python files of a project."""
    count = 0
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(one for one in folders if not is_skipped(folder, one) and one[0] != ".")
        for name in sorted(files):
            path = Path(folder, name)
            if not name.endswith(".py") or path.is_symlink() or path.stat().st_size > _BYTES:
                continue
            count += 1
            if count > _FILES:
                return
            yield path.relative_to(root).as_posix(), path.read_text("utf-8", errors="replace")


@dataclass
class _Unit:
    """Something in a file that can be run.

    Attributes:
        line: on which it leads to the function.
        lines: that are kept of it.
        reads: names that it needs of its module.
        last: statements of the module that belong to it.
        call: what is called in the end.
        instead: lines that are replaced.
        whole: the statement of the module that it is in, where that is not kept as it is.
    """

    line: int
    lines: list[int] = field(default_factory=list)
    reads: set[str] = field(default_factory=set)
    last: list[ast.stmt] = field(default_factory=list)
    call: str = ""
    instead: dict[int, str] = field(default_factory=dict)
    whole: ast.stmt | None = None


@dataclass(frozen=True)
class Called:
    """The words that are looked for.

    Attributes:
        classes: those that make what is called later.
    """

    names: frozenset[str]
    classes: frozenset[str] = frozenset()

    def named_in(self, text: str, module: str) -> bool:
        """Whether one is named in a text by itself or as its module's, not as some attribute."""
        names = "|".join(map(re.escape, sorted(self.names)))
        return bool(re.search(rf"(?<![\w.])(?:{re.escape(module)}\.)?(?:{names})\b", text))

    def only(self, names: Iterable[str]) -> Called:
        """Some of them."""
        some = frozenset(names)
        return Called(some, self.classes & some)

    @property
    def direct(self) -> frozenset[str]:
        """Those that are called at once."""
        return self.names - self.classes


@functools.lru_cache(maxsize=256)
def _tree(text: str) -> ast.Module:
    """A file, or an empty one where it cannot be read; many functions are looked for in it."""
    try:
        return parse(text).tree
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


class File:
    """One file, and the pieces of code in it that can be run.

    Args:
        stem: the name of the module that defines what is looked for.
        own: whether this is that module.
    """

    def __init__(self, path: str, text: str, stem: str, *, own: bool) -> None:
        self.path, self.text, self.stem, self.own = path, text, stem, own
        self.tree = _tree(text)
        *folders, _ = path.split("/")
        self.place = 2
        if is_test(path):
            self.place = 0
        elif any(one in _PLACES for one in folders):
            self.place = 1

    def means(self, name: str, homes: Collection[str]) -> bool:
        """Whether a word can stand here for what other files define: this one has no own."""
        if self.path in homes:
            return True
        return not any(getattr(one, "name", None) == name for one in self.tree.body)

    def callers(self, called: Called) -> Called:
        """Functions that mention others, classes whose own methods do, and further names."""
        functions, classes = set(), set()
        for node in ast.walk(self.tree):
            if isinstance(node, _FUNCTIONS) and not words(node).isdisjoint(called.names):
                functions.add(node.name)
            elif isinstance(node, ast.ImportFrom):
                functions |= {
                    one.asname for one in node.names if one.asname and one.name in called.names
                }
            elif isinstance(node, ast.ClassDef):
                methods = [inner for inner in node.body if isinstance(inner, _FUNCTIONS)]
                special = [one for one in methods if one.name.startswith("__")]
                if any(not words(one).isdisjoint(called.names) for one in special):
                    classes.add(node.name)
        return Called(frozenset(functions | classes), frozenset(classes))

    def pieces(self, called: Called, depth: int, *, near: bool) -> Iterator[Piece]:
        """What can be run and mentions a function."""
        for unit in self._units(called):
            body = [one for one in self.tree.body if one is not unit.whole]
            kept: list[ast.stmt] = []
            if not self.own:
                kept, _ = needed(body, unit.last, unit.reads)
            numbers = [number for one in kept for number in lines_of(one)] + unit.lines
            text = only(self.text, numbers, unit.instead)
            size = len(set(numbers)) + len(unit.instead)
            rank = (depth, not near, not called.named_in(text, self.stem), self.place, size)
            yield Piece(self.path, unit.line, text, unit.call, self.own, rank)

    def _units(self, called: Called) -> Iterator[_Unit]:
        script = []
        for statement in self.tree.body:
            if words(statement).isdisjoint(called.names):
                continue
            if isinstance(statement, ast.FunctionDef):
                yield from _of_function(statement, called, fixtures(self.tree))
            elif isinstance(statement, ast.ClassDef):
                yield from _of_class(statement, called)
            elif is_main(statement):
                yield _of_main(statement, called)
            elif not isinstance(statement, (ast.Import, ast.ImportFrom, ast.AsyncFunctionDef)):
                script.append(statement)
        if script and self.own:  # it runs when the module is imported
            yield _Unit(script[0].lineno)
        elif script:
            last = [
                one
                for one in users(self.tree.body, called.names, called.direct)
                if not isinstance(one, _DEFINES)
            ]
            yield _Unit(script[0].lineno, last=last)
        yield from self._examples(called)

    def _examples(self, called: Called) -> Iterator[_Unit]:
        """Examples in docstrings, as prompts or as fenced blocks."""
        for node in ast.walk(self.tree):
            if not isinstance(node, (ast.Module, ast.ClassDef, *_FUNCTIONS)) or not node.body:
                continue
            first = node.body[0]
            if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
                continue
            text = first.value.value
            if not isinstance(text, str) or not any(word in text for word in called.names):
                continue
            for start, code in _code_in(text):
                with contextlib.suppress(SyntaxError, ValueError):
                    if not words(parse(code).tree).isdisjoint(called.names):
                        line = first.lineno + start
                        lines = dict(enumerate(code.split("\n"), line))
                        yield _Unit(line, instead=lines, reads=read(parse(code).tree))


def _code_in(text: str) -> Iterator[tuple[int, str]]:
    """The examples of a text, each with the number of lines above it."""
    with contextlib.suppress(ValueError):
        found = doctest.DocTestParser().get_examples(text)
        if found:
            yield found[0].lineno, "".join(one.source for one in found)
    for match in _FENCE.finditer(text):
        if ">>>" not in match[1]:
            yield text[: match.start(1)].count("\n"), textwrap.dedent(match[1])


def _of_function(
    node: ast.FunctionDef, called: Called, made: Mapping[str, set[str]]
) -> Iterator[_Unit]:
    """A function that can be called without arguments, or with those that its test marks give, and
    fixtures.

    Args:
        made: the fixtures of the file, each with all that are made for it.
    """
    given = marked(node)
    if given is None or unfit(node):
        return
    taken = {name for name in required(node.args) - given if node.name.startswith("test")}
    if not required(node.args) <= given | (taken & made.keys()):
        return
    last = users(node.body, called.names, called.direct)
    header = range(lines_of(node)[0], node.body[0].lineno)
    if not last or not header:
        return
    kept, outer = needed(node.body, last)
    if any(isinstance(one, _NESTED) for statement in kept for one in ast.walk(statement)):
        # Nested functions are known by their number among those of the same name.
        kept, outer = needed(node.body, node.body[: node.body.index(last[-1]) + 1])
    numbers = [*header, *(number for one in kept for number in lines_of(one))]
    own = {name for one in kept for name in bound(one)}
    reads = (
        (outer - own)
        | {name for one in node.decorator_list for name in read(one)}
        | read(node.args)
        | taken.union(*(made[name] for name in taken))
    )
    first = next(one for one in last if not words(one).isdisjoint(called.names))
    yield _Unit(_line(first, called), numbers, reads, call=node.name, whole=node)


def _of_class(node: ast.ClassDef, called: Called) -> Iterator[_Unit]:
    """The tests of a class."""
    for inner in node.body:
        if not isinstance(inner, ast.FunctionDef) or not inner.name.startswith("test"):
            continue
        given = marked(inner)
        if words(inner).isdisjoint(called.names) or given is None or unfit(inner):
            continue
        if required(inner.args) <= {"self", *given}:
            line = _line(inner, called)
            yield _Unit(line, [*lines_of(node)], read(node), call=f"{node.name}.{inner.name}")


def _of_main(node: ast.If, called: Called) -> _Unit:
    """What runs where the file is a script."""
    last = users(node.body, called.names, called.direct)
    kept, outer = needed(node.body, last)
    numbers = [number for one in kept for number in lines_of(one)]
    header = {node.lineno: "if True:"}
    return _Unit(_line(last[0], called), numbers, outer, instead=header, whole=node)


def is_main(statement: ast.stmt) -> TypeGuard[ast.If]:
    """Whether a statement holds what runs where the file is a script."""
    if not isinstance(statement, ast.If) or statement.body[0].lineno == statement.lineno:
        return False
    return "__name__" in words(statement.test)


def _line(node: ast.AST, called: Called) -> int:
    """Where code mentions a function first."""
    found = [
        inner.lineno
        for inner in ast.walk(node)
        if (isinstance(inner, ast.Name) and inner.id in called.names)
        or (isinstance(inner, ast.Attribute) and inner.attr in called.names)
    ]
    return min(found, default=getattr(node, "lineno", 1))
