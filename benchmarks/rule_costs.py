"""What each rule costs by itself, beside what it costs to read the same files.

    python benchmarks/rule_costs.py [--project NAME ...] [--limit RATIO] [--json FILE]

A rule's own cost is the time of its methods, and of the facts that no other rule asks for. What
several rules share is listed below, by fact. All is measured in one run over the same files, as a
ratio to the time in which they are parsed and indexed; where a rule's own ratio is above the limit
the script exits with 1.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _measure import corpus_folders, count_lines, python_files, take_corpus

LIMIT = 1.5


@dataclass
class Account:
    """Who asked for what, and how long each took by itself, in seconds of CPU."""

    rules: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    asks: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    reading: float = 0.0
    # What is being worked out, innermost last, each with the seconds that went to others.
    at_work: list[list[Any]] = field(default_factory=list)

    def spend(self, name: str, on: Counter[str], work: Any) -> Any:
        """Do a piece of work on the account of a rule or a fact."""
        if self.at_work:
            self.asks[self.at_work[-1][0]].add(name)
        self.at_work.append([name, 0.0])
        start = time.process_time()
        try:
            return work()
        finally:
            took = time.process_time() - start
            on[name] += took - self.at_work.pop()[1]
            if self.at_work:
                self.at_work[-1][1] += took

    def asked(self, name: str) -> None:
        """Note that what is being worked out asks for a fact that is there already."""
        if self.at_work:
            self.asks[self.at_work[-1][0]].add(name)

    def needed(self, rule: str) -> set[str]:
        """The facts that a rule rests on, directly or through others."""
        found: set[str] = set()
        work = [*self.asks[rule]]
        while work:
            fact = work.pop()
            if fact not in found:
                found.add(fact)
                work += self.asks[fact]
        return found

    def shares(self) -> tuple[dict[str, float], Counter[str]]:
        """What each rule costs by itself, and how many rules ask for each fact."""
        needs = {rule: self.needed(rule) for rule in self.rules}
        users = Counter(fact for facts in needs.values() for fact in facts)
        own = {
            rule: seconds + sum(self.facts[fact] for fact in needs[rule] if users[fact] == 1)
            for rule, seconds in self.rules.items()
        }
        return own, users


def watched(account: Account) -> None:
    """Let facts and rules keep account of their time."""
    from jaxopt_lint.running import engine
    from jaxopt_lint.semantics.python.fact import Fact, Holder

    timed, called, checked = Holder.timed, Fact.__call__, engine.checked

    def name_of(fact: Any) -> str:
        return f"{fact.__module__.removeprefix('jaxopt_lint.')}.{fact.__name__}"

    def spent(self: Any, fact: Any, args: tuple[Any, ...]) -> Any:
        return account.spend(name_of(fact), account.facts, lambda: timed(self, fact, args))

    def asked(self: Any, holder: Any, *args: Any) -> Any:
        account.asked(name_of(self))
        return called(self, holder, *args)

    def look(rule: Any, facts: Any) -> Any:
        return account.spend(rule.name, account.rules, lambda: checked(rule, facts))

    for owner, name, watching in (
        (Holder, "timed", spent), (Fact, "__call__", asked), (engine, "checked", look),
    ):  # fmt: skip
        setattr(owner, name, watching)


def measure(folders: Sequence[Path]) -> Account:
    """Lint the folders with all rules, fixes left out, in one process."""
    from jaxopt_lint.running.collector import quiet_collector
    from jaxopt_lint.running.engine import lint_file, selected
    from jaxopt_lint.running.opening import index, open_project
    from jaxopt_lint.settings.config import Config
    from jaxopt_lint.settings.discovery import discover

    account = Account()
    watched(account)
    for folder in folders:
        config = Config(root=folder)
        rules = selected(config)
        with quiet_collector():
            opened = open_project(discover([folder], config), config)
            for source in opened.sources:
                if source.path in opened.relevant and source.path in opened.modules:
                    start = time.process_time()
                    module = index(source, opened.names[source.path])
                    account.reading += time.process_time() - start
                    linted = lint_file(source, opened.project, rules, config, module)
                    if linted.facts is not None:
                        linted.facts.forget()
                        linted.facts.module.forget()
        gc.collect()
    return account


def table(title: str, rows: Sequence[tuple[str, float, str]], reading: float) -> str:
    """What costs most, as ratios."""
    out = [f"| {title} | ms | ratio to reading | |", "|---|---:|---:|---|"]
    out += [f"| {n} | {s * 1000:,.0f} | {s / reading:.2f} | {more} |" for n, s, more in rows]
    return "\n".join(out)


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    take_corpus(parser)
    parser.add_argument("--limit", type=float, default=LIMIT, help="the highest ratio of a rule")
    parser.add_argument("--show", type=int, default=20, help="rows of each table")
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def main() -> int:
    """Measure and print; 1 where a rule costs too much by itself."""
    chosen = options()
    folders = corpus_folders(chosen)
    if not folders:
        return 2
    account = measure(folders)
    own, users = account.shares()
    files = python_files(folders)
    print(f"{len(files)} files, {count_lines(files):,} lines, read in {account.reading:.2f} s.\n")
    rows = sorted(own.items(), key=lambda row: -row[1])
    print(table("rule, by itself", [(n, s, "") for n, s in rows[: chosen.show]], account.reading))
    shared = [(f, s, f"{users[f]} rules") for f, s in account.facts.items() if users[f] > 1]
    shared.sort(key=lambda row: -row[1])
    print()
    print(table("fact, by itself", shared[: chosen.show], account.reading))
    if chosen.json:
        data = {"reading": account.reading, "rules": own, "facts": dict(account.facts)}
        chosen.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    over = [n for n, seconds in own.items() if seconds > chosen.limit * account.reading]
    for name in over:
        print(f"{name} costs more than {chosen.limit} times what reading costs", file=sys.stderr)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
