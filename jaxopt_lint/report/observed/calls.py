"""The calls that a run has recorded, for a terminal and for programs."""

from __future__ import annotations

from typing import Any

from jaxopt_lint.observe.losses.amounts import counted
from jaxopt_lint.observe.recorded import Recorded
from jaxopt_lint.report.console import Style


def summary(found: Recorded) -> str:
    """How much was kept, in a few words; empty where nothing was to be.

    >>> summary(Recorded())
    ''
    """
    if not found.functions:
        return ""
    functions = counted(len(found.calls), "function")
    return f"{counted(found.count, 'call')} of {functions} kept to verify with"


def text(found: Recorded, style: Style) -> str:
    """The functions, each with how many of its calls are kept, or why none can be."""
    lines = [style(summary(found), "bold")]
    for name in found.functions:
        calls, lost = found.calls.get(name, []), found.lost.get(name)
        if calls:
            lines.append(f"  {name}  {counted(len(calls), 'call')}")
        elif lost is not None:
            lines.append(style.wrapped(f"  {name}  cannot be kept: {lost.why}", "    "))
    if found.never_called:
        never = ", ".join(found.never_called[:8])
        more = ", ..." if len(found.never_called) > 8 else ""
        lines.append(style.wrapped(f"  never called: {never}{more}", "    "))
    return "\n".join(lines) + "\n"


def document(found: Recorded) -> dict[str, Any]:
    """The same as what JSON can hold."""
    return {
        "calls": {name: len(calls) for name, calls in found.calls.items()},
        "lost": {
            name: {"why": lost.why, "arguments": lost.described}
            for name, lost in found.lost.items()
        },
        "never_called": found.never_called,
    }
