"""What a run lost at a place, and what it had to pay."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from jaxopt_lint.observe.child.events import Place


class Group(StrEnum):
    """What is lost; each group is ranked by itself, in this order."""

    RESULTS = "results"  # what the program computes may be wrong, whatever it costs
    TIME = "time"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Loss:
    """What a change at a place would save.

    Attributes:
        kind: what happened, one word; docs/observe.md lists them.
        place: the line to change.
        reason: one sentence without full stop, which names the cause.
        change: what to change, an imperative without full stop.
        code: of the rule that reports this pattern; empty for an observation without one.
        codemod: that makes the change where it can; empty where people have to.
        target: the function that the change is made to, where the rule has to be told; its line
            is 0.
        loop: that the change is made to, where each of its runs took much longer than it takes to
            compile one.
        seconds: that the change would save; `bytes` likewise.
        share: `seconds` of the run without what it has to pay once; see `Lengths.rest`.
        in_first: whether they are a part of what it has to pay once, as a first compilation
            takes longer than it need: the share is of that and the rest, then.
        minor: whether it is told beside the losses only, however much it is: what it saves
            depends on what a run does not show.
        count: how often it happened.
        chain: the callers of the place that cost the most.
        also: further places that belong to it.
        processes: in how many processes of the run it was seen; seconds and share are those of
            the one where they are highest, as processes run side by side.
    """

    kind: str
    group: Group
    place: Place
    reason: str
    change: str
    code: str = ""
    codemod: str = ""
    target: Place | None = None
    loop: Place | None = None
    seconds: float = 0.0
    bytes: int = 0
    share: float = 0.0
    count: int = 1
    chain: tuple[Place, ...] = ()
    also: tuple[Place, ...] = ()
    processes: int = 1
    in_first: bool = False
    minor: bool = False

    @property
    def identity(self) -> tuple[str, Place, str]:
        """What tells it from others, in other processes and other runs."""
        return (self.kind, self.place, self.code)

    def with_share(self, rest: float) -> Loss:
        """The same with its share of so many seconds."""
        return replace(self, share=min(1.0, self.seconds / rest) if rest > 0 else 0.0)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a program has to pay: no change is named.

    Attributes:
        what: one phrase that says what was paid.
    """

    place: Place
    what: str
    seconds: float = 0.0
    bytes: int = 0
    count: int = 1


@dataclass
class Tally:
    """What the readers of events gather."""

    losses: list[Loss] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)


def at(place: Place, here: Place | None = None) -> str:
    """A place as "train.py:41", or "line 41" where the file is known from another one.

    >>> at(Place("train.py", 41, "main")), at(Place("", 0, ""))
    ('train.py:41', 'no line of the project')
    >>> at(Place("train.py", 41, "main"), Place("train.py", 7, "main"))
    'line 41'
    """
    if not place.file:
        return "no line of the project"
    if here is not None and here.file == place.file:
        return f"line {place.line}"
    return f"{place.file}:{place.line}"
