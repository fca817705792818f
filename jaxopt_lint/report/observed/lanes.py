"""The rows of a timeline: what the program did at a moment, of four kinds."""

from __future__ import annotations

from jaxopt_lint.observe.child.events import Compile, Dispatch, Event, Trace, Transfer, Wait

LANES = ("trace", "compile", "dispatch", "wait")


def lane(event: Event) -> str | None:
    """The row of an event, None for what takes no time of its own."""
    match event:
        case Trace():
            return None if event.inner else "trace"
        case Compile():
            return "compile"
        case Dispatch() | Transfer():
            return "dispatch"
        case Wait():
            return "wait"
    return None


def title(event: Event) -> str:
    """What an event is called on a timeline."""
    match event:
        case Trace():
            return f"trace {event.function}"
        case Compile():
            cause = "" if event.cause in ("first", "unknown") else f" ({event.cause})"
            return f"compile {event.function}{cause}"
        case Dispatch():
            return event.operation
        case Transfer():
            return f"move by {event.via}"
        case Wait():
            return f"wait by {event.via}"
    return event.kind
