"""A repeatable sample of what `scripts/fuzz` does for longer."""

from __future__ import annotations

import fuzzing
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st


def sample(size: int) -> settings:
    return settings(
        max_examples=size, derandomize=True, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip


@sample(40)
@given(fuzzing.programs(), fuzzing.formats, fuzzing.extras)
@example(b"import jax; jax.tree_map(f, x)", "text", [])
@example(b"", "junit", ["--diff"])
def test_programs(raw: bytes, kind: str, extra: list[str]) -> None:
    fuzzing.check_program(raw, kind, extra)


@sample(25)
@given(fuzzing.odd_bytes, fuzzing.formats, fuzzing.extras)
def test_bytes(raw: bytes, kind: str, extra: list[str]) -> None:
    fuzzing.check_program(raw, kind, extra)


@sample(12)
@given(st.lists(fuzzing.odd_names, min_size=1, max_size=3, unique=True), fuzzing.formats)
def test_names(names: list[str], kind: str) -> None:
    fuzzing.check_names(names, kind)


@sample(25)
@given(fuzzing.configurations, st.booleans(), fuzzing.formats)
def test_configurations(text: str, own_file: bool, kind: str) -> None:
    fuzzing.check_configuration(text, own_file, kind)


@sample(80)
@given(st.one_of(fuzzing.odd_bytes, fuzzing.configurations.map(str.encode)))
def test_readers(raw: bytes) -> None:
    fuzzing.read_anything(raw)
