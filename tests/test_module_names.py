"""The names by which a project's files are imported, as the linter and the watch give them."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.observe.child.state import here
from jaxopt_lint.running.opening import module_name
from jaxopt_lint.settings.configfile import load_config


@pytest.mark.parametrize(
    ("files", "asked", "name"),
    [
        (["jax/flow.py"], "jax/flow.py", "flow"),
        (["jax/inner/flow.py"], "jax/inner/flow.py", "inner.flow"),
        (["jax/__init__.py", "jax/flow.py"], "jax/flow.py", "jax.flow"),
        (["cuda/flow.py"], "cuda/flow.py", "cuda.flow"),
        (["flows/jax/flow.py"], "flows/jax/flow.py", "flows.jax.flow"),
        (["jax.py"], "jax.py", "jax"),
    ],
)
def test_a_folder_that_hides_behind_an_installed_package_is_no_part_of_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: list[str], asked: str, name: str
) -> None:
    for file in ["pyproject.toml", *files]:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    assert module_name(tmp_path / asked, load_config(tmp_path)) == name
    monkeypatch.setattr(here, "config", {"root": str(tmp_path)}, raising=False)
    assert here.module(asked) == name
