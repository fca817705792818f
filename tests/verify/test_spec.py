"""Specs: the grammar, the comments beside functions, jaxtyping annotations."""

from __future__ import annotations

import pytest

from jaxopt_lint.verify.annotations import from_annotations
from jaxopt_lint.verify.spec import (
    SpecError,
    Target,
    find_function,
    from_comment,
    parse_args,
    parse_dims,
)


def test_a_list_of_specs_gives_arguments_sizes_and_options() -> None:
    found = parse_args(
        "m:f", "{'w': f32[D]}, i32[B](0, 10), key, 3, B=5, D=3, train=True, grad=False, fixed='D'"
    )
    assert found == Target(
        "m:f",
        args=["{'w': f32[D]}", "i32[B](0, 10)", "key", "3"],
        kwargs={"train": "True"},
        dims={"B": 5, "D": 3},
        fixed=["D"],
        grad=False,
    )


def test_a_keyword_that_is_no_size_is_an_argument() -> None:
    found = parse_args("m:f", "f32[B], B=5, steps=3")
    assert found.dims == {"B": 5}
    assert found.kwargs == {"steps": "3"}


@pytest.mark.parametrize("text", ["f32[", "f32[B]", "f32[2], **more", "f32[B], B=x"])
def test_what_cannot_be_read_is_said(text: str) -> None:
    with pytest.raises(SpecError):
        parse_args("m:f", text)


def test_sizes_are_read_from_the_command_line_form() -> None:
    dims = parse_dims("B=5, D=3")
    assert dims == {"B": 5, "D": 3}
    assert parse_args("m:f", "f32[B,D]", dims).dims == dims
    with pytest.raises(SpecError):
        parse_dims("B")


ABOVE = """
# jaxopt-lint: verify(f32[B, D],
#                     f32[D], B=5, D=3)
@jit
def f(x, w):
    return x @ w
"""
INSIDE = """
class Model:
    def apply(self, x):
        # jaxopt-lint: verify(ref("m:make"), f32[3])
        return x
"""


def test_a_comment_above_the_decorators_is_found_over_several_lines() -> None:
    found = from_comment("m:f", ABOVE)
    assert found is not None
    assert found.args == ["f32[B, D]", "f32[D]"]
    assert found.dims == {"B": 5, "D": 3}


def test_a_comment_inside_a_method_is_found() -> None:
    found = from_comment("m:Model.apply", INSIDE)
    assert found is not None
    assert found.args == ["ref('m:make')", "f32[3]"]


def test_a_comment_belongs_to_one_function() -> None:
    assert from_comment("m:g", ABOVE + "\n\ndef g(x):\n    return x\n") is None


def test_functions_are_found_by_qualified_name() -> None:
    node = find_function(
        "try:\n    def f():\n        def g(): ...\nexcept E: ...\n", "f.<locals>.g"
    )
    assert node is not None
    assert node.name == "g"


def test_jaxtyping_annotations_give_a_target() -> None:
    found = from_annotations(
        "m:f",
        "def f(x: Float[Array, 'b d'], w: Float[Array, 'd d+1'], k: PRNGKeyArray,"
        " n: Int[np.ndarray, '*batch'], scale: float = 1.0): ...",
    )
    assert isinstance(found, Target)
    assert found.args == ["f32[b, d]", "f32[d, d+1]", "key", "np.i32[batch]"]
    assert found.dims == {"b": 5, "d": 3, "batch": 7}


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ("def f(x: Float[Array, 'b'], n: int): ...", "n"),
        ("def f(x): ...", "x"),
        ("def f(x: jax.Array): ...", "x"),
    ],
)
def test_nothing_is_guessed_from_other_annotations(source: str, missing: str) -> None:
    assert from_annotations("m:f", source) == missing
