"""Versions that are one program: names of one object, and waits for what has a value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jaxopt_lint.fixing.alike import Alike, alike
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.verify.budget import Budget
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
    assert found.names == {("jax.core.Literal", "jax.extend.core.Literal")}
    assert {(one.old, one.new) for one in found.uses} == {("jax.tree_map", "jax.tree.map")}


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
LOOPED = TIMED.replace("    for", "    x, seen = step(x)\n    for")
COUNTED = TIMED.replace("range(turns)", "range(9)")
AFTER = WAIT[4:] + "    print"
BOUND = TIMED.replace("    print", "    seen = step(x)\n    print")


@pytest.mark.parametrize(
    ("old", "new"),
    [(TIMED, TIMED.replace("step(x)\n", "step(x)\n" + WAIT)),
     (LOOPED, LOOPED.replace("    print", AFTER)),
     (COUNTED, COUNTED.replace("    print", AFTER)),
     (LOOPED.replace("step(x)\n    print", "step(x)\n        log(turn)\n    print"),
      LOOPED.replace("step(x)\n    print", "step(x)\n        log(turn)\n" + AFTER)),
     (TIMED.replace("x, seen = step(x)", "(x, y), (z, seen) = step(x)"),
      TIMED.replace("x, seen = step(x)\n", "(x, y), (z, seen) = step(x)\n"
                    + WAIT.replace("x, seen", "(x, y), (z, seen)"))),
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


@pytest.mark.parametrize(
    "last",
    ["        if seen:\n            break\n", "        donating(x)\n", "        seen = step(x)\n",
     "    else:\n        del x\n"],
)  # fmt: skip
def test_loops_may_end_without_what_is_waited_for(last: str) -> None:
    old = COUNTED.replace("    print", last + "    print")
    assert compared(old, old.replace("    print", AFTER)) is None


LOGGED = COUNTED.replace("    start", "    log = []\n    start", 1).replace(
    "    print", "    log.append(seen)\n    log.append(seen['loss'].mean())\n"
    "    print(f'{x.sum()}', x * 2)\n    print")  # fmt: skip


def test_what_is_read_in_between_is_still_there() -> None:
    found = compared(LOGGED, LOGGED.replace("    print(time", AFTER + "(time"))
    assert found is not None and found.waits


@pytest.mark.parametrize(
    "change",
    [("log = []", "log = Log()"), ("log.append(seen)", "log.extend(seen)"), (".mean()", ".pop()"),
     ("['loss'].mean()", "['loss'].mean(x)"), ("log = []", "log = []\n    log = None"),
     ("x * 2", "step(x)"), ("    print(f", "    train(log)\n    print(f"), ("x * 2", "x")],
)  # fmt: skip
def test_what_is_handed_on_in_between_may_be_gone(change: tuple[str, str]) -> None:
    old = LOGGED.replace(*change)
    assert old != LOGGED and compared(old, old.replace("    print(time", AFTER + "(time")) is None


def test_arrays_may_be_given_away_before_the_wait() -> None:
    old = BOUND.replace("    print", "    x = donating(seen)\n    print")
    new = old.replace("    print", "    jax.block_until_ready(seen)\n    print")
    assert compared(old, new) is None


SHARDED = """from functools import partial

import jax
from jax.experimental.pjit import pjit
from jax.experimental.shard_map import shard_map


def run(mesh, spec):
    @jax.jit
    @partial(shard_map, mesh=mesh, in_specs=spec, out_specs=spec, check_rep=False)
    def twice(x):
        return x * 2

    def thrice(x):
        return x * 3

    thrice = shard_map(thrice, mesh=mesh, in_specs=spec, out_specs=spec)
    return pjit(twice, in_axis_resources=spec, out_axis_resources=spec), thrice
"""
RENEWED = (
    SHARDED.replace("from jax.experimental.shard_map import shard_map\n", "")
    .replace("shard_map", "jax.shard_map")
    .replace("check_rep", "check_vma")
)


def test_calls_are_told_with_their_keywords() -> None:
    found = compared(SHARDED, RENEWED)
    assert found is not None and not found.names
    (plain, decorating) = sorted(found.uses)
    assert plain.before == plain.after and plain.positional == decorating.positional == (1, 1)
    assert decorating.before[3:] == ("check_rep",) and decorating.after[3:] == ("check_vma",)
    assert "`check_rep` of `jax.experimental.shard_map.shard_map` is `check_vma`" in found.words


@pytest.mark.parametrize(
    "change",
    [("False", "True"), ("mesh, in_specs=spec, out", "mesh, out"), ("(thrice,", "(twice,"),
     ("@partial", "@apart"), ("mesh=mesh", "**mesh"),
     ("    def twice", "    @jax.vmap\n    def twice")],
)  # fmt: skip
def test_calls_of_other_arguments_are_others(change: tuple[str, str]) -> None:
    assert compared(SHARDED, RENEWED.replace(*change)) is None


@pytest.mark.executes
def test_what_is_installed_says_which_calls_are_one(session: Session) -> None:
    new = RENEWED.replace("in_axis_resources", "in_shardings")
    found = compared(SHARDED, new)
    assert found is not None
    seen = are_same(session, found.needed, sorted(found.uses))
    assert seen is not None
    assert "jax.experimental.pjit.pjit(in_axis_resources)" in seen[GONE]
    by_place = SHARDED.replace("thrice, mesh=mesh", "thrice, mesh")
    found = compared(by_place, new)
    assert found is not None and "`mesh` of `jax.shard_map` may stand by position" in found.words
    assert are_same(session, found.needed, sorted(found.uses)) is not None
    for change in [("in_shardings", "out_shardings"), ("check_vma", "axis_names"),
                   ("check_vma=", "unheard_of="), ("in_shardings", "donate_argnums"),
                   ("jax.shard_map(thrice", "jax.jit(thrice")]:  # fmt: skip
        found = compared(SHARDED, new.replace(*change))
        assert found is not None
        assert are_same(session, found.needed, sorted(found.uses)) is None, change


GONE = "another name of it until it was removed"


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


@pytest.mark.executes
def test_the_same_question_is_answered_when_the_time_is_over(session: Session) -> None:
    before = session.settings
    assert are_same(session, [("jax.lax.map", "jax.lax.map")]) is not None
    session.settings = replace(before, budget=Budget(0))
    try:
        assert are_same(session, [("jax.lax.map", "jax.lax.map")]) is not None
        assert are_same(session, [("jax.lax.scan", "jax.lax.scan")]) is None
    finally:
        session.settings = before
    assert are_same(session, [("jax.lax.scan", "jax.lax.scan")]) is not None
