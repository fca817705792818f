"""A module may have moved without everything that was in it."""

from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main


def test_the_successor_of_a_module_lacks_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "import jax\n\nArray = jax.pxla.ShardedDeviceArray\n"
    Path("model.py").write_text(text)
    main(["check", "--no-cache", "--select", "JOL702", "model.py"])
    told = capsys.readouterr().out
    assert "`jax.pxla` was removed" in told and "use `jax.interpreters.pxla`" not in told
    assert "see `jax.Array`" in told
    Path("model.py").write_text(text.replace("ShardedDeviceArray", "of_another_day"))
    main(["check", "--no-cache", "--select", "JOL702", "model.py"])
    assert "use `jax.interpreters.pxla`" in capsys.readouterr().out
