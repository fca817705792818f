"""What others ask of the machine about the ways between host and device: what is fetched, and what
is handed over."""

from __future__ import annotations

from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.machine.asking import from_here, on_the_host, run_of
from jaxopt_lint.semantics.jax.machine.events import Event, Upload, Wait
from jaxopt_lint.semantics.jax.machine.run import Run
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python.scopes import FunctionNode


@fact
def host_waits(facts: Facts) -> tuple[Wait, ...]:
    """Where the host waits for something in loops, or beside them, in the order in which it comes
    to pass; through calls, of other files too"""
    run, events, _ = on_the_host(facts)
    waits = (e for e in events if isinstance(e, Wait) and not e.traces)
    return tuple(from_here(run, w) for w in waits if _led_to(run, w))


@fact
def idle_trips(facts: Facts) -> tuple[Wait, ...]:
    """Where the host fetches what it has just handed to the device itself"""
    run, events, _ = on_the_host(facts)
    out: list[Wait] = []
    for one in (run, _beside(facts)):
        for wait in events if one is run else one.events:
            made = wait.made if isinstance(wait, Wait) and not wait.traces else None
            if made is None or made.number not in one.lifted or not isinstance(wait, Wait):
                continue
            if one.is_own(wait.node) or (_led_to(one, wait) and one.is_own(made.node)):
                out.append(from_here(one, wait))
    return tuple(out)


@fact
def uploads(facts: Facts) -> tuple[Upload, ...]:
    """Where arrays of the host are handed to the device, each place of the file once for each array
    that comes there; through calls, of other files too"""
    run, _, found = on_the_host(facts)
    seen = [from_here(run, one) for one in found if _of_here(run, one)]
    other = _beside(facts)
    seen += [from_here(other, one) for one in other.uploads if _of_here(other, one)]
    return tuple(seen)


@fact
def _beside(facts: Facts) -> Run:
    """A run of the functions that hand something over, from where their callers set out, if no loop
    comes there."""
    run, _, _ = on_the_host(facts)
    return run_of(facts, [f for f in _handing_over(facts) if f and f not in run.latest])


def _led_to(run: Run, event: Event) -> bool:
    """Whether something comes to pass in the file that is looked at, or it leads there."""
    return run.is_own(event.node) or any(map(run.is_own, event.chain))


def _of_here(run: Run, upload: Upload) -> bool:
    """Whether a file has to do with it that an array is handed over: it does that, or fetches the
    array, or a loop of it leads there again and again."""
    came, loop = upload.value.came, upload.same
    fetch = came.node if came is not None else None
    around = loop is not None and run.is_own(loop.node)
    ours = run.is_own(upload.node) or (fetch is not None and run.is_own(fetch))
    return _led_to(run, upload) and (ours or (around and fetch is None))


def _handing_over(facts: Facts) -> list[FunctionNode | None]:
    """The functions on the host that make arrays of JAX of what they have."""
    out: dict[FunctionNode | None, None] = {}
    for call, _ in called(facts, *_OF_ARRAYS):
        if not in_test(facts, call):
            function = facts.module.function(call)
            if tracing(facts).staged(function) is None:
                out[function] = None
    return list(out)


_OF_ARRAYS = ("jax.numpy.asarray", "jax.numpy.array", "jax.device_put")
