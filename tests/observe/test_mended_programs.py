"""Observed programs and their mended copies, both shortened, print the same results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "observed"
SHORTER = {
    "ppo": {"range(8)": "range(1)", "obs, 192)": "obs, 48)", "episodes=5": "episodes=1"},
    "simulation": {"STEPS = 40": "STEPS = 3", "step % 20": "step % 1"},
}


def printed(program: Path, folder: Path) -> list[str]:
    """What a shortened copy of a program prints, word by word."""
    text = program.read_text(encoding="utf-8")
    for before, after in SHORTER[program.stem].items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    folder.mkdir()
    (folder / program.name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program.name],
        cwd=folder, capture_output=True, text=True, timeout=600,
        env=os.environ | {"JAX_PLATFORMS": "cpu"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.executes
@pytest.mark.parametrize("name", sorted(SHORTER))
def test_a_mended_program_computes_the_same(name: str, tmp_path: Path) -> None:
    before = printed(FOLDER / f"{name}.py", tmp_path / "before")
    after = printed(FOLDER / "mended" / f"{name}.py", tmp_path / "after")
    assert len(before) > 5
    assert [numbers(word) for word in before] == [numbers(word) for word in after]


def numbers(word: str) -> object:
    """A number up to rounding, another word as it is."""
    try:
        return pytest.approx(float(word), rel=1e-3, abs=2e-3, nan_ok=True)
    except ValueError:
        return word
