"""A sample of the renamed names is fixed and run; `scripts/check-renames` does all of them."""

import random
from pathlib import Path

import pytest
from renamed_names import FORMS, failures, fixed, renamed, unexpected

from jaxopt_lint.settings.config import Config

# Those that a fix once broke: a submodule that nobody imported, an import from a class or an
# object, a successor that some release lacks.
BROKEN_ONCE = (
    "jax.config.jax_debug_key_reuse", "jax.experimental.gda_serialization",
    "jax.experimental.pallas.atomic_add",
    "jax.experimental.pallas.dot", "jax.experimental.pallas.gpu",
    "jax.experimental.pallas.max_contiguous", "jax.experimental.pallas.reciprocal",
    "jax.lib.xla_bridge.get_backend", "jax.prng.PRNGImpl", "jax.stages.Compiled.input_layouts",
)  # fmt: skip
CONFIG = Config(root=Path(__file__).parent)


@pytest.mark.executes
def test_fixed_programs_run() -> None:
    sample = random.Random(0).sample(renamed(), 24)
    programs = [fixed(symbol, form, CONFIG) for symbol in (*BROKEN_ONCE, *sample) for form in FORMS]
    changed = [program for program in programs if program.changed]
    assert len(changed) > len(programs) // 2
    assert unexpected(failures(changed)) == {}


@pytest.mark.parametrize("symbol", ["dot", "load", "store", "reciprocal"])
def test_what_no_single_name_replaces_is_left_alone(symbol: str) -> None:
    for form in FORMS:
        assert not fixed(f"jax.experimental.pallas.{symbol}", form, CONFIG).changed


def test_a_submodule_that_nobody_imports_gets_an_import() -> None:
    program = fixed("jax.experimental.pallas.max_contiguous", "alias", CONFIG)
    assert "from jax.experimental.pallas.triton import max_contiguous" in program.fixed
    assert "other.triton" not in program.fixed
