"""What traced code may come to through methods of unknown objects, joined over names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# The function that calls a method, and its name; "" for a function that is traced where it stands.
Asked = tuple[str, str]


def perhaps(
    traced: Iterable[str],
    asked: Iterable[Asked],
    methods: Iterable[str],
    callees: Mapping[str, Iterable[str]],
) -> set[str]:
    """The methods that traced code may call, and all that these call.

    Args:
        traced: the functions that run at trace time.
        callees: function -> what it calls, by name.
    """
    named: dict[str, list[str]] = {}
    for method in methods:
        named.setdefault(method.rpartition(".")[2], []).append(method)
    wanted: dict[str, list[str]] = {}
    for caller, attribute in asked:
        wanted.setdefault(caller, []).append(attribute)
    out = set[str]()
    seen = set[str]()
    pending = ["", *traced]
    while pending:
        caller = pending.pop()
        if caller in seen:
            continue
        seen.add(caller)
        found = [m for attribute in wanted.get(caller, ()) for m in named.get(attribute, ())]
        out.update(found)
        pending += found
        if caller in out:
            more = list(callees.get(caller, ()))
            out.update(more)
            pending += more
    return out
