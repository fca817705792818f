"""Asks the harness about a change that somebody made: what it did to each function it touched."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Evidence
from jaxopt_lint.fixing.asking import Asked, asked, spared_of
from jaxopt_lint.fixing.judging import BY_THE_FILE, no_function
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

    questions: list[tuple[SourceFile, Asked]] = []
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
        facts = [Facts(module, opened.project, display=new.display) for module in (was, now)]
        question, why = asked(*facts)
        if why:
            judged(new.display, "", no_function(why))
        if question is not None:
            questions.append((new, question))
    if not questions:
        return out
    from jaxopt_lint.verify.harness import verify_change
    from jaxopt_lint.verify.session import Session

    texts = {s.path: (before[s.path].text, s.text) for s in sources if s.path in before}

    def run(among: list[tuple[SourceFile, Asked]], tell: Callable[[str, Evidence], None]) -> None:
        heard: set[str] = set()

        def hear(key: str, evidence: Evidence) -> None:
            heard.add(key)
            tell(key, evidence)

        found = verify_change(
            config.root,
            {**texts, **{new.path: one.texts for new, one in among}},
            [key for _, one in among for key in one.functions],
            settings,
            donated={key: lent for _, one in among for key, lent in one.donated.items()},
            jitted=[key for _, one in among for key in one.jitted],
            pieces=[piece for _, one in among for piece in one.pieces],
            whole=among[0][1].whole if len(among) == 1 else "",
            session=session,
            told=hear,
        )
        for key in [one for one in found if one not in heard]:
            hear(key, found[key])

    def settle(among: list[tuple[SourceFile, Asked]]) -> None:
        """Ask, and where a file itself is in the way, again of what its functions need of it."""
        where = {key: (new, one) for new, one in among for key in one.functions}
        barred: dict[str, Evidence] = {}

        def say(key: str, evidence: Evidence, question: Asked) -> None:
            new, one = where[key]
            judged(
                new.display, "" if one.lifted else key.partition(":")[2], question.told(evidence)
            )

        def tell(key: str, evidence: Evidence) -> None:
            if evidence.reason in BY_THE_FILE:
                barred[key] = evidence
            else:
                say(key, evidence, where[key][1])

        run(among, tell)
        for new, one in among:
            keys = [key for key in one.functions if key in barred]
            less = spared_of(replace(one, functions=keys), new.display) if keys else None
            again: dict[str, Evidence] = {}
            if less is not None:
                run([(new, less)], again.__setitem__)
            for key in keys:
                if less is not None and again[key].reason not in BY_THE_FILE:
                    say(key, again[key], less)
                else:
                    say(key, barred[key], one)

    with Session(settings) as session:
        plain = [(new, one) for new, one in questions if not one.lifted]
        if plain:
            settle(plain)
        for one in questions:
            if one[1].lifted:  # its file holds something else for that
                settle([one])
    return out
