"""What fixing gives: each file with its fixes in place, and the findings that are left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from jaxopt_lint.files.notebook import Notebook
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Evidence, Finding
from jaxopt_lint.rewriting.cells import changed_parts


@dataclass
class FileFix:
    """One file with its fixes in place.

    Attributes:
        new_text: what to write; the old text when nothing may be written.
        notebook: the same as cells, where the file is a notebook.
        applied: the findings that are gone by their fix.
        refused: the findings that stay, with the reason.
        found: the findings in the old text, for when the new one is not written.
        error: why the file is left alone altogether; empty if it is not.
    """

    source: SourceFile
    new_text: str
    applied: list[Finding] = field(default_factory=list)
    refused: list[tuple[Finding, str]] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)
    error: str = ""
    notebook: Notebook | None = None

    def parts(self) -> Iterator[tuple[str, str, str]]:
        """The texts that the fixes change, before and after, and what names each behind the file:
        nothing, or the cell."""
        if self.source.notebook is None or self.notebook is None:
            yield self.source.text, self.new_text, ""
        else:
            yield from changed_parts(self.source.notebook, self.notebook)


@dataclass
class FixResult:
    """What fixing a set of files would do.

    Attributes:
        files: those that change, or that would but must not.
        remaining: the findings that are left in the new texts.
        silenced: those that are left and that comments silence.
        unseen: those that are left and are none of the run's business.
        evidence: what the harness said of each fix that it tried.
    """

    files: list[FileFix] = field(default_factory=list)
    remaining: list[Finding] = field(default_factory=list)
    silenced: list[Finding] = field(default_factory=list)
    unseen: list[Finding] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    evidence: list[tuple[Finding, Evidence]] = field(default_factory=list)
