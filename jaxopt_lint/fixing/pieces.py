"""The promises of every fix, checked where it changes something.

A file is cut in front of its top-level statements. What a fix does to names, comments and syntax
can be told from the pieces that it touches and from what is counted once for the whole file, so
that checking a fix costs what the fix is long, and not what the file is long. Where a piece alone
does not tell, the whole text is checked.
"""

from __future__ import annotations

import ast
import bisect
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from jaxopt_lint.finding import Edit, Location
from jaxopt_lint.fixing import guards
from jaxopt_lint.rewriting import edits, imports
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.syntax.reading import compiles

Introduced = frozenset[tuple[str, str, str]]  # (qualname of the scope, name, what is imported)


@dataclass(slots=True)
class Piece:
    """What some rows of a file say by themselves."""

    tokens: str  # the text as the tokenizer reads it
    names: dict[str, dict[str, str]]  # qualname of a scope -> name that it binds -> what it imports
    reads: Counter[str]
    undefined: set[str]
    idle: set[tuple[str, str]]

    @property
    def bound(self) -> set[str]:
        """The names that it binds at the top of the file."""
        return set(self.names[""])


class Pieces:
    """One file in pieces, and what is known of the whole.

    Args:
        taken: the names that other files take from this one.
    """

    def __init__(self, module: Module, taken: Container[str] = ()) -> None:
        self.module = module
        self.taken = taken
        self.starts = _starts(module)
        self._known: dict[tuple[int, int], Piece] = {}

    def complete(self, made: Sequence[Edit]) -> tuple[tuple[Edit, ...], Introduced]:
        """Edits with the clean-up of imports that they leave unused, and the names they bind.

        Raises:
            Violation: the result breaks a promise that every fix makes.
        """
        try:
            pairs = [(self._old(run), self._new(run, group)) for run, group in self._runs(made)]
        except edits.Overlap:
            raise guards.Violation("its edits overlap") from None
        except (SyntaxError, ValueError):
            # Whatever is wrong, the user reads the rows of the whole text.
            pairs = None
        if pairs is None or not self._alone_enough(made, pairs):
            return self._whole(made), self._introduced(pairs or ())
        self._check(made, pairs)
        before, after = _sum(p.reads for p, _ in pairs), _sum(p.reads for _, p in pairs)
        idle = {n for n in before if not after[n] and self.reads[n] == before[n]}
        if idle & self.imported:
            return self._whole(made), self._introduced(pairs)
        return tuple(made), self._introduced(pairs)

    # -- the whole file -----------------------------------------------------------------

    @cached_property
    def reads(self) -> Counter[str]:
        """How often each name is read."""
        return imports.reads(self.module)

    @cached_property
    def imported(self) -> set[str]:
        """Names that a statement at the top of the file imports."""
        return {
            alias.asname or alias.name.split(".")[0]
            for statement in self.module.tree.body
            if isinstance(statement, (ast.Import, ast.ImportFrom))
            for alias in statement.names
        }

    @cached_property
    def binders(self) -> dict[str, set[int]]:
        """The pieces that bind a name at the top of the file."""
        return {
            name: {self._piece(getattr(b.node, "lineno", 1)) for b in bindings}
            for name, bindings in self.module.top.bindings.items()
        }

    @cached_property
    def _stars(self) -> bool:
        return guards.has_star_import(self.module)

    @cached_property
    def _undefined(self) -> set[str]:
        return guards.undefined(self.module)

    @cached_property
    def _idle(self) -> set[tuple[str, str]]:
        return guards.unused_locals(self.module)

    @cached_property
    def _future(self) -> tuple[int, int]:
        """The last piece with a `__future__` import (-1 without one), and the compiler's flags."""
        import __future__

        last, flags = -1, 0
        for statement in self.module.tree.body:
            if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
                last = self._piece(statement.lineno)
                for alias in statement.names:
                    flags |= getattr(__future__, alias.name).compiler_flag
        return last, flags

    # -- pieces -------------------------------------------------------------------------

    def _piece(self, row: int) -> int:
        return bisect.bisect_right(self.starts, row) - 1

    def _runs(self, made: Iterable[Edit]) -> list[tuple[tuple[int, int], list[Edit]]]:
        """The runs of pieces that edits touch, each with its edits."""
        out: list[tuple[tuple[int, int], list[Edit]]] = []
        for edit in sorted(set(made), key=lambda e: (e.start, e.end)):
            whole_lines = edit.end.column == 1 and edit.end.row > edit.start.row
            first = self._piece(edit.start.row)
            last = self._piece(edit.end.row - 1 if whole_lines else edit.end.row)
            if out and first <= out[-1][0][1]:
                run, group = out[-1]
                out[-1] = ((run[0], max(run[1], last)), [*group, edit])
            else:
                out.append(((first, last), [edit]))
        return out

    def _rows(self, run: tuple[int, int]) -> tuple[int, str]:
        """The first row of a run of pieces, and its text."""
        first, after = self.starts[run[0]], run[1] + 1
        end = self.starts[after] - 1 if after < len(self.starts) else len(self.module.lines)
        return first, "".join(self.module.lines[first - 1 : end])

    def _old(self, run: tuple[int, int]) -> Piece:
        if run not in self._known:
            self._known[run] = self._read(self._rows(run)[1])
        return self._known[run]

    def _new(self, run: tuple[int, int], group: Iterable[Edit]) -> Piece:
        first, text = self._rows(run)
        shift = first - 1
        moved = [
            Edit(
                Location(e.start.row - shift, e.start.column),
                Location(e.end.row - shift, e.end.column),
                e.content,
            )
            for e in group
        ]
        return self._read(edits.apply(text, moved), compiled=True)

    def _read(self, text: str, *, compiled: bool = False) -> Piece:
        old = self.module
        module = Module(text, old.name, path=old.path, is_package=old.is_package)
        if compiled:
            compiles(module.parsed, self._future[1], await_anywhere=bool(old.seams))
        return Piece(
            module.parsed.tokens,
            _by_qualname(module),
            imports.reads(module),
            guards.undefined(module),
            guards.unused_locals(module),
        )

    # -- the promises -------------------------------------------------------------------

    def _alone_enough(self, made: Sequence[Edit], pairs: Sequence[tuple[Piece, Piece]]) -> bool:
        """Whether the pieces tell all: no other piece can break by what these changed."""
        runs = [run for run, _ in self._runs(made)]
        if runs and runs[0][0] < self._future[0]:
            return False  # nothing may stand above an import from `__future__`
        touched = {piece for first, last in runs for piece in range(first, last + 1)}
        still = {name for _, new in pairs for name in new.bound}
        gone = {name for old, _ in pairs for name in old.bound} - still
        here = _sum(old.reads for old, _ in pairs)
        return all(
            not self.binders.get(name, set()) <= touched or self.reads[name] == here[name]
            for name in gone
        )

    def _check(self, made: Sequence[Edit], pairs: Sequence[tuple[Piece, Piece]]) -> None:
        """As `guards.check`, which says it of whole files."""
        if any("#" in self._touched(edit) for edit in made):
            kept = _sum(guards.comments(new.tokens) for _, new in pairs)
            lost = _sum(guards.comments(old.tokens) for old, _ in pairs) - kept
            lost -= Counter(self.module.idle_comments)
            if lost:
                raise guards.Violation(f"the comment `{next(iter(lost))}` would be lost")
        touched = {
            piece for (first, last), _ in self._runs(made) for piece in range(first, last + 1)
        }
        still = {name for _, new in pairs for name in new.bound}
        missing = {
            name
            for _, new in pairs
            for name in new.undefined
            if name not in still and self.binders.get(name, set()) <= touched
        }
        if missing and not self._stars:
            missing -= self._undefined
            if missing:
                raise guards.Violation(f"the name `{min(missing)}` would be undefined")
        idle = {found for _, new in pairs for found in new.idle}
        if idle:
            idle -= self._idle
        if idle:
            raise guards.Violation(f"`{min(idle)[1]}` would be left without a use")

    def _touched(self, edit: Edit) -> str:
        """The lines that an edit touches, as they were."""
        return "".join(self.module.lines[edit.start.row - 1 : edit.end.row])

    def _whole(self, made: Sequence[Edit]) -> tuple[Edit, ...]:
        """The same, checked on the whole text."""
        module = self.module
        text = edits.apply(module.text, made)
        kept = not any("#" in self._touched(edit) for edit in made)
        new = guards.check(module, text, comments_kept=kept)
        unused = imports.unused_after(module, new, self.taken)
        if not unused:
            return tuple(made)
        # The clean-up is worked out on the old text, so that it joins the other edits.
        gone = {(alias.name, alias.asname) for _, alias in unused}
        pairs = [
            (statement, alias)
            for statement in module.tree.body
            if isinstance(statement, (ast.Import, ast.ImportFrom))
            for alias in statement.names
            if (alias.name, alias.asname) in gone
        ]
        cleaning = imports.without_aliases(module, pairs)
        cleaning = [c for c in cleaning if not edits.overlaps([c], _touching(made, c))]
        together = sorted({*made, *cleaning}, key=lambda e: (e.start, e.end))
        try:
            guards.check(module, edits.apply(module.text, together))
        except (edits.Overlap, guards.Violation):
            return tuple(made)
        return tuple(together)

    def _introduced(self, pairs: Iterable[tuple[Piece, Piece]]) -> Introduced:
        """The names that are bound now in scopes that were there before."""
        out: set[tuple[str, str, str]] = set()
        for old, new in pairs:
            for qualname, bound in new.names.items():
                known = old.names.get(qualname)
                if known is None:
                    continue
                for name in bound.keys() - known.keys():
                    out.add((qualname, name, bound[name]))
        return frozenset(out)


def _starts(module: Module) -> list[int]:
    """The rows in front of which a file can be cut: those on which a top-level statement begins
    and no other ends."""
    out, end = [1], 0
    for statement in module.tree.body:
        decorators = getattr(statement, "decorator_list", [])
        row = min([statement.lineno, *(d.lineno for d in decorators)])
        if row > end and row > 1:
            out.append(row)
        end = statement.end_lineno or statement.lineno
    return out


def _by_qualname(module: Module) -> dict[str, dict[str, str]]:
    """The names that functions, classes and the top bind, and what they import by them."""
    out: dict[str, dict[str, str]] = {}
    for node, scope in module.scopes.items():
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            names = out.setdefault(module.qualname(node), {})
            for name, bindings in scope.bindings.items():
                names[name] = bindings[0].target
    return out


def _sum(counters: Iterable[Counter[str]]) -> Counter[str]:
    out: Counter[str] = Counter()
    for counter in counters:
        out.update(counter)
    return out


def _touching(made: Sequence[Edit], one: Edit) -> list[Edit]:
    """Edits that a removed line may swallow are left out; equal edits never collide."""
    return [e for e in made if not (one.start <= e.start and e.end <= one.end and not one.content)]
