"""Which functions run once in a program of several files, joined from what each one mentions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

# A mention of a function of another file: its name, and the functions that have to run once for
# this mention to do so, each with whether its own file calls it. None if it may run again.
Needs = tuple[tuple[str, bool], ...]
Mention = tuple[str, Needs | None]


def running_once(
    mentions: Iterable[Mention], imported: Collection[str], home: Callable[[str], str]
) -> set[str]:
    """The functions that other files run once, whatever their own does.

    Args:
        imported: the names that some module imports.
        home: gives the name by which a function is known where it is defined.
    """
    known: dict[str, list[Needs | None]] = {}
    for name, needs in mentions:
        known.setdefault(home(name), []).append(needs)
    whole = {name.removesuffix(".*") for name in imported if name.endswith(".*")}
    left = {
        name: [need for needs in found if needs is not None for need in needs]
        for name, found in known.items()
        if None not in found and len(found) == 1 and name.rpartition(".")[0] not in whole
    }
    once: set[str] = set()
    while True:
        more = {
            name for name, needs in left.items()
            if name not in once
            and all(n in once or (called and n not in imported) for n, called in needs)
        }  # fmt: skip
        if not more:
            return once
        once |= more
