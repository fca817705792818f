"""Giving everything that one Python file names itself another name, token by token.

What a library, the language or a string looks up keeps its name, and so does what cannot be told
from that. The file stays what it was but for the names: formatting and comments, scopes and
bindings.
"""

from __future__ import annotations

import ast
import builtins
import io
import keyword
import random
import re
import symtable
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count

import libcst as cst
from _corpus_looked_up import ENTRY, HANDS_ON, LIBRARY, LOADED, PLAIN, SOFT, TESTS
from libcst.metadata import MetadataWrapper, PositionProvider

# What the linter or another tool reads of a comment.
READ = re.compile(r"#!|coding[:=]|noqa|jaxopt-lint|type:|pragma|fmt:|pylint|pyright|mypy")
Place = tuple[int, int]  # row and column from 1, columns in code points


@dataclass(frozen=True)
class Edit:
    """An identifier of one row, from a column on, and what it becomes."""

    row: int
    column: int
    old: str
    new: str


@dataclass
class Renamed:
    """A text with other names.

    Attributes:
        names: what each name became, where it did not keep itself in all places.
        edits: by row, in the order of the columns.
    """

    text: str
    names: dict[str, str]
    edits: dict[int, list[Edit]] = field(default_factory=dict)

    def moved(self, row: int, column: int) -> Place:
        """Where a place of the original text is now."""
        shift = 0
        for edit in self.edits.get(row, ()):
            if edit.column + len(edit.old) <= column:
                shift += len(edit.new) - len(edit.old)
        return row, column + shift

    def only(self, text: str, chosen: frozenset[str]) -> Renamed:
        """The original text with some of the new names."""
        edits = [e for row in self.edits.values() for e in row if e.old in chosen]
        return _applied(text, {n: self.names[n] for n in chosen}, edits)

    def original(self, text: str) -> str:
        """A piece of the renamed text, with the names that it had."""
        back = self.__dict__.setdefault("_back", {new: old for old, new in self.names.items()})
        return re.sub(r"\w+", lambda found: back.get(found[0], found[0]), text)


class NotRenamed(Exception):
    """A file that cannot be renamed, with the reason."""


def blanked(text: str) -> str:
    """A text whose comments say nothing, each as long as it was, but for those that tools read."""
    lines = text.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not READ.search(token.string):
            row, column = token.start
            line = lines[row - 1]
            blank = re.sub(r"\w", "x", token.string)
            lines[row - 1] = line[:column] + blank + line[column + len(blank) :]
    return "\n".join(lines)


def rename(
    text: str,
    seed: int = 0,
    own: Callable[[str], bool] = lambda _: False,
    kept: frozenset[str] = frozenset(),
    *,
    loaded: bool = False,
) -> Renamed:
    """The text with other names, neutral ones or loaded ones.

    Args:
        loaded: the new names say much, and nothing that is true.
        own: whether a top-level module of an absolute import belongs to the same project.
        kept: further names to keep, such as console entries.

    Raises:
        NotRenamed: it cannot be read, or would not have the same scopes.
    """
    if "\f" in text or re.search(r"\r(?!\n)", text):
        raise NotRenamed("it has line ends that Python's modules count differently")
    try:
        file = _File(text, ast.parse(text), own, kept)
        places = list(file.places())
    except (SyntaxError, ValueError, RecursionError, tokenize.TokenError) as error:
        raise NotRenamed(f"it cannot be read: {error}") from None
    chosen = {"variable": file.renamed_variables(), "attribute": file.renamed_attributes()}
    places = [place for place in places if place.name in chosen.get(place.role, ())]
    fresh = _loaded(text, seed) if loaded else _neutral(text, seed)
    names = _names({place.name for place in places}, fresh)
    edits = [Edit(place.row, place.column, place.name, names[place.name]) for place in places]
    renamed = _applied(text, names, edits)
    _check(text, renamed)
    return renamed


def _applied(text: str, names: dict[str, str], edits: Iterable[Edit]) -> Renamed:
    """A text with edits."""
    rows: dict[int, list[Edit]] = {}
    for edit in sorted(edits, key=lambda e: (e.row, e.column)):
        rows.setdefault(edit.row, []).append(edit)
    lines = text.split("\n")
    for row, found in rows.items():
        line = lines[row - 1]
        for edit in reversed(found):
            start = edit.column - 1
            if line[start : start + len(edit.old)] != edit.old:
                raise NotRenamed(f"{edit.old} does not stand at {row}:{edit.column}")
            line = line[:start] + edit.new + line[start + len(edit.old) :]
        lines[row - 1] = line
    return Renamed("\n".join(lines), names, rows)


