"""The public names that stand for private ones are the same objects."""

import importlib

import pytest

from jaxopt_lint.semantics.api.private import PUBLIC


def thing(dotted: str) -> object:
    module, _, name = dotted.rpartition(".")
    return getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("private", sorted(PUBLIC))
def test_both_names_are_of_one_object(private: str) -> None:
    pytest.importorskip("jax")
    assert thing(private) is thing(PUBLIC[private])
