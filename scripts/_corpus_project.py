"""Giving everything that the files of one project name other names: the files, too, with all
imports of them.

A name that other files can see (of a module, of what stands at its top, of a parameter or an
attribute) gets another one everywhere or nowhere; what one file sees alone is judged by itself.
"""

from __future__ import annotations

import ast
import re
import symtable
import tokenize
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from _corpus_identifiers import Definitions, Identifier, Identifiers, Place
from _corpus_layout import Layout
from _corpus_looked_up import KEPT_FILES, is_test
from _corpus_names import Edit, NotRenamed, Renamed, applied, checked, loaded_names, neutral_names

_FROM = re.compile(r"from\s+[.\s]*")


@dataclass
class RenamedProject:
    """A project with other names.

    Attributes:
        files: by the paths that they had: where each lies, and what became of its text.
        left: the files that could not be renamed, and why; what they name is kept everywhere.
        names: what each name became, where it did not keep itself in all places.
        known: how many names the files bind themselves.
    """

    files: dict[str, tuple[str, Renamed]]
    left: dict[str, str]
    names: dict[str, str]
    known: int


def rename_project(
    texts: Mapping[str, str],
    layout: Layout,
    seed: int = 0,
    kept: frozenset[str] = frozenset(),
    *,
    loaded: bool = False,
) -> RenamedProject:
    """A project whose files have other names and hold other names.

    Args:
        texts: by their paths from the root.
        loaded: the new names say much, and nothing that is true.
        kept: further names to keep, such as console entries.
    """
    every = "\n".join(texts.values())
    left: dict[str, str] = {}
    while True:
        outside = kept | {word for path in left for word in re.findall(r"\w+", texts[path])}
        files, failed = _read(texts, layout, outside, left)
        if not failed:
            fresh = loaded_names(every, seed) if loaded else neutral_names(every, seed)
            names, edits = _edits(files, layout, fresh)
            out, failed = _applied(texts, names, edits)
        if not failed:
            moved = {path: layout.renamed(path, names) for path in texts}
            known = set().union(*(f.bound | f.fields for f in files.values()))
            renamed = {path: (moved[path], out[path]) for path in texts}
            return RenamedProject(renamed, left, names, len({n for n in known if not _dunder(n)}))
        left |= failed


def _read(
    texts: Mapping[str, str], layout: Layout, kept: frozenset[str], left: Collection[str]
) -> tuple[dict[str, _File], dict[str, str]]:
    """What is known of the names of each file, and which files cannot be read, and why."""
    shared, files, failed = _Shared(), {}, {}
    for path in sorted(set(texts) - set(left)):
        text = texts[path]
        try:
            if "\f" in text or re.search(r"\r(?!\n)", text):
                raise NotRenamed("it has line ends that Python's modules count differently")
            files[path] = _File(text, path, layout, kept, shared)
        except (SyntaxError, ValueError, RecursionError, tokenize.TokenError, NotRenamed) as error:
            failed[path] = f"it cannot be read: {error}"
    for path, file in files.items() if not failed else ():
        try:
            file.connect()
            file.all_places = list(file.places())
        except (ValueError, tokenize.TokenError, NotRenamed) as error:
            failed[path] = f"it cannot be read: {error}"
    return files, failed


def _edits(
    files: Mapping[str, _File], layout: Layout, fresh: Iterator[str]
) -> tuple[dict[str, str], dict[str, list[Edit]]]:
    """What each name becomes, and what changes in each file."""
    seen_by_all = _shared(files, layout)
    fields = set().union(*(f.fields for f in files.values()))
    fields -= set().union(*(f.kept_attributes | f.strings for f in files.values()))
    if any(file.unpacks for file in files.values()):
        fields -= set().union(*(f.items for f in files.values()))
    places: dict[str, list[Identifier]] = {}
    for path, file in files.items():
        public = file.top | file.parameters
        chosen = {
            "shared": seen_by_all,
            "variable": {*(file.renamed_variables() - public), *(seen_by_all & public)},
            "attribute": fields,
        }
        places[path] = [
            p for p in file.all_places if p.name in chosen.get(p.role, ()) and not _dunder(p.name)
        ]
    old = {place.name for found in places.values() for place in found}
    old |= {part for name in layout.known for part in name.split(".") if part in seen_by_all}
    names = {name: "__" * name.startswith("__") + next(fresh) for name in sorted(old)}
    return names, {
        path: [Edit(p.row, p.column, p.name, names[p.name]) for p in found]
        for path, found in places.items()
    }


