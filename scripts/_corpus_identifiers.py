"""The identifiers of one Python file: where each stands, as what, and which may be renamed."""

from __future__ import annotations

import ast
import builtins
import io
import keyword
import re
import sys
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from _corpus_fstrings import in_string, self_documenting
from _corpus_looked_up import ENTRY, HANDS_ON, LIBRARY, PLAIN, SOFT, TESTS

from jaxopt_lint.semantics.python.nodes import last_part, root_name

Place = tuple[int, int]  # row and column from 1, columns in code points


@dataclass(frozen=True)
class Identifier:
    """An identifier: where, and as what: "variable", "attribute", or "kept"."""

    row: int
    column: int
    name: str
    role: str


Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NATIVE_FSTRINGS = sys.version_info >= (3, 12)


@dataclass
class Definitions:
    """What is defined under which names, in one file or in several that are renamed together."""

    functions: dict[str, list[Function]] = field(default_factory=dict)
    methods: dict[str, list[Function]] = field(default_factory=dict)
    classes: dict[str, list[ast.ClassDef]] = field(default_factory=dict)

    @cached_property
    def class_fields(self) -> set[str]:
        """What the classes bind in their own scopes."""
        every = chain.from_iterable(self.classes.values())
        return set().union(*map(class_names, every))


class Identifiers:
    """What is known of the names of one file.

    Args:
        own: whether a top-level module of an absolute import belongs to the same project.
        kept: further names to keep.
        shared: takes what is defined, of all files that are renamed together; `connect` is called
            when it is complete.
    """

    def __init__(
        self,
        text: str,
        tree: ast.Module,
        own: Callable[[str], bool],
        kept: frozenset[str],
        shared: Definitions | None = None,
    ) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.tree = tree
        self.own = own
        self.imported: set[str] = set()
        self.own_names: set[str] = set()  # those imported from elsewhere in the project
        self.bound: set[str] = set()  # variables that the file binds itself
        self.fields: set[str] = set()  # class level and `self.x =`
        self.class_level: set[Place] = set()  # names that stand for a class's own binding
        self.defined = Definitions() if shared is None else shared
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
        self._nodes = list(self._walk(tree))
        self._collect()
        if shared is None:
            self.connect()

    # -- places ---------------------------------------------------------------------------

    def at(self, row: int, byte: int) -> Place:
        """A position of `ast` as row and column."""
        line = self.lines[row - 1]
        if line.isascii():
            return row, byte + 1
        return row, len(line.encode()[:byte].decode()) + 1

    def places(self) -> Iterator[Identifier]:
        """Every identifier that could be renamed."""
        before = ""
        readline = io.StringIO(self.text).readline
        for token in tokenize.generate_tokens(readline):
            place = (token.start[0], token.start[1] + 1)
            if token.type == tokenize.STRING and not _NATIVE_FSTRINGS:
                yield from self._in_string(token)
            elif token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                if not any(first <= place < last for first, last in self.imports):
                    yield Identifier(*place, token.string, self._role(place, before))
            if token.type not in (tokenize.NL, tokenize.COMMENT):
                before = token.string

    def _role(self, place: Place, before: str) -> str:
        if place in self.keywords:
            return self.keywords[place]
        if before == ".":
            return "kept" if place in self.of_library else "attribute"
        return "attribute" if place in self.class_level else "variable"

    def _in_string(self, token: tokenize.TokenInfo) -> Iterator[Identifier]:
        """The identifiers in an f-string, which is one token before Python 3.12."""
        row, column = token.start
        for (line, at), name, role in in_string(token.string, self.imported):
            yield Identifier(row + line, at + (column if not line else 0) + 1, name, role)

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
        for node in self._nodes:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self._import(node)
            elif isinstance(node, ast.ClassDef):
                self.defined.classes.setdefault(node.name, []).append(node)
                for part in node.body:
                    if isinstance(part, _FUNCTIONS):
                        self.defined.methods.setdefault(part.name, []).append(part)
            self._keys(node)
        for node in self._nodes:
            self._bind(node)

    def connect(self) -> None:
        """Tie uses to what is defined, which is all known now."""
        for node in self._nodes:
            if isinstance(node, ast.ClassDef):
                self._class(node)
        for node in self._nodes:
            if isinstance(node, ast.Attribute):
                root = root_name(node)
                if root in self.imported and root not in self.bound:
                    row, column = self.at(node.end_lineno or 0, node.end_col_offset or 0)
                    self.of_library.add((row, column - len(node.attr)))
            elif isinstance(node, ast.Call):
                self._keywords(node)
            elif isinstance(node, ast.MatchClass):
                self._keep(*node.kwd_attrs)
            elif isinstance(node, _FUNCTIONS):
                self._looked_up(node)

    def _walk(self, node: ast.AST) -> Iterator[ast.AST]:
        """All nodes whose positions are right; what stands in f-strings is not, before 3.12."""
        todo = [node]
        while todo:
            node = todo.pop()
            if isinstance(node, ast.JoinedStr):
                self.strings |= self_documenting(node)
            if isinstance(node, ast.JoinedStr) and not _NATIVE_FSTRINGS:
                self._keep(*(k.arg for n in ast.walk(node) if isinstance(n, ast.Call)
                             for k in n.keywords if k.arg))  # fmt: skip
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
            if root_name(node.func) and ast.unparse(node.func).endswith("namedtuple"):
                for part in ast.walk(node):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        self.strings.update(re.findall(r"\w+", part.value))

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        start = self.at(node.lineno, node.col_offset)
        self.imports.append((start, self.at(node.end_lineno or 0, node.end_col_offset or 0)))
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            self.imported.add(name)
            self.kept_variables.update((name, *alias.name.split(".")))
            if isinstance(node, ast.Import):
                mine = self.own(alias.name.split(".")[0])
            else:
                mine = bool(node.level) or self.own((node.module or "").split(".")[0])
            if mine:
                self.own_names.add(name)

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
                self.defined.functions.setdefault(node.name, []).append(node)
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
        own = class_names(node)
        looked_up = not all(self._plain(base) for base in node.bases)
        for name in own:
            self.fields.add(name)
            if looked_up:
                self.kept_attributes.add(name)
        for part in _class_scope(node):
            if isinstance(part, ast.Name) and part.id in own:
                self.class_level.add(self.at(part.lineno, part.col_offset))
            elif isinstance(part, (*_FUNCTIONS, ast.ClassDef)):
                self.class_level.add(self._after_def(part))
        for part in node.body:
            if isinstance(part, _FUNCTIONS):
                self._self_fields(part)

    def _after_def(self, node: Function | ast.ClassDef) -> Place:
        """Where the name of a definition stands."""
        row, column = self.at(node.lineno, node.col_offset)
        rest = self.lines[row - 1][column - 1 :]
        found = re.match(r"(async\s+def|def|class)\s+", rest)
        return row, column + (found.end() if found else 0)

    def _self_fields(self, method: Function) -> None:
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
        root = root_name(base)
        if not root:
            return False
        mine = root in self.defined.classes or root in self.own_names
        torch = root == "torch" or "torch" in ast.unparse(base)
        return mine or (last_part(base) in PLAIN and not torch)

    def _looked_up(self, node: Function) -> None:
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
        root, last = root_name(func), last_part(func)
        local = {a.id for a in call.args if isinstance(a, ast.Name)}
        outside = root in self.imported and root not in self.bound
        if outside and last in ("partial", "Partial"):
            first = call.args[0] if call.args else None
            if isinstance(first, ast.Name):
                return self._callable_role(first.id, name)
            return None
        if outside and not local & {*self.defined.functions, *self.defined.classes}:
            return None if last in HANDS_ON else "kept"
        if isinstance(func, ast.Name) and func.id not in self.imported:
            return self._callable_role(func.id, name)
        if root in self.own_names and not outside:
            return self._callable_role(last, name)
        if isinstance(func, ast.Attribute) and not outside:
            if func.attr in ("replace", "_replace") and not isinstance(func.value, ast.Call):
                return "attribute" if self._is_field(name) else None
            if func.attr in self.defined.methods:
                return self._parameter_role(self.defined.methods[func.attr], name)
            if func.attr not in self.fields and func.attr not in HANDS_ON:
                return "kept"
        return None

    def _callable_role(self, function: str, name: str) -> str | None:
        classes, functions = self.defined.classes, self.defined.functions
        if function in classes and function not in functions:
            methods = [
                part
                for node in classes[function]
                for part in node.body
                if isinstance(part, _FUNCTIONS) and part.name == "__init__"
            ]
            if methods:
                return self._parameter_role(methods, name)
            known = all(name in class_names(node) for node in classes[function])
            return "attribute" if known else None
        return self._parameter_role(functions.get(function, []), name)

    def _parameter_role(self, functions: list[Function], name: str) -> str | None:
        every = [
            {a.arg for a in (*f.args.args, *f.args.kwonlyargs, *f.args.posonlyargs)}
            for f in functions
        ]
        return "variable" if every and all(name in names for names in every) else None

    def _is_field(self, name: str) -> bool:
        return name in self.defined.class_fields and name not in LIBRARY


def class_names(node: ast.ClassDef) -> set[str]:
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


def _annotations(node: Function) -> Iterator[ast.expr]:
    every = node.args
    for arg in (*every.posonlyargs, *every.args, *every.kwonlyargs, every.vararg, every.kwarg):
        if arg is not None and arg.annotation is not None:
            yield arg.annotation
    if node.returns is not None:
        yield node.returns


def _dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
