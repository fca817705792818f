"""Set-up that runs once, operation by operation, so that each operation is compiled by itself.

A network that is initialised outside of `jax.jit` is the usual case: hundreds of small programs,
which one program would take the place of. The line to change is the outermost call below which
all that is compiled are single operations: no function of the user's or of a library that is
compiled by itself, and no value that the host asks for.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from jaxopt_lint.observe.child.events import Compile, Dispatch, Event, Place, Wait
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, imports, line_of, paid_once

_PROGRAMS = 4  # of one call or some lines, below which it is no set-up to speak of
_MANY = 8  # the same, below which it is told beside the losses: a key, a weight and a scale
_SAVED = 1 / 3  # of their compilations, at least: one program for all has their code, too
_MOST = 0.8  # of a call's compilations in one call below it, from which that one is the one to name
_GAP = 3  # lines between two that belong together
_PART = 0.2  # of it, from which a call between is named, too
_ALSO = 12
# What hands data of the host over, which no compiled function would do for it.
_HANDING = ("convert_element_type", "copy", "stage", "device_put")

_Step = tuple[str, str, int]  # file, function, line


@dataclass
class _Node:
    """A line that was called from the lines above it.

    Attributes:
        seconds: of compilations of single operations there and below, and `own` those of the
            line itself; `programs` counts them all.
        whole: whether nothing else was compiled or waited for there and below.
    """

    place: Place
    chain: tuple[Place, ...]
    seconds: float = 0.0
    own: float = 0.0
    programs: int = 0
    whole: bool = True
    below: dict[_Step, _Node] = field(default_factory=dict)


def singly(stream: Stream, tally: Tally) -> None:
    """Tell calls and runs of lines whose operations were compiled one by one."""
    root = _tree(stream)
    told = {
        line_of(place): loss.seconds
        for loss in tally.losses
        if loss.kind == "eager"
        for place in (loss.place, *loss.also)
    }
    for nodes in _groups(root):
        _told(stream, nodes, told, tally)


def _tree(stream: Stream) -> _Node:
    root = _Node(Place("", 0, ""), ())
    for event in stream.of(Compile):
        if event.cause == "eager":
            if event.function in _HANDING or not paid_once(event):
                continue  # or told by itself
            if imports(stream, event.place):
                continue
            seconds = event.seconds + event.trace_seconds
            path = _path(root, event)
            for node in path:
                node.seconds += seconds
                node.programs += event.count
            path[-1].own += seconds
        elif event.cause != "body":
            _mixed(_path(root, event))
    for call in stream.of(Dispatch):
        if call.how == "jitted":
            _mixed(_path(root, call))
    for wait in stream.of(Wait):
        _mixed(_path(root, wait))
    return root


def _path(root: _Node, event: Event) -> list[_Node]:
    """The lines from the outermost caller to the place of an event."""
    out = [root]
    stack = (event.place, *event.chain)
    for index in range(len(stack) - 1, -1, -1):
        place = stack[index]
        if place.file:
            step = (place.file, place.function, place.line)
            node = out[-1].below.get(step)
            if node is None:
                node = out[-1].below[step] = _Node(place, stack[index + 1 :])
            out.append(node)
    return out


def _mixed(path: list[_Node]) -> None:
    for node in path:
        node.whole = False


def _groups(node: _Node) -> list[list[_Node]]:
    """The outermost lines that are whole; those of a function that stand together, together."""
    out: list[list[_Node]] = []
    open_: list[_Node] = []
    for one in sorted(node.below.values(), key=lambda one: one.place):
        if not one.whole and not _whole_below(one):
            out += _groups(one)
            open_ = []
            continue
        if not one.programs:
            continue
        last = open_[-1].place if open_ else None
        near = (
            last is not None
            and (last.file, last.function) == (one.place.file, one.place.function)
            and one.place.line - last.line <= _GAP
        )
        if near:
            open_.append(one)
        else:
            open_ = [one]
            out.append(open_)
    return out


def _whole_below(node: _Node) -> bool:
    """Whether a line asks for a value itself, but not what it calls, where the compilations are."""
    below = node.below.values()
    return all(one.whole for one in below) and (
        0 < _MOST * node.seconds <= sum(one.seconds for one in below)
    )


def _told(
    stream: Stream, nodes: list[_Node], told: dict[tuple[str, int], float], tally: Tally
) -> None:
    programs = sum(node.programs for node in nodes)
    seconds = sum(node.seconds for node in nodes)
    saved = seconds * _SAVED
    if programs < _PROGRAMS:
        return
    leaves = sorted(_leaves(nodes), key=lambda node: -node.own)
    known = sum(node.own for node in leaves if told.get(line_of(node.place), 0.0) >= saved)
    if known > seconds / 2:
        return  # that they run so at all is told already
    worst, passed = _deepest(max(nodes, key=lambda node: node.seconds), seconds)
    calls = sorted(_calls(nodes, seconds), key=lambda node: -node.seconds)
    others = (*passed, *(node.place for node in (*calls, *leaves)))
    also = tuple(dict.fromkeys(one for one in others if one != worst.place))
    what, change = "what this line does", "do it in one program: `jax.jit` of what is called here"
    if worst.seconds < _MOST * seconds:
        what = f"what lines {nodes[0].place.line} to {nodes[-1].place.line} do"
        change = "move these lines into a function, and compile it with `jax.jit`"
    tally.losses.append(
        Loss(
            "compiled-singly",
            Group.TIME,
            worst.place,
            f"{what} ran operation by operation, and each was compiled by itself: "
            f"{amounts.counted(programs, 'program')}, {amounts.seconds(seconds)}",
            change,
            "",
            "",
            seconds=saved,
            count=programs,
            chain=worst.chain,
            in_first=True,
            minor=programs < _MANY,
            also=also[:_ALSO],
        )
    )


def _deepest(node: _Node, seconds: float) -> tuple[_Node, list[Place]]:
    """The innermost call that holds nearly all of it, and the lines that led there from a call."""
    passed: list[Place] = []
    while node.below:
        deeper = max(node.below.values(), key=lambda one: one.seconds)
        if deeper.seconds < _MOST * seconds or not deeper.below:
            break
        passed.insert(0, node.place)
        node = deeper
    return node, passed


def _calls(nodes: list[_Node], seconds: float) -> list[_Node]:
    """The calls below some that hold a good part of it."""
    out: list[_Node] = []
    for node in nodes:
        for one in node.below.values():
            if one.below and one.seconds >= _PART * seconds:
                out += [one, *_calls([one], seconds)]
    return out


def _leaves(nodes: list[_Node]) -> list[_Node]:
    """The lines below some that hand over operations themselves."""
    out = [node for node in nodes if node.own]
    for node in nodes:
        out += _leaves(list(node.below.values()))
    return out
