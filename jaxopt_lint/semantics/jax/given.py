"""What functions of the project are given by those who call them.

A network that a script makes reaches the loops of other files through parameters. Names are
followed from where they are made, through the parameters of those who only hand them on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# callee, which parameter, what made the argument; or callee, which parameter, and the function
# whose parameter it is with its place and its name. Names are dotted, places are numbers as text.
Handed = tuple[str, ...]
# callee, which parameter, a number, and what that rests on.
Number = tuple[str, str, bool | int | float, str]
_ROUNDS = 6  # functions that hand something on, one to the next


def followed(found: Iterable[Handed], wanted: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """For each function, the parameters that are handed something of a class that is wanted.

    Args:
        wanted: dotted class -> what it is.

    Returns:
        dotted function -> place or name of the parameter -> the class. A parameter that is handed
        things of two kinds is left out.
    """
    out: dict[str, dict[str, str]] = {}
    passed: list[Handed] = []
    for one in found:
        if len(one) != 3:
            passed.append(one)
        elif one[2] in wanted:
            _note(out, one[0], one[1], one[2], wanted)
    for _ in range(_ROUNDS):
        before = {name: dict(given) for name, given in out.items()}
        for callee, key, function, place, name in passed:
            given = before.get(function, {})
            known = given.get(name) or given.get(place)
            if known:
                _note(out, callee, key, known, wanted)
        if out == before:
            break
    kept = {name: {k: c for k, c in given.items() if c} for name, given in out.items()}
    return {name: given for name, given in kept.items() if given}


def _note(
    out: dict[str, dict[str, str]], callee: str, key: str, made: str, wanted: Mapping[str, str]
) -> None:
    known = out.setdefault(callee, {}).setdefault(key, made)
    if known and wanted[known] != wanted[made]:
        out[callee][key] = ""
