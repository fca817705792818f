"""What judging gave, as a page of the documentation and as lists."""

from __future__ import annotations

from _corpus_store import ROOT
from _oracle_claim import MEANINGS
from _oracle_judging import Row, Verdicts
from _oracle_rules import KINDS
from _oracle_suites import Ran

PAGE = ROOT / "docs" / "oracle.md"
_HEAD = """# Claims of the facts, and what programs did

Written by `scripts/oracle judge --write`. Facts claim things about code without running it:
what *must* happen wherever it is reached, what *may*, what *never* does. Here they are held against
test suites that ran under `jaxopt-lint observe`. A must or a never that a run broke is a
contradiction; of a may the number says how often it did not happen. What no run reached is not
checked. A fact that changes is judged by this table: `scripts/oracle judge` makes it anew from the
runs that are kept, and `--show FACT` lists the contradictions of one.

## Suites

These are not whole suites, which take hours, but the files that `tests/corpus/oracle.toml` lists,
and of their tests the first and each n-th from there (*each*). What else the projects do has not
been looked at. Each suite ran twice, JAX on the CPU, compiled without XLA's costly optimizations:
as it is, and observed. A test *differs* if it ends otherwise when it is observed; one that fails
alone is to fail in the same way. Seconds are those of the processor: the second run finds what XLA
compiled in the first one, so that they are no measure of what observing costs
([measurements](measurements.md) has that). The facts are distinct things that were told: content
of the file, place, kind, value; neither times, counts nor samples are among them.

"""
_HAPPENED = {
    "called": "a function was called",
    "reaches": "a line called a function of the project",
    "traced": "a function was traced",
    "value": "a parameter or result had a kind",
    "wait": "a line waited for the device",
    "loop": "a loop ran",
    "unrolled": "a loop ran while tracing",
    "compiled": "a line compiled again",
    "key": "a key was used again",
    "undonated": "an argument could have been donated",
    "impurity": "traced code met the world",
}
_EXAMPLES = 3  # contradictions of one kind of claim that are written out


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


def page(verdicts: Verdicts, runs: list[Ran], missing: list[str]) -> str:
    """Suites, the table by fact, contradictions, and how much of what happened had been known.

    Args:
        missing: the suites that have not been run.
    """
    parts = [_HEAD + _suites(verdicts, runs, missing), "## Claims", _claims(verdicts)]
    parts += ["### What is claimed", _meanings(verdicts), "## Contradictions", _broken(verdicts)]
    parts += ["## What had been known", _known(verdicts)]
    return "\n\n".join(parts) + "\n"


def _suites(verdicts: Verdicts, runs: list[Ran], missing: list[str]) -> str:
    lines = [
        "| suite | each | tests | passed | differ | seconds | observed | facts |",
        _rule("lrrrrrrr"),
    ]
    for one in runs:
        passed = sum(how == "passed" for how in one.plain.values())
        before, after = one.seconds
        facts = verdicts.facts[one.suite.name]
        lines.append(
            f"| {one.suite.name} | {one.suite.every} | {len(one.plain)} | {passed} | "
            f"{len(one.differ)} | {before:.0f} | {after:.0f} | {facts:,} |"
        )
    tests, differ = sum(len(one.plain) for one in runs), sum(len(one.differ) for one in runs)
    lines.append(f"| all |  | {tests} |  | {differ} |  |  | {verdicts.facts.total():,} |")
    if missing:
        lines += ["", f"Not run yet: {', '.join(missing)}."]
    return "\n".join(lines)


def _claims(verdicts: Verdicts) -> str:
    """By fact and strength; below, by strength alone."""
    lines = ["| fact | claim | made | checked | broken | not reached |", _rule("llrrrr")]
    every = {strength: Row() for strength in ("must", "may", "never")}
    for (fact, strength), row in sorted(verdicts.rows.items()):
        lines.append(_row(fact, strength, row))
        every[strength].add(row)
    lines += [_row("all", strength, row) for strength, row in every.items()]
    return "\n".join(lines)


def _row(fact: str, strength: str, row: Row) -> str:
    missed = row.made - row.checked
    return f"| {fact} | {strength} | {row.made} | {row.checked} | {row.broken} | {missed} |"


def _meanings(verdicts: Verdicts) -> str:
    lines = ["| fact | claim | means |", _rule("lll")]
    for fact, strength in sorted(verdicts.rows):
        if (fact, strength) in MEANINGS:
            lines.append(f"| {fact} | {strength} | {MEANINGS[fact, strength]} |")
    for kind in KINDS:
        codes = ", ".join(sorted(kind.codes & {fact for fact, _ in verdicts.rows}))
        if codes:
            strength = kind.strength if kind.strength == "may" else f"{kind.strength}, or may"
            lines.append(f"| {codes} | {strength} | {kind.means} |")
    return "\n".join(lines)


def _broken(verdicts: Verdicts) -> str:
    found: dict[tuple[str, str], list[str]] = {}
    for project, claim in verdicts.broken:
        place = ":".join(str(part) for part in claim.about[1:3])
        found.setdefault((claim.fact, claim.strength), []).append(
            f"- `{project}/{place}`: {claim.says}"
        )
    lines = []
    for (fact, strength), places in sorted(found.items()):
        lines.append(f"{fact}, {strength}: {len(places)}, such as\n")
        lines += [*places[:_EXAMPLES], ""]
    return "\n".join(lines).rstrip() or "None."


def _known(verdicts: Verdicts) -> str:
    lines = ["| what happened | times | a claim was about it | share |", _rule("lrrr")]
    for kind, says in _HAPPENED.items():
        times, known = verdicts.happened[kind], verdicts.known[kind]
        share = f"{known / times:.0%}" if times else "-"
        lines.append(f"| {says} | {times} | {known} | {share} |")
    return "\n".join(lines)


def _rule(sides: str) -> str:
    return "|" + "|".join("---:" if side == "r" else "---" for side in sides) + "|"


def contradictions(verdicts: Verdicts, fact: str) -> str:
    """Each contradiction of a fact (or of all of them), with its place."""
    return "\n".join(
        f"{project}/{':'.join(str(part) for part in claim.about[1:])}: {claim.fact}: {claim.says}"
        for project, claim in verdicts.broken
        if fact in ("all", claim.fact)
    )