def _check(text: str, renamed: Renamed) -> None:
    """That both have the same scopes, and the same tree but for names."""
    try:
        compile(renamed.text, "renamed", "exec", dont_inherit=True)
        shapes = [_shape(symtable.symtable(t, "x", "exec")) for t in (text, renamed.text)]
    except (SyntaxError, ValueError) as error:
        raise NotRenamed(f"it does not compile: {error}") from None
    if shapes[0] != shapes[1]:
        raise NotRenamed("its scopes would not be the same")


def _shape(table: symtable.SymbolTable) -> object:
    """What a scope is, whatever its names are."""
    flags: Counter[tuple[bool, ...]] = Counter(
        (
            s.is_parameter(), s.is_global(), s.is_nonlocal(), s.is_local(), s.is_free(),
            s.is_imported(), s.is_assigned(), s.is_referenced(), s.is_namespace(),
        )
        for s in table.get_symbols()
    )  # fmt: skip
    return table.get_type(), flags, [_shape(child) for child in table.get_children()]


def _names(chosen: set[str], fresh: Iterator[str]) -> dict[str, str]:
    """A new name for each; what starts with two underscores is mangled in classes."""
    return {old: "__" * old.startswith("__") + next(fresh) for old in sorted(chosen)}


def _neutral(text: str, seed: int) -> Iterator[str]:
    """Names that say nothing, in no order that does, none of which is in the text."""
    taken = set(re.findall(r"\w+", text))
    numbers = list(range(10, 1000))
    random.Random(seed).shuffle(numbers)
    for number in chain(numbers, count(1000)):
        if f"q{number}" not in taken and f"__q{number}" not in taken:
            yield f"q{number}"


def _loaded(text: str, seed: int) -> Iterator[str]:
    """Names that say much, none of which is in the text, or is looked up by something."""
    taken = {*re.findall(r"\w+", text), *dir(builtins), *LIBRARY}
    chance = random.Random(seed)
    for number in count(1):
        for word in chance.sample(LOADED, len(LOADED)):
            name = word if number == 1 else f"{word}_{number}"
            if name not in taken and f"__{name}" not in taken:
                yield name


@dataclass(frozen=True)
class _Place:
    """An identifier: where, and as what: "variable", "attribute", or "kept"."""

    row: int
    column: int
    name: str
    role: str


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NATIVE_FSTRINGS = sys.version_info >= (3, 12)


