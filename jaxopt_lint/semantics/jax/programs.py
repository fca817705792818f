"""What the programs of a project run as it is, joined from the calls of its files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

# A call that runs a function as it is: who calls, who is called, where. The body of a module has
# no name, and its `__main__` block is called so.
Plain = tuple[str, str, str]
MAIN = "__main__"


def run_by_programs(
    found: Iterable[tuple[str, list[Plain]]],
    home: Mapping[str, str],
    compiled: Collection[str],
    imported: Collection[str],
) -> dict[str, str]:
    """The functions that programs run as they are, with where, in words.

    Args:
        found: for each module, its plain calls.
        home: a name -> the one by which the function is known where it is defined.
        compiled: the functions that are traced wherever they are called.
        imported: the names that some module imports.
    """
    taken = {name.rpartition(".")[0] for name in imported}
    callees: dict[str, dict[str, str]] = {}
    pending: list[tuple[str, str]] = []
    for module, plain in found:
        for caller, callee, where in plain:
            callee = home.get(callee, callee)
            if caller == MAIN and module in taken:
                continue  # what shows a module at work is no program
            if caller in ("", MAIN):
                pending.append((callee, f"run at {where}"))
            else:
                callees.setdefault(caller, {}).setdefault(callee, where)
    out: dict[str, str] = {}
    pending.reverse()
    while pending:
        name, why = pending.pop(0)
        if name in out or name in compiled:
            continue
        out[name] = why
        short = name.rpartition(".")[2]
        for callee in callees.get(name, ()):
            through = why if " through " in why else f"{why}, through `{short}`"
            pending.append((callee, through))
    return out
