"""Holds what `observe` reports of a program against the loss that the program is known to have."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from _corpus_store import CorpusError

LEAST_SHARE = 0.02  # of the run, above which a loss of time counts against a good program
GOOD = "good"  # the kind of programs that an expert would leave as they are

Report = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Program:
    """A program and what is known of it.

    Attributes:
        kind: of its one loss, or `GOOD`.
        lines: on which that loss may be named, by the name of the file; none of a good program.
    """

    name: str
    kind: str
    lines: Mapping[str, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a report of a program does.

    Attributes:
        first: the loss is ranked first, or a good program has none that counts.
        named: it is named at all; of a good program the same as `first`.
        instead: what was reported where `first` does not hold; empty if nothing was.
        broken: why there is no report; the others mean nothing then.
    """

    program: Program
    first: bool = False
    named: bool = False
    instead: str = ""
    broken: str = ""


@dataclass
class Count:
    """Verdicts of one kind under one JAX."""

    programs: int = 0
    first: int = 0
    named: int = 0


@dataclass
class Measured:
    """All verdicts by the JAX under which the programs ran."""

    verdicts: dict[str, list[Verdict]] = field(default_factory=dict)

    def add(self, jax: str, verdict: Verdict) -> None:
        """Take one more."""
        self.verdicts.setdefault(jax, []).append(verdict)

    def counts(self, jax: str, kind: str = "") -> Count:
        """Of one kind, or of all programs with a loss; programs without a report aside."""
        out = Count()
        for one in self.verdicts[jax]:
            if not one.broken and (one.program.kind == kind if kind else one.program.lines):
                out.programs += 1
                out.first += one.first
                out.named += one.named
        return out

    def kinds(self) -> list[str]:
        """Of programs with a loss, by name."""
        every = (one.program for verdicts in self.verdicts.values() for one in verdicts)
        return sorted({program.kind for program in every if program.lines})


def programs(answers: Path, names: Iterable[str] = ()) -> list[Program]:
    """The programs that answers tell of, all of them or those named.

    Raises:
        CorpusError: the file cannot be read, or a name is not in it.
    """
    try:
        told = json.loads(answers.read_text(encoding="utf-8"))
        found = [Program(row["file"], row["kind"], _lines(row)) for row in told["A"]]
        found += [Program(name, GOOD) for name in told["B"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CorpusError(f"{answers}: no answers can be read there ({error})") from None
    wanted = {name if name.endswith(".py") else f"{name}.py" for name in names}
    if unknown := sorted(wanted - {program.name for program in found}):
        raise CorpusError(f"{answers} tells nothing of {', '.join(unknown)}")
    return sorted(
        (one for one in found if not wanted or one.name in wanted), key=lambda one: one.name
    )


def _lines(row: dict[str, Any]) -> dict[str, frozenset[int]]:
    others = {Path(name).name: lines for name, lines in row.get("other_file", {}).items()}
    here = {row["line"], *row["acceptable_lines"]}
    return {name: frozenset(lines) for name, lines in {row["file"]: here, **others}.items()}


def judge(program: Program, report: Report) -> Verdict:
    """Hold the losses of a report, in its order, against what is known."""
    losses = [one for one in report["losses"] if _counts(one)]
    if not program.lines:
        return Verdict(program, not losses, not losses, _shown(losses))
    hits = [_names(one["place"], program) for one in losses]
    first = bool(hits) and hits[0]
    return Verdict(program, first, any(hits), "" if first else _shown(losses))


def _counts(loss: dict[str, Any]) -> bool:
    return loss["group"] != "time" or bool(loss["share"] > LEAST_SHARE)


def _names(place: dict[str, Any], program: Program) -> bool:
    return int(place["line"]) in program.lines.get(Path(place["file"]).name, ())


def _shown(losses: list[dict[str, Any]]) -> str:
    return ", ".join(
        f"{one['kind']} at line {one['place']['line']}"
        + (f" ({one['share']:.0%})" if one["share"] else "")
        for one in losses[:3]
    )


def table(measured: Measured) -> str:
    """Ranked first, named and all programs by kind and JAX, and the good programs."""
    names = list(measured.verdicts)
    lines = [
        "| loss | " + " | ".join(f"JAX {name}" for name in names) + " |",
        "|---|" + "---:|" * len(names),
    ]
    for kind in measured.kinds():
        cells = [_cell(measured.counts(name, kind)) for name in names]
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    cells = [_cell(measured.counts(name)) for name in names]
    lines.append("| **all** | " + " | ".join(cells) + " |")
    good = [measured.counts(name, GOOD) for name in names]
    cells = [f"{one.first} of {one.programs}" if one.programs else "-" for one in good]
    lines.append("| good, with no loss | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(count: Count) -> str:
    if not count.programs:
        return "-"
    return f"{count.first} / {count.named} of {count.programs}"


def others(measured: Measured) -> str:
    """A line for each program that did not do, or did not run; with the JAX where it was so."""
    found: dict[tuple[str, str], list[str]] = {}
    for jax, verdicts in measured.verdicts.items():
        for one in verdicts:
            if one.broken or not one.first:
                found.setdefault((one.program.name, _said(one)), []).append(jax)
    return "\n".join(
        f"{name}, JAX {', '.join(where)}: {said}" for (name, said), where in sorted(found.items())
    )


def _said(verdict: Verdict) -> str:
    if verdict.broken:
        return f"no report, {verdict.broken}"
    reported = verdict.instead or "nothing"
    if not verdict.program.lines:
        return f"good, and told {reported}"
    known = f"{verdict.program.kind} {'named, not first' if verdict.named else 'not named'}"
    return f"{known}; told {reported}"
