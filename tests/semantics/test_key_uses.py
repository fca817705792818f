"""What is said of random keys is what the installed JAX does."""

import inspect
from pathlib import Path

import pytest

from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.fixing.checking import check_source
from jaxopt_lint.semantics.subjects.keys.uses import SAMPLERS
from jaxopt_lint.settings.config import Config

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


SIZES = """
import jax.numpy as jnp
from jax import random


def features(key, x, count):
    width = x.shape[-1]
    directions = random.normal(key, (count, width))
    offsets = random.uniform(key, (1, count))
    return x @ directions.T + offsets


def alike(key, count):
    return random.normal(key, (count, 1)) + random.uniform(key, (1, count))


def unknown(key, w, b):
    return random.normal(key, w.shape), random.normal(key, b.shape)


def numbers(key):
    return random.normal(key, (3,)), random.uniform(key)


def nearly(key):
    return random.normal(key, (3,)), random.uniform(key, (4,))
"""


@pytest.mark.parametrize(
    ("newest", "slight"), [("0.4.30", {9, 22}), ("0.5.0", set()), (None, set())]
)
def test_draws_of_other_sizes_had_other_bits_until_jax_0_5(
    newest: str | None, slight: set[int]
) -> None:
    config = Config(root=Path.cwd(), select=("prng-key-reuse",), target_jax=newest)
    source = SourceFile(Path("sizes.py"), "sizes.py", SIZES.encode(), SIZES, "utf-8", "\n")
    result = check_source(source, config)
    assert {f.start.row for f in result.findings} == {9, 14, 18, 22, 26}
    assert {f.start.row for f in result.findings if str(f.weight) == "info"} == slight


@pytest.mark.executes
def test_draws_of_other_sizes_share_no_word_where_all_are_made_together() -> None:
    jax = pytest.importorskip("jax")
    key = jax.random.PRNGKey(3)
    with jax.threefry_partitionable(False):
        words = [set(jax.random.bits(key, (n,)).tolist()) for n in range(1, 9)]
    met = {(n, m) for n in range(1, 9) for m in range(n + 1, 9) if words[n - 1] & words[m - 1]}
    assert met == {(3, 4), (5, 6), (7, 8)}


@pytest.mark.executes
def test_an_order_and_a_whole_number_of_one_key_have_nothing_in_common() -> None:
    jax = pytest.importorskip("jax")
    keys = jax.random.split(jax.random.key(0), 4000)
    first = jax.vmap(lambda key: jax.random.permutation(key, 4)[0])(keys)
    number = jax.vmap(lambda key: jax.random.randint(key, (), 0, 4))(keys)
    counts = jax.numpy.zeros((4, 4)).at[first, number].add(1)
    assert float(((counts - 250) ** 2 / 250).sum()) < 40  # of 9 degrees of freedom
