"""Blocks that always run are part of the block around them; all others stay."""

import ast

import pytest

from jaxopt_lint.semantics.python.module import Module


@pytest.mark.parametrize("test", ["True", "1", "(True)"])
def test_what_always_runs_stands_in_the_block_around_it(test: str) -> None:
    block = f"    if {test}:\n        if 1:\n            x = 1\n        y = 2\n"
    module = Module(f"def f(x):\n{block}    return x\n")
    (function,) = module.all(ast.FunctionDef)
    assert [type(s) for s in function.body] == [ast.Assign, ast.Assign, ast.Return]
    assert module.parent[function.body[0]] is function
    assert [s.lineno for s in function.body] == [4, 5, 6]


@pytest.mark.parametrize(
    "text",
    [
        "if True:\n    a = 1\nelse:\n    a = 2\n",
        "if x:\n    a = 1\nb = 'if True'\n",
        "while True:\n    a = 1\nb = 'if True'\n",
        "if 'if True':\n    a = 1\n",
        "if 1.5:\n    a = 'if True'\n",
    ],
)
def test_what_may_not_run_stays(text: str) -> None:
    module = Module(text)
    assert ast.dump(module.tree) == ast.dump(ast.parse(text))
