"""What a plain `--fix` leaves alone, because the fix may change what the program does."""

from pathlib import Path
from textwrap import dedent

import pytest

from jaxopt_lint import registry
from jaxopt_lint.files.source import SourceFile
from jaxopt_lint.finding import Applicability
from jaxopt_lint.fixing.run import fix_source
from jaxopt_lint.settings.config import Config

HEAD = """\
import time
from functools import partial

import jax
import jax.numpy as jnp
"""

# rule -> (what may go wrong -> the program)
NOT_SAFE = {
    "jit-in-loop": {
        "the object may not be there in the turns that do not compile": """
            def f(xs, model):
                for x in xs:
                    if x > 2:
                        step = jax.jit(jax.grad(model.loss))
                        x = step(x)
            """,
        "a function that is handed the value may change it": """
            def f(xs, table, update):
                for x in xs:
                    step = jax.jit(lambda v: v * table[0])
                    update(table, step(x))
            """,
        "a method may change it": """
            def f(xs, model):
                for x in xs:
                    step = jax.jit(lambda v: v * model.scale)
                    model.learn(step(x))
            """,
    },
    "jit-of-fresh-callable": {
        "another function may change the list": """
            ROWS = [1, 2]


            def f(x):
                return jax.jit(lambda v: v * ROWS[0])(x)


            def reset():
                ROWS.clear()
            """,
    },
}
CASES = [(rule, why) for rule, cases in NOT_SAFE.items() for why in cases]


def fixed(text: str, rule: str, *, unsafe: bool) -> str:
    source = SourceFile(Path("m.py"), "m.py", b"", text, "utf-8", "\n")
    config = Config(root=Path.cwd(), select=(registry.find_rule(rule).code,), preview=True)
    result = fix_source(source, config, unsafe=unsafe)
    assert not result.crashes, result.crashes
    for file in result.files:
        for finding in file.applied:
            safe = finding.fix is not None and finding.fix.applicability is Applicability.SAFE
            assert unsafe or safe
    return result.files[0].new_text if result.files else text


@pytest.mark.parametrize(("rule", "why"), CASES)
def test_fix_is_applied_only_when_asked_for(rule: str, why: str) -> None:
    text = HEAD + dedent(NOT_SAFE[rule][why])
    assert fixed(text, rule, unsafe=True) != text, "there is no fix at all"
    assert fixed(text, rule, unsafe=False) == text
