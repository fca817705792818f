"""Claims held against runs: which were borne out, which were broken, what had been known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from _oracle_claim import Claim
from _oracle_claims import claims
from _oracle_rules import found
from _oracle_seen import Seen
from _oracle_ways import Ways

from jaxopt_lint.observe.reading import Run, read
from jaxopt_lint.observe.store import Store
from jaxopt_lint.running.engine import lint_file, selected
from jaxopt_lint.running.opening import index, open_project
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.discovery import discover


@dataclass
class Row:
    """What became of the claims of one strength that one fact made."""

    made: int = 0
    checked: int = 0
    broken: int = 0

    def add(self, other: Row) -> None:
        """Count those of another row, too."""
        self.made += other.made
        self.checked += other.checked
        self.broken += other.broken


@dataclass
class Verdicts:
    """Everything that judging some projects gave.

    Attributes:
        rows: by fact and strength.
        broken: each contradiction with its project.
        happened: what runs showed, by kind; `known`: how much of it a claim was about.
        facts: distinct facts that the runs of each project recorded: file content, place, kind
            and value.
        crashed: facts that failed on a file.
    """

    rows: dict[tuple[str, str], Row] = field(default_factory=dict)
    broken: list[tuple[str, Claim]] = field(default_factory=list)
    happened: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    crashed: list[str] = field(default_factory=list)

    def take(self, project: str, claim: Claim, seen: Seen) -> None:
        """Judge one claim."""
        row = self.rows.setdefault((claim.fact, claim.strength), Row())
        row.made += 1
        held = claim.holds(seen)
        if held is None:
            return
        row.checked += 1
        if not held:
            row.broken += 1
            if claim.strength != "may":
                self.broken.append((project, claim))


def runs_of(root: Path) -> list[Run]:
    """All that was observed in a project."""
    store = Store(root)
    return [read(store.path(name)) for name in store.names()]


def judge(root: Path, verdicts: Verdicts) -> None:
    """Hold the claims about one project against what was observed there."""
    seen = Seen(root, runs_of(root))
    verdicts.facts[root.name] += len(seen.facts)
    config = Config(root=root)
    opened = open_project(list(discover([root], config)), config)
    rules = selected(config)
    about = set()
    ran = {}
    for source in opened.sources:
        path = source.path.relative_to(root).as_posix()
        if path in seen.contents and source.path in opened.relevant:
            module = opened.modules.get(source.path) or index(source, opened.names[source.path])
            ran[path] = source, module
    ways = Ways(
        Facts(module, opened.project, display=source.display) for source, module in ran.values()
    )
    for path, (source, module) in ran.items():
        linted = lint_file(source, opened.project, rules, config, module)
        assert linted.facts is not None
        verdicts.crashed += linted.crashes
        try:
            for claim in (*claims(linted.facts, path, ways), *found(linted, path, ways)):
                about.add(claim.about)
                verdicts.take(root.name, claim, seen)
        except Exception as error:  # one file must not cost the others
            verdicts.crashed.append(f"{root.name}/{path}: {type(error).__name__}: {error}")
    for key in seen.happened():
        verdicts.happened[key[0]] += 1
        verdicts.known[key[0]] += key in about