class _File:
    """What is known of the names of one file."""

    def __init__(
        self, text: str, tree: ast.Module, own: Callable[[str], bool], kept: frozenset[str]
    ) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.tree = tree
        self.own = own
        self.imported: set[str] = set()
        self.library_names: set[str] = set()  # those imported from elsewhere than the project
        self.bound: set[str] = set()  # variables that the file binds itself
        self.fields: set[str] = set()  # class level and `self.x =`
        self.class_level: dict[Place, bool] = {}  # names that stand for a class's own binding
        self.functions: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
        self.methods: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.of_library: set[Place] = set()  # attributes on what is imported
        self.keywords: dict[Place, str] = {}  # keywords of calls, with their role
        self.kept_variables: set[str] = {*dir(builtins), *SOFT, *ENTRY, *kept}
        self.kept_attributes: set[str] = {*LIBRARY, *SOFT, *kept}
        self.strings: set[str] = set()  # what may be a name that is looked up
        self.items: set[str] = set()  # keys of mappings
        self.as_keys: set[int] = set()
        self.unpacks = False  # a mapping becomes keywords
        self.parameters: set[str] = set()
        self.imports: list[tuple[Place, Place]] = []
        self._collect()

    # -- places ---------------------------------------------------------------------------

    def at(self, row: int, byte: int) -> Place:
        """A position of `ast` as row and column."""
        line = self.lines[row - 1]
        if line.isascii():
            return row, byte + 1
        return row, len(line.encode()[:byte].decode()) + 1

    def places(self) -> Iterator[_Place]:
        """Every identifier that could be renamed."""
        before = ""
        readline = io.StringIO(self.text).readline
        for token in tokenize.generate_tokens(readline):
            place = (token.start[0], token.start[1] + 1)
            if token.type == tokenize.STRING and not _NATIVE_FSTRINGS:
                yield from self._in_string(token)
            elif token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                if not any(first <= place < last for first, last in self.imports):
                    yield _Place(*place, token.string, self._role(place, before, token.string))
            if token.type not in (tokenize.NL, tokenize.COMMENT):
                before = token.string

    def _role(self, place: Place, before: str, name: str) -> str:
        if place in self.keywords:
            return self.keywords[place]
        if before == ".":
            return "kept" if place in self.of_library else "attribute"
        return "attribute" if place in self.class_level else "variable"

    def _in_string(self, token: tokenize.TokenInfo) -> Iterator[_Place]:
        """The identifiers in an f-string, which is one token before Python 3.12."""
        prefix = token.string.partition(token.string[-1])[0]
        if "f" not in prefix.lower() or "{" not in token.string:
            return
        try:
            wrapper = MetadataWrapper(cst.parse_module(f"({token.string})\n"))
        except cst.ParserSyntaxError as error:
            raise ValueError(f"an f-string: {error.message}") from None
        row, column = token.start
        for name, role in _FString.of(wrapper, self.imported):
            position = wrapper.resolve(PositionProvider)[name].start
            first = position.line == 1
            yield _Place(
                row + position.line - 1,
                # The parenthesis before it is one column.
                column + position.column if first else position.column + 1,
                name.value,
                role,
            )

    # -- what may be renamed --------------------------------------------------------------

    def renamed_variables(self) -> frozenset[str]:
        """The variables, parameters, functions and classes that get another name."""
        known = self.bound - self.imported - self.kept_variables - self.strings
        if self.unpacks:
            known -= self.items & self.parameters
        return frozenset(n for n in known if not _dunder(n))

    def renamed_attributes(self) -> frozenset[str]:
        """The methods, fields and other attributes that get another name."""
        known = self.fields - self.kept_attributes - self.strings
        if self.unpacks:
            known -= self.items
        return frozenset(n for n in known if not _dunder(n))

    # -- the tree -------------------------------------------------------------------------

    def _collect(self) -> None:
        nodes = list(self._walk(self.tree))
        for node in nodes:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._import(node)
            elif isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
        for node in nodes:
            self._keys(node)
        for node in nodes:
            self._bind(node)
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                self._class(node)
        for node in nodes:
            if isinstance(node, ast.Attribute):
                root = _root(node)
                if root is not None and root in self.imported and root not in self.bound:
                    row, column = self.at(node.end_lineno or 0, node.end_col_offset or 0)
                    self.of_library.add((row, column - len(node.attr)))
            elif isinstance(node, ast.Call):
                self._keywords(node)
            elif isinstance(node, ast.MatchClass):
                self._keep(*node.kwd_attrs)
            elif isinstance(node, (*_FUNCTIONS,)):
                self._looked_up(node)

    def _walk(self, node: ast.AST) -> Iterator[ast.AST]:
        """All nodes whose positions are right; what stands in f-strings is not, before 3.12."""
        todo = [node]
        while todo:
            node = todo.pop()
            if isinstance(node, ast.JoinedStr) and not _NATIVE_FSTRINGS:
                self._keep(*(k.arg for n in ast.walk(node) if isinstance(n, ast.Call)
                             for k in n.keywords if k.arg))  # fmt: skip
                self.strings |= _selfdocumenting(node)
                for inner in ast.walk(node):
                    self._keys(inner)
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                        self.bound.add(inner.id)
                    elif isinstance(inner, ast.arg):
                        self.bound.add(inner.arg)
                    elif isinstance(inner, ast.Constant):
                        self._string(inner)
                continue
            yield node
            todo.extend(ast.iter_child_nodes(node))

    def _keep(self, *names: str) -> None:
        self.kept_variables.update(names)
        self.kept_attributes.update(names)

    def _string(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and len(node.value) < 200:
            text = node.value.strip().lstrip("-").replace("-", "_")
            if re.fullmatch(r"\w+(\s*,\s*\w+)*", text):
                found = re.findall(r"\w+", text)
                (self.items if id(node) in self.as_keys else self.strings).update(found)

    def _keys(self, node: ast.AST) -> None:
        """Strings that are keys of a mapping: they are no names, unless it is unpacked."""
        if isinstance(node, ast.Dict):
            self.as_keys.update(id(key) for key in node.keys)
        elif isinstance(node, ast.Subscript):
            self.as_keys.add(id(node.slice))
        elif isinstance(node, ast.Call):
            if any(k.arg is None for k in node.keywords):
                self.unpacks = True
            if _root(node.func) is not None and ast.unparse(node.func).endswith("namedtuple"):
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        self.strings.update(re.findall(r"\w+", part.value))

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        start = self.at(node.lineno, node.col_offset)
        self.imports.append((start, self.at(node.end_lineno or 0, node.end_col_offset or 0)))
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            self.imported.add(name)
            self._keep_variable(name)
            self._keep_variable(*alias.name.split("."))
            if isinstance(node, ast.Import):
                mine = self.own(alias.name.split(".")[0])
            else:
                mine = bool(node.level) or self.own((node.module or "").split(".")[0])
            if not mine:
                self.library_names.add(name)

    def _keep_variable(self, *names: str) -> None:
        self.kept_variables.update(names)

    def _bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                self.bound.add(node.id)
        elif isinstance(node, ast.arg):
            self.bound.add(node.arg)
            self.parameters.add(node.arg)
            self._annotation(node.annotation)
        elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            self.bound.add(node.name)
            if not isinstance(node, ast.ClassDef):
                self.functions.setdefault(node.name, []).append(node)
                self._annotation(node.returns)
        elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
            self.bound.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            self.bound.add(node.rest)
        elif isinstance(node, ast.AnnAssign):
            self._annotation(node.annotation)
        elif isinstance(node, ast.Constant):
            self._string(node)

    def _annotation(self, node: ast.expr | None) -> None:
        for part in ast.walk(node) if node is not None else ():
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                self.strings.update(re.findall(r"\w+", part.value))

    def _class(self, node: ast.ClassDef) -> None:
        own = _class_names(node)
        looked_up = not all(self._plain(base) for base in node.bases)
        for name in own:
            self.fields.add(name)
            if looked_up:
                self.kept_attributes.add(name)
        for part in _class_scope(node):
            if isinstance(part, ast.Name) and part.id in own:
                self.class_level[self.at(part.lineno, part.col_offset)] = True
            elif isinstance(part, (*_FUNCTIONS, ast.ClassDef)):
                place = self._after_def(part)
                self.class_level[place] = True
        for part in node.body:
            if isinstance(part, _FUNCTIONS):
                self.methods.setdefault(part.name, []).append(part)
                self._self_fields(part)

    def _after_def(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Place:
        """Where the name of a definition stands."""
        row, column = self.at(node.lineno, node.col_offset)
        rest = self.lines[row - 1][column - 1 :]
        found = re.match(r"(async\s+def|def|class)\s+", rest)
        return row, column + (found.end() if found else 0)

    def _self_fields(self, method: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        first = [*method.args.posonlyargs, *method.args.args][:1]
        receiver = first[0].arg if first else "self"
        for part in ast.walk(method):
            if (
                isinstance(part, ast.Attribute)
                and isinstance(part.ctx, ast.Store)
                and isinstance(part.value, ast.Name)
                and part.value.id == receiver
            ):
                self.fields.add(part.attr)

    def _plain(self, base: ast.expr) -> bool:
        """Whether a base class looks up nothing by the names that are given other names here."""
        if isinstance(base, ast.Subscript):
            base = base.value
        root = _root(base)
        last = base.attr if isinstance(base, ast.Attribute) else root
        if root is None:
            return False
        mine = root in self.classes or (root in self.imported and root not in self.library_names)
        torch = root == "torch" or "torch" in ast.unparse(base)
        return mine or (last in PLAIN and not torch)

    def _looked_up(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Names by which test runners and command lines find functions and fill parameters."""
        texts = [ast.unparse(d) for d in node.decorator_list]
        fixture = any("fixture" in text for text in texts)
        if TESTS.match(node.name) or fixture:
            self._keep(node.name)
        command = any(re.search(r"command|option|argument|given|hydra", text) for text in texts)
        if TESTS.match(node.name) or fixture or command:
            every = node.args
            names = [a.arg for a in (*every.posonlyargs, *every.args, *every.kwonlyargs)]
            # Nobody gives the receiver of a method by its name.
            self._keep(*(n for n in names if n != "self"))

    def _keywords(self, call: ast.Call) -> None:
        for given in call.keywords:
            if given.arg is None:
                continue
            role = self._keyword_role(call, given.arg)
            self.keywords[self.at(given.lineno, given.col_offset)] = role or "kept"
            if role is None:
                self._keep(given.arg)

    def _keyword_role(self, call: ast.Call, name: str) -> str | None:
        """What a keyword names: a parameter or a field of this file, something of elsewhere
        ("kept"), or nobody knows.
        """
        func = call.func
        root = _root(func)
        last = func.attr if isinstance(func, ast.Attribute) else root
        local = {a.id for a in call.args if isinstance(a, ast.Name)}
        outside = root is not None and root in self.imported and root not in self.bound
        if outside and last in ("partial", "Partial"):
            first = call.args[0] if call.args else None
            if isinstance(first, ast.Name):
                return self._callable_role(first.id, name)
            return None
        if outside and not local & {*self.functions, *self.classes}:
            return None if last in HANDS_ON else "kept"
        if isinstance(func, ast.Name) and func.id not in self.imported:
            return self._callable_role(func.id, name)
        if isinstance(func, ast.Attribute) and not outside:
            if func.attr in ("replace", "_replace") and not isinstance(func.value, ast.Call):
                return "attribute" if self._is_field(name) else None
            if func.attr in self.methods:
                return self._parameter_role(self.methods[func.attr], name)
            if func.attr not in self.fields and func.attr not in HANDS_ON:
                return "kept"
        return None

    def _callable_role(self, function: str, name: str) -> str | None:
        if function in self.classes and function not in self.functions:
            methods = [
                part
                for part in self.classes[function].body
                if isinstance(part, _FUNCTIONS) and part.name == "__init__"
            ]
            if methods:
                return self._parameter_role(methods, name)
            return "attribute" if name in _class_names(self.classes[function]) else None
        return self._parameter_role(self.functions.get(function, []), name)

    def _parameter_role(
        self, functions: list[ast.FunctionDef | ast.AsyncFunctionDef], name: str
    ) -> str | None:
        every = [
            {a.arg for a in (*f.args.args, *f.args.kwonlyargs, *f.args.posonlyargs)}
            for f in functions
        ]
        return "variable" if every and all(name in names for names in every) else None

    def _is_field(self, name: str) -> bool:
        return name in self._class_fields and name not in LIBRARY

    @cached_property
    def _class_fields(self) -> set[str]:
        return {name for node in self.classes.values() for name in _class_names(node)}


class _FString(cst.CSTVisitor):
    """The names in an f-string, each with its role."""

    def __init__(self, imported: set[str]) -> None:
        self.imported = imported
        self.found: list[tuple[cst.Name, str]] = []
        self._roles: dict[cst.Name, str] = {}

    @classmethod
    def of(cls, wrapper: MetadataWrapper, imported: set[str]) -> list[tuple[cst.Name, str]]:
        """Names with their roles."""
        visitor = cls(imported)
        wrapper.module.visit(visitor)
        return visitor.found

    def visit_Attribute(self, node: cst.Attribute) -> None:
        root = node.value
        while isinstance(root, cst.Attribute):
            root = root.value
        outside = isinstance(root, cst.Name) and root.value in self.imported
        self._roles[node.attr] = "kept" if outside else "attribute"

    def visit_Arg(self, node: cst.Arg) -> None:
        if node.keyword is not None:
            self._roles[node.keyword] = "kept"

    def visit_Name(self, node: cst.Name) -> None:
        self.found.append((node, self._roles.get(node, "variable")))


def _selfdocumenting(node: ast.JoinedStr) -> set[str]:
    """Names that `f"{x=}"` prints: they are part of the text before the value."""
    texts = [v.value for v in node.values if isinstance(v, ast.Constant)]
    return {n for t in texts if isinstance(t, str) and t.rstrip().endswith("=")
            for n in re.findall(r"\w+", t)}  # fmt: skip


def _class_names(node: ast.ClassDef) -> set[str]:
    """What a class binds in its own scope."""
    out = set()
    for part in _class_scope(node):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            out.add(part.id)
        elif isinstance(part, (*_FUNCTIONS, ast.ClassDef)):
            out.add(part.name)
    return out


def _class_scope(node: ast.ClassDef) -> Iterator[ast.AST]:
    """What is evaluated in the scope of a class itself."""
    todo: list[ast.AST] = list(node.body)
    while todo:
        part = todo.pop()
        if isinstance(part, ast.JoinedStr):
            continue
        yield part
        if isinstance(part, _FUNCTIONS):
            defaults = [*part.args.defaults, *(d for d in part.args.kw_defaults if d is not None)]
            todo += [*part.decorator_list, *defaults, *_annotations(part)]
        elif isinstance(part, ast.ClassDef):
            todo += [*part.decorator_list, *part.bases, *(k.value for k in part.keywords)]
        elif isinstance(part, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            todo.append(part.generators[0].iter)
        elif isinstance(part, ast.Lambda):
            todo += part.args.defaults
        else:
            todo.extend(ast.iter_child_nodes(part))


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    every = node.args
    for arg in (*every.posonlyargs, *every.args, *every.kwonlyargs, every.vararg, every.kwarg):
        if arg is not None and arg.annotation is not None:
            yield arg.annotation
    if node.returns is not None:
        yield node.returns


def _root(node: ast.expr) -> str | None:
    """The name that a dotted name begins with."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
