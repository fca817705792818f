"""What of a file a change is judged on."""

from __future__ import annotations

import pytest

from jaxopt_lint.fixing.targets import changed
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.verify.spec import find_function

FILE = """import jax
try:
    import fast
except ImportError:
    def slow(x):
        return x + 1
if jax.__version__ > "0.5":
    def under_if(x):
        return x + 2
else:
    def under_if(x):
        return x + 3
def f(x):
    def nested(y):
        return y + 4
    return nested(x)
f = jax.jit(f)
class Outer:
    limit = 5
    class Inner:
        def method(self, x):
            return x + 6
step = jax.jit(lambda x: x + 7)
total = step(1) + 8
if __name__ == "__main__":
    print(total + 9)
"""


@pytest.mark.parametrize(
    ("number", "functions", "statements"),
    [
        (1, ["slow"], False),
        (2, ["under_if"], False),
        (3, ["under_if"], False),
        (4, ["f"], False),
        (5, [], True),
        (6, ["Outer.Inner.method"], False),
        (7, ["step"], False),
        (8, [], True),
        (9, [], True),
    ],
)
def test_a_change_belongs_to_a_function_or_to_the_module(
    number: int, functions: list[str], statements: bool
) -> None:
    old = FILE.replace(" = 5", " = +5")
    new = old.replace(f"+ {number}\n", "- 1\n").replace(f"+ {number})", "- 1)")
    new = new.replace(f" = +{number}", " = 1")
    assert new != old
    seen = changed(Module(old, "m"), new)
    assert (seen.functions, seen.statements) == (functions, statements)


def test_new_imports_and_names_are_no_change_by_themselves() -> None:
    new = FILE.replace("def f(x)", "import functools\n_rows = jax.vmap(slow)\nlimit = 3\ndef f(x)")
    seen = changed(Module(FILE, "m"), new.replace("nested(x)", "_rows(x)"))
    assert (seen.functions, seen.statements) == (["f"], False)


def test_a_function_that_is_jitted_under_its_own_name_is_found_by_it() -> None:
    node = find_function(FILE, "f")
    assert node is not None and node.lineno == 13
    assert find_function(FILE, "slow") is not None
    assert find_function(FILE, "Outer.Inner.method") is not None
