"""Asks the harness about a change that somebody made: what it did to each function it touched."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Evidence
from jaxopt_lint.fixing.asking import Asked, asked
from jaxopt_lint.fixing.judging import no_function
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

    def run(among: list[tuple[SourceFile, Asked]], session: Session) -> None:
        where = {key: (new, one) for new, one in among for key in one.functions}

        heard: set[str] = set()

        def tell(key: str, evidence: Evidence) -> None:
            heard.add(key)
            new, question = where[key]
            function = "" if question.lifted else key.partition(":")[2]
            judged(new.display, function, question.told(evidence))

        found = verify_change(
            config.root,
            {**texts, **{new.path: one.texts for new, one in among}},
            list(where),
            settings,
            donated={key: lent for _, one in among for key, lent in one.donated.items()},
            jitted=[key for _, one in among for key in one.jitted],
            pieces=[piece for _, one in among for piece in one.pieces],
            session=session,
            told=tell,
        )
        for key in [one for one in found if one not in heard]:
            tell(key, found[key])

    with Session(settings) as session:
        plain = [(new, one) for new, one in questions if not one.lifted]
        if plain:
            run(plain, session)
        for one in questions:
            if one[1].lifted:  # its file holds something else for that
                run([one], session)
    return out
