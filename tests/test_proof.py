"""What `scripts/proof` runs: parts of the whole that add up, and rewrites judged where they are
used."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "scripts"))
import _proof_running as running


def names(part: running.Slice) -> list[str]:
    return [one.title for one in running.subjects(running.MATERIAL, [], [0], part)]


def test_slices_add_up_to_all_pairs() -> None:
    whole = names(running.Slice())
    parts = [names(running.Slice(number, 7)) for number in range(1, 8)]
    assert sorted(whole) == sorted(title for part in parts for title in part)
    assert all(parts)


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b"])
def test_a_slice_that_is_none(text: str) -> None:
    with pytest.raises(ValueError):
        running.Slice.parse(text)


def test_a_pair_says_that_it_is_used_inside_a_jit(tmp_path: Path) -> None:
    for name, first in (("inner", "# used inside jax.jit\n"), ("outer", "")):
        place = tmp_path / "correct" / name
        place.mkdir(parents=True)
        (place / "before.py").write_text(first + "def run(x):\n    return x\n")
    found = {one.name: one.jitted for one in running.subjects(tmp_path, [], [0])}
    assert found == {"inner": True, "outer": False}
