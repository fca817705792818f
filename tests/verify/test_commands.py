"""Command lines: those that stand in a project, and what is made up where there are none."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.child.arguing import _missing
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.inputs.commands import Command, command_for, commands
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

README = """Train with

```bash
python scripts/train.py --lr 0.1 \\
    --name "a run"  # which takes an hour
```

or `python -m scripts.train fast`, or python scripts/train.py --data <your folder>
and look: python scripts/show.py out > log.txt
"""


def test_command_lines_are_found(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(README)
    found = commands(tmp_path)
    assert found == [
        Command("scripts/train.py", ("--lr", "0.1", "--name", "a run"), "README.md:4"),
        Command("scripts.train", ("fast",), "README.md:8"),
        Command("scripts/show.py", ("out",), "README.md:9"),
    ]
    assert command_for(tmp_path, "scripts/train.py") == found[0]
    assert command_for(tmp_path, "other/train.py") is None
    assert command_for(tmp_path, "scripts/test.py") is None


def test_what_a_parser_requires_is_made_up() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=["train", "sample"])
    parser.add_argument("sizes", type=int, nargs=2)
    parser.add_argument("--lr", type=float, required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seed", type=int, default=0)
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--fast", action="store_true")
    group.add_argument("--slow", action="store_true")
    made = [*_missing(parser, ["--out=here"])]
    assert made == ["--lr", "0.1", "--fast", "train", "2", "2"]
    assert parser.parse_args(["--out=here", *made]).sizes == [2, 2]
    assert [*_missing(parser, ["sample", "3", "4", "--slow"])] == [
        "--lr",
        "0.1",
        "--out",
        "made_up",
    ]


def test_the_first_command_of_several_is_made_up() -> None:
    parser = argparse.ArgumentParser()
    below = parser.add_subparsers(required=True)
    below.add_parser("fit").add_argument("--steps", type=int, required=True)
    below.add_parser("show")
    assert [*_missing(parser, [])] == ["fit", "--steps", "2"]


SCRIPT = """import argparse
import jax.numpy as jnp
from model import f

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", type=int)
    arguments = parser.parse_args()
    f(jnp.ones((arguments.rows, 3)), "up")
"""
MODEL = """import jax.numpy as jnp


def f(x, way):
    x = jnp.tanh(x) * 2
    return {"up": x, "down": -x}[way]
"""


@pytest.mark.executes
@pytest.mark.parametrize(
    ("readme", "said"),
    [
        ("python run.py 5\n", "started as in README.md:1"),
        ("", "a command line that is made up (2)"),
    ],
)
def test_a_script_gets_its_arguments(
    session: Session, tmp_path: Path, readme: str, said: str
) -> None:
    (tmp_path / "README.md").write_text(readme)
    (tmp_path / "run.py").write_text(SCRIPT)
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    changes = {path: (MODEL, MODEL.replace("jnp.tanh(x) * 2", "2 * jnp.tanh(x)"))}
    settings = VerifySettings(make_up=False, timing=False, timeout=60, optimize=False)
    found = verify_change(tmp_path, changes, ["model:f"], settings, session=session)["model:f"]
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert said in found.inputs
