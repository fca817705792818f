"""The public names that the table gives for private ones stand for the same objects."""

import importlib

import pytest

from jaxopt_lint.semantics.jax.api.private import known, public_name, since

MISSING = object()


def thing(dotted: str) -> object:
    module, _, name = dotted.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name, MISSING)
    except ImportError:
        return MISSING


@pytest.mark.executes
@pytest.mark.filterwarnings("ignore")
def test_both_names_are_one_object() -> None:
    compared, other = 0, []
    for private, public in known():
        objects = thing(private), thing(public)
        if MISSING not in objects:
            compared += 1
            if objects[0] is not objects[1]:
                other.append((private, public))
    assert not other
    assert compared > 2000


@pytest.mark.parametrize(
    ("private", "public"),
    [
        ("jax._src.core.Primitive", "jax.extend.core.Primitive"),
        ("jax._src.mesh.Mesh", "jax.sharding.Mesh"),
        ("jax._src.nn.initializers.glorot_normal", "jax.nn.initializers.glorot_normal"),
        ("jax._src.numpy.lax_numpy.concatenate", "jax.numpy.concatenate"),
        ("jax._src.tree_util.tree_map", "jax.tree_util.tree_map"),
        ("jax._src.config.config", "jax.config"),
        ("jax._src.random.PRNGKey", "jax.random.PRNGKey"),
        ("jax._src.core.thread_local_state", ""),
    ],
)
def test_the_name_that_readers_know_comes_first(private: str, public: str) -> None:
    assert public_name(private) == public


def test_every_public_name_is_dated() -> None:
    assert all(since(public) for _, public in known())
