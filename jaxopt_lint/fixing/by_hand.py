"""Asks the harness about a change that somebody made: what it did to each function it touched."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Evidence
from jaxopt_lint.fixing.judging import donated, no_function, staged
from jaxopt_lint.fixing.targets import changed
from jaxopt_lint.running.opening import UNREADABLE, index, project_of
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.settings.config import Config

if TYPE_CHECKING:
    from jaxopt_lint.verify.settings import VerifySettings


@dataclass(frozen=True, slots=True)
class Judged:
    """One function that changed, or a file that changed outside of functions (`name` is empty)."""

    display: str
    name: str
    evidence: Evidence

    @property
    def title(self) -> str:
        """Which function of which file."""
        return f"{self.display} {self.name}".rstrip()


def judge_change(
    sources: Sequence[SourceFile],
    before: Mapping[Path, SourceFile],
    config: Config,
    settings: VerifySettings,
    told: Callable[[Judged], None] = lambda _: None,
) -> list[Judged]:
    """What running both versions of a project proves of all functions that differ.

    Functions that only one version has are nobody's rewrite and are left out, as are files whose
    programs are equal.

    Args:
        sources: the project's files as they are.
        before: what some of them held, by path.
        told: hears of each as soon as it is judged.
    """
    opened = project_of(sources, config)
    out: list[Judged] = []

    def judged(display: str, function: str, evidence: Evidence) -> None:
        out.append(Judged(display, function, evidence))
        told(out[-1])

    lent: dict[str, set[int]] = {}
    jitted: list[str] = []
    asked: dict[str, tuple[str, str]] = {}
    for new in (source for source in sources if source.path in before):
        name = opened.names[new.path]
        try:
            was, now = (index(text, name) for text in (before[new.path], new))
        except UNREADABLE as error:
            why = f"a version that does not parse: {error}"
            judged(new.display, "", no_function(why))
            continue
        if ast.dump(was.tree) == ast.dump(now.tree):
            continue
        differs = changed(was, new.text)
        functions = differs.functions
        if not functions or differs.statements:
            why = "the change is not inside a function"
            judged(new.display, "", no_function(why))
        facts = [Facts(module, opened.project, display=new.display) for module in (was, now)]
        for function in functions:
            key = f"{name}:{function}"
            asked[key] = (new.display, function)
            lent[key] = donated(facts[1], function)
            if staged(facts[0], function):
                jitted.append(key)
    if not asked:
        return out
    from jaxopt_lint.verify.harness import verify_change

    texts = {s.path: (before[s.path].text, s.text) for s in sources if s.path in before}
    verify_change(
        config.root, texts, list(asked), settings, donated=lent, jitted=jitted,
        told=lambda key, evidence: judged(*asked[key], evidence),
    )  # fmt: skip
    return out
