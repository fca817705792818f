"""Shapes as far as they are known: sizes are numbers, or None where they are not known."""

from __future__ import annotations

from collections.abc import Sequence

Size = int | None
Shape = tuple[Size, ...] | None


def joined(a: Shape, b: Shape) -> Shape:
    """What two shapes have in common.

    >>> joined((3, 4), (3, 5)), joined((3,), ()), joined((3,), None)
    ((3, None), None, None)
    """
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if x == y else None for x, y in zip(a, b, strict=True))


def broadcast(shapes: Sequence[Shape]) -> Shape:
    """The shape of an elementwise result.

    >>> broadcast([(3, 1), (4,)]), broadcast([(None, 2), ()]), broadcast([(2,), None])
    ((3, 4), (None, 2), None)
    """
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return None
    rank = max((len(shape) for shape in known), default=0)
    out: list[Size] = []
    for axis in range(1, rank + 1):
        sizes = {shape[-axis] for shape in known if len(shape) >= axis} - {1}
        out.insert(0, 1 if not sizes else sizes.pop() if len(sizes) == 1 else None)
    return tuple(out)


def reduced(shape: Shape, axis: object, keep: bool = False) -> Shape:
    """The shape after a reduction; `axis` is a number, or None for all axes.

    >>> reduced((3, 4), None), reduced((3, 4), 0), reduced((3, 4), -1), reduced(None, None)
    ((), (4,), (3,), ())
    """
    if axis is None:
        return () if not keep else None
    if shape is None or keep or type(axis) is not int or not -len(shape) <= axis < len(shape):
        return None
    place = axis % len(shape)
    return shape[:place] + shape[place + 1 :]


def element(shape: Shape) -> Shape:
    """The shape of one item of an array.

    >>> element((3, 4)), element(None)
    ((4,), None)
    """
    return shape[1:] if shape else None


def at_least_one_axis(shape: Shape) -> bool:
    """Whether an array certainly has an axis.

    >>> at_least_one_axis((None,)), at_least_one_axis(()), at_least_one_axis(None)
    (True, False, False)
    """
    return bool(shape)
