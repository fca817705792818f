"""Versions that are one program: names of one object, and waits for what has a value."""

from __future__ import annotations

import pytest

from jaxopt_lint.fixing.alike import Alike, alike
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.verify.one_object import are_same
from jaxopt_lint.verify.session import Session

TIMED = """import time

import jax


def run(x, turns):
    start = time.time()
    for turn in range(turns):
        x, seen = step(x)
    print(time.time() - start, seen)
    return x
"""
NAMED = """import jax
from jax.core import Literal


def run(tree):
    return jax.tree_map(lambda x: isinstance(x, Literal), tree)
"""


def compared(old: str, new: str) -> Alike | None:
    """How two versions of a file differ, if in names and waits alone."""
    first, second = (Facts(Module(text, "m", path="m.py"), Project()) for text in (old, new))
    return alike(first, second)


def test_names_are_told_in_pairs() -> None:
    new = NAMED.replace("jax.core", "jax.extend.core").replace("tree_map", "tree.map")
    found = compared(NAMED, new)
    assert found is not None and not found.waits
    assert found.names == {
        ("jax.core.Literal", "jax.extend.core.Literal"), ("jax.tree_map", "jax.tree.map"),
    }  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [("tree)\n", "tree, is_leaf=None)\n"), ("x, Literal", "tree, Literal"),
     ("jax.tree_map", "tree_map"), ("lambda x:", "lambda x, y:"), ("import Literal", "import Var"),
     ("return ", "x = ")],
)  # fmt: skip
def test_what_else_differs_is_no_name(change: tuple[str, str]) -> None:
    found = compared(NAMED, NAMED.replace(*change))
    assert found is None


def test_what_all_names_of_a_module_bring_is_no_spelling() -> None:
    old = "from jax.numpy import *\nimport jax\n\n\ndef run(x):\n    return jax.tree_map(sin, x)\n"
    new = old.replace("from jax.numpy import *\n", "").replace("tree_map", "tree.map")
    assert compared(old, new) is None


def test_a_name_that_is_bound_anew_is_another() -> None:
    new = NAMED.replace("def run(tree):", "def run(tree, jax):").replace("tree_map", "tree.map")
    assert compared(NAMED, new) is None


WAIT = "        jax.block_until_ready((x, seen))\n"
BOUND = TIMED.replace("    print", "    seen = step(x)\n    print")


@pytest.mark.parametrize(
    ("old", "new"),
    [(TIMED, TIMED.replace("step(x)\n", "step(x)\n" + WAIT)),
     (BOUND, BOUND.replace("    print", "    jax.block_until_ready(seen)\n    print")),
     (TIMED.replace("x, seen =", "step(x); x, seen ="),
      TIMED.replace("x, seen =", "jax.block_until_ready(step(x)); x, seen ="))],
)  # fmt: skip
def test_waits_for_what_is_there(old: str, new: str) -> None:
    found = compared(old, new)
    assert found is not None and found.waits and not found.names


@pytest.mark.parametrize(
    "new",
    [TIMED.replace("    print", WAIT[4:] + "    print"),  # the loop may take no turn
     TIMED.replace("step(x)\n", "step(x)\n" + WAIT.replace("seen", "later")),
     TIMED.replace("step(x)\n", "step(x)\n" + WAIT.replace("(x, seen)", "step(x)")),
     TIMED.replace("step(x)\n", "step(x)\n" + WAIT.replace("jax.", "mine.")),
     TIMED.replace("        x, seen", WAIT + "        x, seen")],
)  # fmt: skip
def test_waits_for_what_may_not_be_there(new: str) -> None:
    assert compared(TIMED, new) is None


def test_arrays_may_be_given_away_before_the_wait() -> None:
    old = BOUND.replace("    print", "    x = donating(seen)\n    print")
    new = old.replace("    print", "    jax.block_until_ready(seen)\n    print")
    assert compared(old, new) is None


@pytest.mark.executes
def test_what_is_installed_says_what_is_one_object(session: Session) -> None:
    seen = are_same(session, [("jax.tree_map", "jax.tree.map"), ("jax.Array", "jax.Array")])
    assert seen is not None and seen["jax"]
    for pair in (
        ("jax.tree_map", "jax.tree.leaves"),
        ("jax.numpy.sin", "jax.numpy.cos"),
        ("jax.tree.map", "jax.tree.unheard_of"),
        ("jax.unheard_of", "jax.unheard_of"),
        ("jax.experimental.shard_map.shard_map", "jax.shard_map"),
    ):
        assert are_same(session, [pair]) is None
