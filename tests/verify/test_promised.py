"""What an original promises, by its code and its documentation, on calls that nobody gave."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from jaxopt_lint.verify.child import minding
from jaxopt_lint.verify.child.outside import is_meant, is_said
from jaxopt_lint.verify.child.sameness import same_text
from jaxopt_lint.verify.child.stating import stated


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Mean of the rows of each group.", False),
        ("Normalised along axis -1.", True),  # it may be about such numbers
        ("Rows labelled -1 count for nothing.", True),
        ("An id beyond the table is its last row.", True),
        ("Negative offsets count from the end.", True),
        ("x is 3-dimensional", False),
    ],
)
def test_what_documentation_says_of_places_out_of_range(words: str, said: bool) -> None:
    assert is_said(words) is said


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        ("return one_hot(labels, x.shape[-1]) @ x", False),
        ("return x.sum(axis=-1)[labels]", False),
        ("return jnp.where(labels >= 0, x[labels], 0)", True),
        ("return x[jnp.clip(labels, 0, 3)]", True),
        ("return x[labels % 4]", True),
        ("return x.at[labels].add(1, mode='drop')", True),
        ("return jnp.convolve(x, labels, mode='same')", False),
        ("return x * (labels != NOTHING)", True),
        ("return help(x, labels)", True),
        ("return x / jnp.maximum(labels.sum(), 1)", False),
    ],
)
def test_what_code_does_about_places_out_of_range(body: str, meant: bool) -> None:
    constant = "NOTHING = -100\n" if "NOTHING" in body else ""
    helper = "def help(x, i):\n    return x[abs(i)]\n" if "help" in body else ""
    unused = "def inputs(key):\n    return jnp.arange(6) % 3\n"
    text = f"{constant}{helper}{unused}def run(x, labels):\n    {body}\n"
    assert is_meant(ast.parse(text), "run", "") is meant


def test_whole_numbers_that_are_nothing_but_places() -> None:
    jax = pytest.importorskip("jax")
    from jaxopt_lint.verify.child import indexing

    jnp = jax.numpy
    x, i = jnp.ones((6, 5)), jnp.arange(6) % 5

    def state(x: Any, i: Any) -> Any:
        """The last state of each row before its end."""
        turns = (jnp.arange(5), x.T)
        return jax.lax.scan(
            lambda h, one: (jnp.where(one[0] < i, h + one[1], h), None), jnp.zeros(6), turns
        )[0]

    places = [
        lambda x, i: jnp.sum(jax.nn.one_hot(i, 5) * x),
        lambda x, i: jnp.take_along_axis(x, i[:, None], 1),
        lambda x, i: jax.ops.segment_sum(x, i, num_segments=5),
        lambda x, i: jnp.stack([x[one] for one in i]),
        lambda x, i: x[jnp.where(jnp.arange(6) < i, i - 1 - jnp.arange(6), 0)],
        state,
    ]
    numbers = [
        lambda x, i: x * i[:, None],
        lambda x, i: x.sum(1) / jnp.maximum(i, 1),  # how many there are, too
        lambda x, i: (x[i], i),
        lambda x, i: jnp.sort(i),
        lambda x, i: jnp.where(i[:3] < i[3:], 1, 0),
        lambda x, i: jax.lax.fori_loop(0, 3, lambda _, total: total + i.sum(), 0),
    ]

    def found(functions: list[Any]) -> list[bool]:
        return [indexing.places(jax.make_jaxpr(f)(x, i))[1] for f in functions]

    assert found(places) == [True] * len(places)
    assert found(numbers) == [False] * len(numbers)


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("loss 0.5488135", "loss 0.5488134980201721", False),
        ("loss 0.5488135", "loss 0.5488136", True),
        ("loss 0.30000000000000004", "loss 0.3", True),
        ("loss 0.3", "loss 0.30000000000000004", True),
        ("loss 0.549", "loss 0.549", True),
        ("step 12345678", "step 12345678", True),
    ],
)
def test_numbers_are_written_with_the_digits_of_their_type(old: str, new: str, same: bool) -> None:
    assert same_text(old, new, ordered=True) is same


def steps(x: Any, low: float, high: float, turns: int, axis: int) -> Any:
    """Draws in [low, high), one a turn (turns a multiple of 3), along an axis (not 0)."""
    return [x + low + high + axis for _ in range(turns)]


def test_numbers_that_the_documentation_leaves_out() -> None:
    said = stated(steps)
    assert [said.takes("axis", one, ()) for one in (-1, 0, 1)] == [True, False, True]
    assert [said.counts_by(6, one) for one in (3, 7, 0)] == [True, False, True]
    assert [said.counts_by(7, one) for one in (3, 8)] == [True, True]  # it is none itself
    assert [said.takes("turns", one, ()) for one in (-1, 3)] == [False, True]
    given = ((None, 0.0, 2.0, 3, 1), {})
    assert said.spares(given, ((None, 0.0, -2.0, 3, 1), {}))
    assert not said.spares(given, ((None, -2.0, 2.0, 3, 1), {}))


def norms(tree: Any) -> Any:
    """Norms in the order of the entries, -inf for one of nothing, to a relative 1e-5."""
    return tree


def total(tree: Any) -> Any:
    """The sum; what is infinite stays so."""
    return tree


def test_what_documentation_is_about() -> None:
    about = {minding.ORDER, minding.MINUS_INFINITY, minding.INFINITIES, minding.NEARNESS}
    assert about & {*minding.minds(norms)} == about - {minding.INFINITIES}
    assert about & {*minding.minds(total)} <= {minding.INFINITIES, minding.NEARNESS}
