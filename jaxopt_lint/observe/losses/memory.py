"""Device memory that a change would free: arguments that could be donated, values kept."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator

from jaxopt_lint.observe.child.events import Dispatch, Place, Residual, Undonated
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream, holds, line_of

_LEAST = 1 << 20  # bytes
_DONATED = 1 << 10  # the same of the arguments of one call, of many
_CALLS = 8  # of a line, from which a little is worth a word beside the losses
_RESIDUAL = 128 << 20  # bytes of one program's line, below which recomputing is no bargain
_SEEN = 2  # calls in which an argument died, from which it is taken for a habit


def undonated(stream: Stream, tally: Tally) -> None:
    """Arguments that die at a call and match a result, or at the next call."""
    for event in stream.of(Undonated):
        held = event.held > 0
        # Of the last call that was looked at, nobody saw the next one.
        seen = event.count + (event.held + 1 if held else 0)
        if event.bytes < _DONATED or seen < _SEEN + held or seen < event.looked:
            continue
        calls = max((one.count for one in stream.on(Dispatch, event.place)), default=0)
        if (event.bytes < _LEAST and calls < _CALLS) or (held and not _read_once(stream, event)):
            continue
        names = ", ".join(f"`{name}`" for name in event.arguments) or "arguments"
        many = len(event.arguments) != 1
        tally.losses.append(
            Loss(
                "undonated",
                Group.MEMORY,
                event.place,
                f"{names} {'were' if many else 'was'} {'read no more' if held else 'dead'} after "
                f"`{event.function}` in each of {amounts.counted(event.looked, 'call')} that were "
                f"looked at and could have lent {'their' if many else 'its'} memory to a result: "
                f"{amounts.amount(event.bytes)} in each call",
                f"donate {names}: "
                + (
                    "`donate_argnums` of `jax.pmap`"
                    if event.mapped
                    else "`donate_argnames` of `jax.jit`"
                ),
                "JOL301",
                "donate",
                bytes=event.bytes,
                count=event.count + event.held,
                chain=event.chain,
            )
        )


def _read_once(stream: Stream, event: Undonated) -> bool:
    """Whether a call gets a variable that the function around reads nowhere else."""
    tree = stream.tree(event.place.file)
    functions = [
        node
        for node in (ast.walk(tree) if tree else ())
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and holds(node, event.place.line)
    ]
    around = max(functions, key=lambda node: node.lineno, default=None)
    if around is None:
        return False
    read = Counter(_read(around))
    return any(
        isinstance(node, ast.Call)
        and node.lineno <= event.place.line <= (node.end_lineno or node.lineno)
        and any(isinstance(one, ast.Name) and read[one.id] == 1 for one in node.args)
        for node in ast.walk(around)
    )


def _read(function: ast.AST) -> Iterator[str]:
    """The names that a function reads, without the parameters of functions in it."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        own: set[str] = set()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            own = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        for name in _read(node):
            if name not in own:
                yield name


def residuals(stream: Stream, tally: Tally) -> None:
    """Values of the forward pass that are kept for the backward pass."""
    found: dict[object, list[Residual]] = defaultdict(list)
    whole: dict[str, int] = defaultdict(int)
    for event in stream.of(Residual):
        found[event.function, line_of(event.loop or event.place)].append(event)
        whole[event.function] += event.bytes
    for events in found.values():
        worst = max(events, key=lambda one: one.bytes)
        size = sum(event.bytes for event in events)
        most = max(whole[worst.function] / 4, worst.around)
        if size < _RESIDUAL or size < most:
            if size >= _LEAST:
                what = f"kept by `{worst.function}` for the backward pass"
                tally.costs.append(Cost(worst.place, what, bytes=size))
            continue
        shapes = ", ".join(worst.shapes[:3]) + ", ..." * (len(worst.shapes) > 3)
        of = f"of `{worst.function}` ({shapes}), of {amounts.amount(whole[worst.function])} in all"
        reason = f"this line keeps {amounts.amount(size)} for the backward pass {of}"
        change = "compute them anew there: `jax.checkpoint` around the function that makes them"
        if worst.loop is not None:
            reason = (
                f"this loop keeps {amounts.amount(size)} of all its rounds for the backward pass "
                f"{of}, most of it at {at(worst.place, worst.loop)}"
            )
            change = "compute them anew in each round: `jax.checkpoint` around the body of the loop"
        tally.losses.append(
            Loss(
                "residuals",
                Group.MEMORY,
                worst.loop or worst.place,
                reason,
                change,
                "JOL303",
                "remat",
                bytes=size,
                count=max(1, sum(event.count for event in events)),
                chain=worst.chain,
                also=_others(events, worst.loop or worst.place),
            )
        )


def _others(events: list[Residual], but: Place) -> tuple[Place, ...]:
    """The other lines, one each, those that keep most first."""
    order = sorted(events, key=lambda one: -one.bytes)
    lines = {line_of(one.place): one.place for one in reversed(order)}
    lines.pop(line_of(but), None)
    return tuple(reversed(lines.values()))
