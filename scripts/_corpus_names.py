"""Giving everything that one Python file names itself another name, token by token.

What a library, the language or a string looks up keeps its name, and so does what cannot be told
from that. The file stays what it was but for the names: formatting and comments, scopes and
bindings.
"""

from __future__ import annotations

import ast
import builtins
import io
import random
import re
import symtable
import tokenize
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, count

from _corpus_identifiers import Identifiers, Place
from _corpus_looked_up import LIBRARY, LOADED

# What the linter or another tool reads of a comment.
READ = re.compile(r"#!|coding[:=]|noqa|jaxopt-lint|type:|pragma|fmt:|pylint|pyright|mypy")


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
        return applied(text, {n: self.names[n] for n in chosen}, edits)

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
        file = Identifiers(text, ast.parse(text), own, kept)
        places = list(file.places())
    except (SyntaxError, ValueError, RecursionError, tokenize.TokenError) as error:
        raise NotRenamed(f"it cannot be read: {error}") from None
    chosen = {"variable": file.renamed_variables(), "attribute": file.renamed_attributes()}
    places = [place for place in places if place.name in chosen.get(place.role, ())]
    fresh = loaded_names(text, seed) if loaded else neutral_names(text, seed)
    names = _names({place.name for place in places}, fresh)
    edits = [Edit(place.row, place.column, place.name, names[place.name]) for place in places]
    renamed = applied(text, names, edits)
    checked(text, renamed)
    return renamed


def applied(text: str, names: dict[str, str], edits: Iterable[Edit]) -> Renamed:
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


def checked(text: str, renamed: Renamed) -> None:
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
    """A new name for each. What starts with two underscores is mangled in classes, and one says
    in all of Python that a name is private, or left unused on purpose."""
    marks = {old: "__" if old.startswith("__") else "_" * old.startswith("_") for old in chosen}
    return {old: marks[old] + next(fresh) for old in sorted(chosen)}


def neutral_names(text: str, seed: int) -> Iterator[str]:
    """Names that say nothing, in no order that does, none of which is in the text."""
    taken = set(re.findall(r"\w+", text))
    numbers = list(range(10, 1000))
    random.Random(seed).shuffle(numbers)
    for number in chain(numbers, count(1000)):
        if f"q{number}" not in taken and f"__q{number}" not in taken:
            yield f"q{number}"


def loaded_names(text: str, seed: int) -> Iterator[str]:
    """Names that say much, none of which is in the text, or is looked up by something."""
    taken = {*re.findall(r"\w+", text), *dir(builtins), *LIBRARY}
    chance = random.Random(seed)
    for number in count(1):
        for word in chance.sample(LOADED, len(LOADED)):
            name = word if number == 1 else f"{word}_{number}"
            if name not in taken and f"__{name}" not in taken:
                yield name
