"""Names that JAX never had: what the project says of its releases, and what its files do."""

import json
from pathlib import Path

import pytest

from jaxopt_lint.__main__ import main
from jaxopt_lint.semantics.jax.api import public

USE = "import jax.numpy as jnp\n\nkind = jnp.Arrray\n"


def told(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, **files: str
) -> list[tuple[str, str | None]]:
    """What is said of names that are not there, with the help."""
    (root / "pyproject.toml").write_text(files.pop("pyproject", "[tool.jaxopt-lint]\n"))
    for name, text in files.items():
        (root / f"{name}.py").write_text(text)
    monkeypatch.chdir(root)
    main(["check", "--no-cache", "--select", "JOL702", "--output-format", "json"])
    rows = json.loads(capsys.readouterr().out)
    return [(row["message"].partition(":")[0], row["help"]) for row in rows]


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ("", 1), (">=0.4", 1), (">=0.6,<0.7", 1), ("==0.4.30", 1), (">=0.10", 1),
        ("<0.4", 0), (">=99", 0),  # no walk tells of these
    ],
)  # fmt: skip
def test_only_releases_that_were_looked_into_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    bounds: str, expected: int,
) -> None:  # fmt: skip
    project = f"[project]\ndependencies = ['jax{bounds}']\n"
    assert len(told(tmp_path, capsys, monkeypatch, pyproject=project, use=USE)) == expected


def test_what_is_called_is_no_module_and_may_be_of_another_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import jax\n\n\ndef changed(tree):\n    return jax.tree_at(lambda t: t.x, tree, 1)\n"
    found = told(tmp_path, capsys, monkeypatch, use=text)
    assert [help for _, help in found] == [None]
    more = "import equinox as eqx\n" + text + "\n\nkept = eqx.tree_at(lambda t: t[0], (1,), 2)\n"
    found = told(tmp_path, capsys, monkeypatch, use=more)
    assert [help for _, help in found] == ["did you mean `eqx.tree_at`?"]


def test_a_public_name_that_may_be_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "import jax\nimport jax.numpy as jnp\nfrom jax.scipy import ndimage\n\n"
        "jnp.Array, jnp.softmax, jnp.linspce, jax.tree_maps, ndimage.zoom\n"
    )
    found = told(tmp_path, capsys, monkeypatch, use=text)
    last = ".".join(map(str, public.walked()[-1]))
    assert [message.rpartition(" has ")[2] for message, _ in found] == [
        "`jax.numpy.Array`", "`jax.numpy.softmax`", "`jax.numpy.linspce`", "`jax.tree_maps`",
        "`jax.scipy.ndimage.zoom`",
    ]  # fmt: skip
    assert all(message.startswith(f"no JAX from 0.4.20 to {last} has") for message, _ in found)
    assert [help for _, help in found] == [
        "did you mean `jax.Array`?", "did you mean `jax.nn.softmax`?",
        "did you mean `jax.numpy.linspace`?", None, None,  # `jax.tree_map` is gone
    ]  # fmt: skip


def test_names_that_another_file_assigns_are_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    patch = "import jax.numpy as jnp\n\njnp.Arrray = jnp.ndarray\n"
    assert told(tmp_path, capsys, monkeypatch, use=USE, patch=patch) == []


def test_jax_itself_is_not_told_what_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own = "import jax._src.numpy as numpy\n"
    assert told(tmp_path, capsys, monkeypatch, use=USE, jax=own) == []


def test_every_name_of_the_walks_is_known() -> None:
    for dotted in ("jax.numpy.where", "jax.scipy.stats.norm.pdf", "jax.export.export"):
        for oldest in (None, (0, 4, 20), (0, 10, 2)):
            assert public.never(dotted, oldest, None) == ""
    # Not walked, not whole in each release, or no module.
    for dotted in (
        "jax.experimental.jax2tf.invented", "jax.export.invented", "jax.jit.invented",
        "jax.config.invented", "jax._src.invented",
    ):  # fmt: skip
        assert public.never(dotted, None, None) == ""
    assert public.never("jax.export.invented", (0, 6, 2), None) == "jax.export.invented"
