"""What judging gave, as a page of the documentation and as lists."""

from __future__ import annotations

from _corpus_store import ROOT
from _oracle_judging import Verdicts
from _oracle_suites import Ran

PAGE = ROOT / "docs" / "oracle.md"
_HEAD = """# Claims of the facts, and what programs did

Written by `scripts/oracle judge --write`. Facts claim things about code without running it:
what *must* happen wherever it is reached, what *may*, what *never* does. Here they are held against
test suites that ran under `jaxopt-lint observe`. A must or a never that a run broke is a
contradiction; of a may the number says how often it did not happen. What no run reached is not
checked. A fact that changes is judged by this table.

"""
_HAPPENED = {
    "called": "a function was called",
    "traced": "a function was traced",
    "value": "a parameter or result had a kind",
    "wait": "a line waited for the device",
    "loop": "a loop ran",
    "unrolled": "a loop ran while tracing",
    "key": "a key was used again",
    "undonated": "an argument could have been donated",
    "impurity": "traced code met the world",
}


def ran(outcome: Ran) -> str:
    """One line on a suite, and one for each test that ended otherwise when it was observed."""
    count = len(outcome.plain)
    passed = sum(how == "passed" for how in outcome.plain.values())
    before, after = outcome.seconds
    lines = [
        f"{outcome.suite.name}: {count} tests, {passed} passed; {len(outcome.differ)} end "
        f"otherwise when observed; {before:.0f} s of the processor, {after:.0f} s observed"
    ]
    for name in outcome.differ:
        lines.append(f"  {name}: {outcome.plain.get(name)} -> {outcome.observed.get(name)}")
    return "\n".join(lines)


def page(verdicts: Verdicts, names: list[str]) -> str:
    """The table by fact, and how much of what happened a fact had spoken of."""
    lines = [_HEAD + f"Projects: {', '.join(names)}. Distinct observed facts: {verdicts.facts:,}."]
    lines += ["", "| fact | strength | claims | checked | broken |", "|---|---|---|---|---|"]
    for (fact, strength), row in sorted(verdicts.rows.items()):
        lines.append(f"| {fact} | {strength} | {row.made} | {row.checked} | {row.broken} |")
    lines += ["", "| what happened | times | a claim was about it | share |", "|---|---|---|---|"]
    for kind, says in _HAPPENED.items():
        times, known = verdicts.happened[kind], verdicts.known[kind]
        share = f"{known / times:.0%}" if times else "-"
        lines.append(f"| {says} | {times} | {known} | {share} |")
    return "\n".join(lines) + "\n"


def contradictions(verdicts: Verdicts, fact: str) -> str:
    """Each contradiction of a fact (or of all of them), with its place."""
    return "\n".join(
        f"{project}/{':'.join(str(part) for part in claim.about[1:])}: {claim.fact}: {claim.says}"
        for project, claim in verdicts.broken
        if fact in ("all", claim.fact)
    )
