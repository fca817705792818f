"""Versions of what a function is given: what is a parameter, a part of it, or stands in for it."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Version:
    """A value that is, or replaces, a parameter or a part of it.

    Attributes:
        part: how many steps it lies inside of the parameter; 0 for the parameter as a whole.
        optimizer: it came out of an optimizer's update, as its state.
        written: it is a copy of the old value in which some elements were written.
    """

    parameter: str
    new: bool = False
    part: int = 0
    optimizer: bool = False
    written: bool = False


SMALL = Version("")  # a random key or a counter: no version whose memory matters


# A version, nothing known, or what a tuple holds.
Shape = Version | None | list["Shape"]


def leaves(shape: Shape) -> list[Version]:
    """The versions of parameters in a shape."""
    if isinstance(shape, list):
        return [v for s in shape for v in leaves(s)]
    return [shape] if shape is not None and shape.parameter else []


def of_optimizer(shape: Shape) -> Shape:
    new = renewed(shape)
    return replace(new, optimizer=True) if isinstance(new, Version) else new


def inside(version: Version) -> Version:
    return replace(version, part=version.part + 1)


def made_of(parts: list[Version]) -> Version:
    """The new version of what some parts belong to, which is made of them anew."""
    part = min(v.part for v in parts) - 1
    written = any(v.written for v in parts)
    return Version(parts[0].parameter, True, part, written=written)


def renewed(shape: Shape) -> Shape:
    if isinstance(shape, list):
        return [renewed(s) for s in shape]
    return replace(shape, new=True) if shape is not None else None


def join(a: Shape, b: Shape) -> Shape:
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [join(x, y) for x, y in zip(a, b, strict=True)]
    if isinstance(a, Version) and isinstance(b, Version) and a.parameter == b.parameter:
        return Version(
            a.parameter, a.new or b.new, min(a.part, b.part), a.optimizer or b.optimizer,
            a.written or b.written,
        )  # fmt: skip
    return None


def substituted(shape: Shape, arguments: dict[str, Shape]) -> Shape:
    if isinstance(shape, list):
        return [substituted(s, arguments) for s in shape]
    if shape is None or not shape.parameter:
        return shape
    found = arguments.get(shape.parameter)
    if not isinstance(found, Version):
        return renewed(found) if shape.new and not shape.part else None
    return Version(
        found.parameter, found.new or shape.new, found.part + shape.part,
        found.optimizer or shape.optimizer, found.written or shape.written,
    )  # fmt: skip
