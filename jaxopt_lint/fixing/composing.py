"""Many fixes of one file in one text: those that fit beside each other, checked all at once."""

from __future__ import annotations

import bisect
import re
from collections.abc import Container, Mapping, Sequence

from jaxopt_lint.finding import Edit, Finding, Fix, Location
from jaxopt_lint.fixing import guards
from jaxopt_lint.fixing.pieces import Introduced
from jaxopt_lint.rewriting import edits, imports
from jaxopt_lint.semantics.python.module import Module


class Composer:
    """Puts fixes of one text together.

    Args:
        introduced: the names that each fix binds anew.
    """

    def __init__(self, module: Module, introduced: Mapping[Fix, Introduced]) -> None:
        self.module = module
        self.introduced = introduced

    def compose(self, findings: Sequence[Finding]) -> tuple[list[Finding], Module]:
        """As many fixes as go together, earlier ones first, and the text with them in place.

        All are checked in one go. Only where that fails are they halved until those that break
        something are found; these are for another round, on a text that has the others.
        """
        chosen, new = self._accept([], self.module, self.disjoint(findings))
        return chosen, new

    def disjoint(self, findings: Sequence[Finding]) -> list[Finding]:
        """The fixes that touch no text, and bind no name, of one that comes before them."""
        out: list[Finding] = []
        room = self.room()
        for finding in findings:
            if finding.fix is not None and room.has(finding.fix):
                out.append(finding)
                room.take(finding.fix)
        return out

    def room(self) -> Room:
        """The whole text, with no fix in it."""
        return Room(self.introduced)

    def _accept(
        self, kept: list[Finding], text: Module, more: list[Finding]
    ) -> tuple[list[Finding], Module]:
        """The fixes that are kept and those of some more that hold beside them."""
        if not more:
            return kept, text
        try:
            together = [*kept, *more]
            new = edits.apply(self.module.text, edits_of(together))
            return together, guards.check(self.module, new)
        except (edits.Overlap, guards.Violation):
            if len(more) == 1:
                return kept, text
        half = len(more) // 2
        kept, text = self._accept(kept, text, more[:half])
        return self._accept(kept, text, more[half:])


class Room:
    """The places and names of a text that fixes beside each other have taken.

    Args:
        introduced: the names that each fix binds anew.
    """

    def __init__(self, introduced: Mapping[Fix, Introduced]) -> None:
        self.introduced = introduced
        self._taken = _Taken()
        self._names: dict[str, dict[str, set[str]]] = {}  # name -> scope -> what it imports

    def has(self, fix: Fix) -> bool:
        """Whether a fix touches no text, and binds no name, of those that have theirs."""
        if self._taken.overlaps(fix.edits):
            return False
        return not any(_collides(self._names, *one) for one in self._bound(fix))

    def take(self, fix: Fix) -> None:
        """Give a fix its place."""
        bound = self._bound(fix)
        self._taken.add(fix.edits)
        for qualname, name, imported in bound:
            self._names.setdefault(name, {}).setdefault(qualname, set()).add(imported)

    def _bound(self, fix: Fix) -> list[tuple[str, str, str]]:
        """The names that a fix binds; what stands in an edit that others make, too, is one thing,
        and no collision."""
        shared = [edit.content for edit in fix.edits if self._taken.has(edit)]
        return [
            one
            for one in self.introduced.get(fix, ())
            if not any(re.search(rf"\b{one[1]}\b", text) for text in shared)
        ]


def tidying(old: Module, new: Module, taken: Container[str] = ()) -> list[Edit]:
    """The edits that take out of a text with several fixes in place the imports that all of them
    together leave unused.

    Args:
        taken: the names that other files take from this one.
    """
    cleaning = imports.without_aliases(new, imports.unused_after(old, new, taken))
    if not cleaning:
        return []
    try:
        guards.check(new, edits.apply(new.text, cleaning))
    except guards.Violation:
        return []
    return cleaning


class _Taken:
    """The places that edits touch: disjoint ones, sorted, so that each look-up is quick."""

    def __init__(self) -> None:
        self._edits: set[Edit] = set()
        self._starts: list[Location] = []
        self._sorted: list[Edit] = []

    def add(self, group: Sequence[Edit]) -> None:
        for edit in group:
            if edit not in self._edits:
                self._edits.add(edit)
                at = bisect.bisect_right(self._starts, edit.start)
                self._starts.insert(at, edit.start)
                self._sorted.insert(at, edit)

    def has(self, edit: Edit) -> bool:
        return edit in self._edits

    def overlaps(self, group: Sequence[Edit]) -> bool:
        """Whether some edit touches text of one that was added; equal edits do not."""
        return any(edit not in self._edits and self._touches(edit) for edit in group)

    def _touches(self, edit: Edit) -> bool:
        # Taken edits are disjoint: only the last that begins before the end can reach into it,
        # and those that begin at the very same place.
        at = bisect.bisect_right(self._starts, edit.end)
        for other in reversed(self._sorted[max(at - 3, 0) : at]):
            if edits.overlaps([edit], [other]):
                return True
        return False


def _collides(
    names: Mapping[str, Mapping[str, set[str]]], qualname: str, name: str, imported: str
) -> bool:
    """Whether a name is bound by another fix where it would be seen; the same import may be."""
    return any(
        scope == qualname
        or ((not scope or not qualname) and not (imported and others == {imported}))
        for scope, others in names.get(name, {}).items()
    )


def edits_of(findings: Sequence[Finding]) -> list[Edit]:
    """The edits of the fixes of findings."""
    return [edit for finding in findings if finding.fix for edit in finding.fix.edits]
