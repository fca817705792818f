"""What is said of random keys is what the installed JAX does."""

import inspect

import pytest

from jaxopt_lint.semantics.subjects.keys.uses import SAMPLERS

NO_SAMPLERS = {"split", "fold_in", "clone", "key_data", "key_impl"}


@pytest.mark.executes
def test_every_sampler_is_known() -> None:
    random = pytest.importorskip("jax").random
    taking_keys = {
        name
        for name in dir(random)
        if not name.startswith("_")
        and inspect.isfunction(getattr(random, name))
        and next(iter(inspect.signature(getattr(random, name)).parameters), "") in ("key", "keys")
    }
    known = {name.removeprefix("jax.random.") for name in SAMPLERS}
    assert taking_keys - NO_SAMPLERS - known == set()
    assert known - taking_keys == {"shuffle"}  # older versions have it


@pytest.mark.executes
def test_children_of_splits_and_folds_are_the_same_keys() -> None:
    jax = pytest.importorskip("jax")
    key = jax.random.key(7)
    three = jax.random.split(key, 3)
    assert (jax.random.split(key) == three[:2]).all()
    assert all(jax.random.fold_in(key, i) == three[i] for i in range(3))
    assert not (jax.random.fold_in(key, 3) == three).any()
