"""How much work the equations of a program are, roughly."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from jaxopt_lint.observe.child.jaxprs import Work


def variable(*shape: int) -> SimpleNamespace:
    return SimpleNamespace(aval=SimpleNamespace(shape=shape, size=math.prod(shape)))


@pytest.mark.parametrize(
    ("name", "given", "made", "work"),
    [
        ("add", [(8, 4), (8, 4)], (8, 4), 8 * 4),
        ("cholesky", [(30, 30)], (30, 30), 30**3 / 3),
        ("eigh", [(5, 10, 10)], (5, 10, 10), 9 * 5 * 10**3),
        ("triangular_solve", [(30, 30), (30, 1)], (30, 1), 30**2),
        ("triangular_solve", [(30, 30), (30, 30)], (30, 30), 30**3),
    ],
)
def test_an_equation(
    name: str, given: list[tuple[int, ...]], made: tuple[int, ...], work: float
) -> None:
    equation = SimpleNamespace(
        primitive=SimpleNamespace(name=name),
        params={},
        invars=[variable(*shape) for shape in given],
        outvars=[variable(*made)],
    )
    done, wide = Work().of_equation(equation)
    assert (done, wide) == (pytest.approx(work), 0.0)
