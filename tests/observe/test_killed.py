"""A sample of `scripts/kill-observe`: of runs that end in the middle all but the end is kept."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture
def killing(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return importlib.import_module("_kill_observe")


@pytest.mark.parametrize("way", ["SIGKILL", "os._exit", "file limit"])
def test_what_is_left_of_a_run(killing: Any, tmp_path: Path, way: str) -> None:
    ended = killing.one(way, 1.2, tmp_path / "run", sys.executable, jax=False)
    assert ended.wrong == ()
    assert ended.way == way and 0 < ended.kept <= ended.steps


def test_the_table_tells_the_worst(killing: Any) -> None:
    ended = [
        killing.Ended("SIGKILL", 0.5, 1_200, 1_100, 0.25, ()),
        killing.Ended("SIGKILL", 1.5, 100, 0, 1.5, ()),
        killing.Ended("os._exit", 1.5, 10, 10, 0.0, ()),
    ]
    assert killing.table(ended).splitlines()[2:] == [
        "| SIGKILL | 2 | 1,300 | 1,100 | 1.50 s | 1 |",
        "| os._exit | 1 | 10 | 10 | 0.00 s | 0 |",
    ]
