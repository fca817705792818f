"""Numbers as the author of a program left them, and what is computed of such numbers."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

LARGEST = 10**12


@dataclass(frozen=True, slots=True)
class Usual:
    """A number as the author left it.

    Attributes:
        number: the number.
        why: the default that it rests on, as a clause; "" where nobody is asked.
        listed: it is how many items a default has that is written out.
    """

    number: bool | int | float
    why: str = ""
    listed: bool = False


def computed(operator: ast.operator, left: Usual, right: Usual) -> Usual | None:
    """What an operator makes of two numbers; None where that is out of reach."""
    a, b = left.number, right.number
    try:
        match operator:
            case ast.Add():
                made: int | float = a + b
            case ast.Sub():
                made = a - b
            case ast.Mult():
                made = a * b
            case ast.FloorDiv():
                made = a // b
            case ast.Div():
                made = a / b
            case ast.Mod():
                made = a % b
            case ast.Pow() if 0 <= b < 64 and abs(a) < 1000:
                made = a**b
            case _:
                return None
    except (ZeroDivisionError, OverflowError):
        return None
    return Usual(made, left.why or right.why) if abs(made) < LARGEST else None


def most(found: Iterable[Usual | None], pick: Callable[..., Usual] = max) -> Usual | None:
    """The largest of several numbers, or the smallest, if all of them are known."""
    known = [*found]
    given = [one for one in known if one is not None]
    return pick(given, key=lambda u: u.number) if given and len(given) == len(known) else None


def counted(bounds: Sequence[Usual]) -> Usual | None:
    """How many items a `range` of one to three numbers has."""
    numbers = [one.number for one in bounds]
    start, stop, step = (0, numbers[0], 1) if len(numbers) == 1 else (*numbers, 1)[:3]
    if not step:
        return None
    why = next((one.why for one in bounds if one.why), "")
    listed = any(one.listed for one in bounds)
    return Usual(max(0, math.ceil((stop - start) / step)), why, listed)


def left_at(number: Usual, name: str, unit: str = "") -> Usual:
    """A default, with what rests on it where nothing else is said.

    Args:
        name: what has the default, as it is shown.
    """
    shown = str(int(number.number)) if float(number.number).is_integer() else str(number.number)
    return Usual(number.number, number.why or f"{name} is left at {shown}{unit}")