def _shared(files: Mapping[str, _File], layout: Layout) -> set[str]:
    """The names that several files can see, and that nothing looks up in any of them."""
    parts = {part for name in layout.known for part in name.split(".")}
    out = {part for part in parts if not (part in KEPT_FILES or is_test(part))}
    keep = parts - out
    for file in files.values():
        public = file.top | file.parameters
        public |= {place.name for place in file.all_places if place.role == "shared"}
        out |= public
        keep |= file.kept_variables | file.imported | (file.strings & public)
        if file.unpacks:
            keep |= file.items & public
    return {name for name in out - keep if not _dunder(name)}


def _applied(
    texts: Mapping[str, str], names: Mapping[str, str], edits: Mapping[str, list[Edit]]
) -> tuple[dict[str, Renamed], dict[str, str]]:
    out, failed = {}, {}
    for path, text in texts.items():
        try:
            out[path] = applied(text, dict(names), edits.get(path, ()))
            if path in edits:
                checked(text, out[path])
        except NotRenamed as error:
            failed[path] = str(error)
    return out, failed


@dataclass
class _Shared(Definitions):
    """What is defined in all files, and by module the names in it that stand for modules."""

    modules: dict[str, dict[str, str]] = field(default_factory=dict)


class _File(Identifiers):
    """The names of a file of a project whose other files are renamed with it.

    Attributes:
        top: what other files can import of it, and what it imports of them.
    """

    def __init__(
        self, text: str, path: str, layout: Layout, kept: frozenset[str], shared: _Shared
    ) -> None:
        self.path, self.layout = path, layout
        self.all_places: list[Identifier] = []
        self._named: dict[Place, Identifier] = {}  # in imports and in `__all__`
        # The module that a name stands for.
        self._modules = shared.modules.setdefault(layout.names[path], {})
        self.shared = shared
        self._of_module: set[Place] = set()  # attributes that are names of modules
        self._stars: set[bool] = set()  # whether each is of the project
        self.top = _top(text)
        super().__init__(text, ast.parse(text), lambda _: True, kept, shared)
        loaded = {n.id for n in self._nodes if isinstance(n, ast.Name)} - self.bound - self.imported
        if self._stars == {True}:
            self.bound |= loaded
            self.top |= loaded
        elif True in self._stars:
            self._keep(*loaded)

    @cached_property
    def _listed(self) -> set[int]:
        """The strings of `__all__`."""
        return {
            id(part)
            for node in ast.walk(self.tree)
            if isinstance(node, (ast.Assign, ast.AugAssign))
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name) and target.id == "__all__"
            for part in ast.walk(node.value)
            if isinstance(part, ast.Constant)
        }

    def places(self) -> Iterator[Identifier]:
        """Every identifier that could be renamed, those of imports and `__all__`, too."""
        yield from self._named.values()
        yield from super().places()

    def _role(self, place: Place, before: str) -> str:
        role = super()._role(place, before)
        if place in self._of_module or (role == "variable" and place in self.keywords):
            return "shared"
        return role

    def _string(self, node: ast.Constant) -> None:
        if id(node) in self._listed and isinstance(node.value, str) and node.value.isidentifier():
            row, column = self.at(node.lineno, node.col_offset)
            if self.lines[row - 1][column:].startswith(node.value):
                self._name((row, column + 1), node.value)
                return
        super()._string(node)

    def _name(self, place: Place, name: str) -> None:
        """A name that other files see stands at a place, outside of code."""
        row, column = place
        if not self.lines[row - 1][column - 1 :].startswith(name):
            raise NotRenamed(f"{name} does not stand at {row}:{column}")
        self._named[place] = Identifier(row, column, name, "shared")
        self.top.add(name)

    # -- imports --------------------------------------------------------------------------

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        start = self.at(node.lineno, node.col_offset)
        self.imports.append((start, self.at(node.end_lineno or 0, node.end_col_offset or 0)))
        if isinstance(node, ast.ImportFrom):
            self._import_from(node, start)
            return
        for alias in node.names:
            parts = alias.name.split(".")
            found = self.layout.found(self.path, 0, parts)
            self._dotted(self.at(alias.lineno, alias.col_offset), parts, found)
            module = found[-1] if alias.asname else found[0]
            self._bound_by(alias, alias.asname or parts[0], module, found[0])

    def _import_from(self, node: ast.ImportFrom, start: Place) -> None:
        parts = node.module.split(".") if node.module else []
        found = self.layout.found(self.path, node.level, parts) if parts else []
        around = self.layout.package(self.path)
        base = ".".join(around[: len(around) - node.level + 1])
        target = found[-1] if parts else base
        if parts:
            row, column = start
            before = _FROM.match(self.lines[row - 1][column - 1 :])
            self._dotted((row, column + before.end() if before else 0), parts, found)
        for alias in node.names:
            if alias.name == "*":
                self._stars.add(bool(target))
                continue
            inner = f"{target}.{alias.name}"
            if target:
                self._name(self.at(alias.lineno, alias.col_offset), alias.name)
            module = inner if target and inner in self.layout.known else ""
            self._bound_by(alias, alias.asname or alias.name, module, target)

    def _dotted(self, place: Place, parts: list[str], found: list[str]) -> None:
        """The parts of a dotted name at a place, each a module of the project or not."""
        row, column = place
        for part, module in zip(parts, found, strict=True):
            if module:
                self._name((row, column), part)
            else:
                self._keep(part)
            column += len(part) + 1

    def _bound_by(self, alias: ast.alias, name: str, module: str, mine: str) -> None:
        """An import binds a name, which stands for a module of the project perhaps."""
        if not mine:
            self.imported.add(name)
            self._keep(name, alias.name)
            return
        self.own_names.add(name)
        self.bound.add(name)
        if module:
            self._modules[name] = module
        if alias.asname:
            row, column = self.at(alias.end_lineno or 0, alias.end_col_offset or 0)
            self._name((row, column - len(alias.asname)), alias.asname)

    # -- uses -----------------------------------------------------------------------------

    def connect(self) -> None:
        """Tie uses to what is defined, in this file and in others."""
        placed = set(map(id, self._nodes))  # not so what stands in f-strings, before 3.12
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute):
                self._on_module(node, id(node) in placed)
        super().connect()

    def _on_module(self, node: ast.Attribute, placed: bool) -> None:
        """An attribute of a module of the project is a name of that module."""
        chain, root = [node], node.value
        while isinstance(root, ast.Attribute):
            chain.append(root)
            root = root.value
        module = self._modules.get(root.id) if isinstance(root, ast.Name) else None
        for part in chain[::-1] if module else ():
            if placed:
                row, column = self.at(part.end_lineno or 0, part.end_col_offset or 0)
                self._of_module.add((row, column - len(part.attr)))
            else:
                self._keep(part.attr)
            inner = f"{module}.{part.attr}"
            imported = self.shared.modules.get(module or "", {})
            module = inner if inner in self.layout.known else imported.get(part.attr)
            if module is None:
                return


def _top(text: str) -> set[str]:
    """What a file binds at its top."""
    tables = [symtable.symtable(text, "x", "exec")]
    out = {s.get_name() for s in tables[0].get_symbols() if s.is_assigned() or s.is_namespace()}
    for table in tables:
        tables += table.get_children()
        out |= {s.get_name() for s in table.get_symbols() if s.is_declared_global()}
    return out


def _dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")
