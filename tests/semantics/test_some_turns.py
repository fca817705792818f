"""Which tests within a loop let only some of its turns through."""

import ast

import pytest

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.semantics.subjects.transfer.some_turns import leaves, some_turns, stored_in


@pytest.mark.parametrize(
    ("test", "wanted"),
    [
        ("step % every == 0", True),
        ("step % every == 0 and jax.process_index() == 0", True),
        ("found", True),  # the loop stores it
        ("self.found", True),
        ("timer()", True),  # it may keep count
        ("step % 1 == 0", False),
        ("step > 0", False),
        ("step % 1 == 0 and step > 0", False),
        ("verbose", False),
        ("'loss' in found", False),
        ("'loss' in found()", True),
        ("jax.process_index() == 0", False),
        ("isinstance(config, dict)", False),
    ],
)
def test_some_turns(test: str, wanted: bool) -> None:
    text = (
        "import jax\n"
        "for step in steps:\n"
        "    found = self.found = next(things)\n"
        f"    if {test}:\n"
        "        pass\n"
    )
    facts = Facts(Module(text, "m", path="m.py"), Project())
    loop = facts.module.tree.body[-1]
    assert isinstance(loop, ast.For)
    branch = loop.body[-1]
    assert isinstance(branch, ast.If)
    assert some_turns(facts, branch.test, stored_in(facts, loop)) is wanted


@pytest.mark.parametrize(
    ("text", "wanted"), [("x = 1\nbreak", True), ("raise E", True), ("x = 1", False)]
)
def test_leaves(text: str, wanted: bool) -> None:
    assert leaves(ast.parse(text).body) is wanted
