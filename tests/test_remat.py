"""`jaxopt-lint rewrite remat FILE:function`: what each way to name a block wraps."""

from pathlib import Path

import pytest

from jaxopt_lint.fixing.run import rewrite

SOURCE = """\
import jax
import jax.numpy as jnp


def block(params, x):
    return jax.nn.gelu(x @ params["w1"]) @ params["w2"]


def forward(params, x):
    for _ in range(6):
        x = x + block(params, x)
    return x


def tower(layers, x):
    def layer(h, params):
        return block(params, h), None

    return jax.lax.scan(layer, x, layers)[0]


class Model:
    def layer(self, w, x):
        return jnp.tanh(x @ w) @ w.T

    def __call__(self, weights, x):
        for w in weights:
            x = self.layer(w, x)
        return x


def dropped(params, x, training):
    if training:
        x = 0.9 * x
    return block(params, x)


@jax.checkpoint
def saved(params, x):
    return block(params, x)
"""


def added(tmp_path: Path, qualname: str) -> list[str]:
    """The lines that the rewrite of one function makes."""
    path = tmp_path / "model.py"
    path.write_text(SOURCE)
    made = rewrite(path, "remat", qualname)
    assert not made.error, made.error
    old = SOURCE.splitlines()
    return [line.strip() for line in made.new_text.splitlines() if line not in old]


@pytest.mark.parametrize(
    ("qualname", "lines"),
    [
        ("block", ["@jax.checkpoint"]),
        ("forward", ["x = x + jax.checkpoint(block)(params, x)"]),
        ("tower", ["return jax.lax.scan(jax.checkpoint(layer, prevent_cse=False), x, layers)[0]"]),
        (
            "tower.layer",
            ["from functools import partial", "@partial(jax.checkpoint, prevent_cse=False)"],
        ),
        ("Model", []),
        ("Model.layer", ["x = jax.checkpoint(self.layer)(w, x)"]),
        ("Model.__call__", ["x = jax.checkpoint(self.layer)(w, x)"]),
    ],
)
def test_names_a_block_or_what_repeats_it(tmp_path: Path, qualname: str, lines: list[str]) -> None:
    if qualname == "block":
        # The decorator line stands elsewhere in the file already: count instead.
        path = tmp_path / "model.py"
        path.write_text(SOURCE)
        new = rewrite(path, "remat", qualname).new_text
        assert new.count("@jax.checkpoint\n") == 2
        assert new.index("@jax.checkpoint\ndef block") > 0
    else:
        assert added(tmp_path, qualname) == lines


@pytest.mark.parametrize(
    ("qualname", "reason"),
    [
        ("dropped", "`training` decides on a branch"),
        ("saved", "decorated with `jax.checkpoint` already"),
    ],
)
def test_refuses(tmp_path: Path, qualname: str, reason: str) -> None:
    path = tmp_path / "model.py"
    path.write_text(SOURCE)
    made = rewrite(path, "remat", qualname)
    assert made.new_text == SOURCE
    assert [r for _, r in made.refused if reason in r]
