"""Comments that silence nothing are taken away."""

from __future__ import annotations

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.files.suppressions import CommentNode, without
from jaxopt_lint.finding import Edit, Location, Promise

_IDLE, _ALONE = _PRECONDITIONS = (
    Precondition(
        "silences-nothing",
        "The rules that it names have run on the file, and find nothing where it stands.",
    ),
    Precondition(
        "belongs-to-no-other", "It is no `disable`, with an `enable` further down that ends it."
    ),
)


class NoSuppression(Codemod[CommentNode]):
    """Remove what silences nothing."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, node: CommentNode) -> None:
        """Rewrite the comment, or its whole line where nothing else is left on it."""
        assert node.entry is not None
        entry = node.entry
        if entry.verb == "disable":
            self.refuse("a `disable` and the `enable` that ends it belong together", _ALONE)
        line = self.module.lines[entry.row - 1]
        code = line[: entry.column - 1]
        rest = without(entry, node.idle)
        start = Location(entry.row, entry.column)
        end = Location(entry.row, entry.column + len(entry.comment))
        if not rest and code.strip():
            start = Location(entry.row, len(code.rstrip()) + 1)
        elif not rest:
            start = Location(entry.row, 1)
            if len(line) > len(line.rstrip("\r\n")):
                end = Location(entry.row + 1, 1)
        self.made = (Edit(start, end, rest),)

    def edits(self) -> tuple[Edit, ...]:
        """The one edit; no tree is built for a comment."""
        return self.made
