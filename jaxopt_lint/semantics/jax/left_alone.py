"""What every call of a project leaves at its default."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping

from jaxopt_lint.semantics.jax.units import ALL, Aside, Units


def left_alone(
    units: Mapping[str, Units], aside: Aside, offered: Container[str]
) -> set[str]:  # fmt: skip
    """The parameters and fields that every call leaves at their defaults, dotted, behind a colon.

    By names alone: where anything of the name of a parameter is given to anything, or spoken of in
    a text, it may be this one.
    """
    said, values, given, fields = set(aside.words), set[str](), set[str](), Counter[str]()
    most: dict[str, int] = {}
    for told in units.values():
        said |= told.texts
        values |= told.handing.values
        given |= told.handing.keywords | told.handing.stored
        fields.update(told.handing.fields)
        for name, places in told.handing.most.items():
            most[name] = max(most.get(name, 0), places)
    return {
        f"{module}.{owner}:{name}"
        for module, told in units.items()
        if module not in offered
        for owner, called, name, place, is_field in told.handing.optional
        if name not in said
        and name not in given
        and called not in values
        and most.get(called, ALL) <= place
        and (not is_field or fields[name] == 1)
    }
