"""Changes outside of functions that can be called: what is made of them, and what that shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.syntax.reading import parse
from jaxopt_lint.verify.differing import CannotLift, is_script
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.lifting import ANY, NAME, Lifted, lift
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(timing=False, timeout=60, optimize=False)
SCRIPT = """import jax
import jax.numpy as jnp
import missing_package

SCALE = 3.0


def loss(p, x):
    return jnp.sum((p * x * SCALE) ** 2)


x = jnp.ones((4, 3))
p = jnp.ones(3)
rows = []
for epoch in range(3):
    p = p - 0.1 * jax.grad(loss)(p, x)
    out = jnp.stack([jnp.tanh(row) for row in x * p])
    rows.append(out)
missing_package.plot(rows)
"""
MAIN = """import jax
import jax.numpy as jnp


def loss(p, x):
    return jnp.sum((p * x) ** 2)


def main(n=3, flag=None):
    x = jnp.ones((4, n))
    p = jnp.ones(n)

    def step(p):
        return p - 0.1 * jax.grad(loss)(p, x)

    step = jax.jit(step)
    if flag:
        return 3
    for i in range(3):
        p = step(p)
        print(i)


if __name__ == "__main__":
    main()
"""
LOOP, MAPPED = "jnp.stack([jnp.tanh(row) for row in x * p])", "jnp.tanh(x * p)"


def lifted(text: str, old: str, new: str) -> Lifted:
    assert old in text
    return lift(text, text.replace(old, new), "train.py")


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_body_of_a_loop_becomes_a_function_of_what_it_reads() -> None:
    found = lifted(SCRIPT, LOOP, MAPPED)
    assert (found.given, found.made) == (["p", "x"], "")
    assert lines(found.new) == [
        "import jax",
        "import jax.numpy as jnp",
        "SCALE = 3.0",
        "def loss(p, x):",
        "    return jnp.sum((p * x * SCALE) ** 2)",
        "def lifted_code(p, x):",
        "    out = jnp.tanh(x * p)",
        "    return {name: value for name, value in locals().items() if name in ('out',)}",
    ]
    assert lines(found.piece.text) == [
        "x = jnp.ones((4, 3))",
        "p = jnp.ones(3)",
        "rows = []",
        "for epoch in range(3):",
        "    p = p - 0.1 * jax.grad(loss)(p, x)",
        "    globals().update(lifted_code(p, x))",
        "    rows.append(out)",
    ]
    assert found.piece.words == "train.py:17"


def test_what_a_loop_hands_to_its_next_turn_is_taken_and_given() -> None:
    found = lifted(SCRIPT, "p - 0.1 *", "p + -0.1 *")
    assert found.given == ["p", "x"]
    assert "if name in ('p',)}" in found.old


@pytest.mark.parametrize("first", ["", "i = 7\n", "for i in range(2):\n    print(i)\n"])
def test_a_loop_makes_its_own_counter(first: str) -> None:
    loop = "for i in range(5):\n    total = total + rows[i]\n"
    text = (
        f"import jax.numpy as jnp\nimport missing_package\n\n{first}"
        f"total = jnp.zeros(3)\nrows = jnp.ones((5, 3))\n{loop}missing_package.plot(total)\n"
    )
    found = lifted(text, loop, "total = total + rows.sum(axis=0)\n")
    assert found.given == ["rows", "total"]


def test_what_is_put_in_comes_with_what_stands_before() -> None:
    text = SCRIPT.replace("    rows.append(out)", "    rows.append(time.time())")
    found = lifted(text, "    rows.append(", "    out.block_until_ready()\n    rows.append(")
    assert (
        "    out = jnp.tanh(x * p)\n    out.block_until_ready()\n    return"
        in found.new.replace(LOOP, MAPPED)
    )


def test_a_function_that_a_script_makes_is_lifted_with_what_it_reads() -> None:
    found = lifted(MAIN, "- 0.1 *", "+ -0.1 *")
    assert (found.made, found.given) == ("step", ["x"])
    assert "def lifted_code(*lifted_args, x, **lifted_kwargs):\n    def step(p):" in found.old
    kept = lines(found.piece.text)
    assert kept[0] == "for n, flag, in [(3, None,)]:"
    assert f"    def step({ANY}): return lifted_code(*lifted_args, x=x, **lifted_kwargs)" in kept
    assert "    step = jax.jit(step)" in kept
    assert not any("return 3" in line for line in kept)


def test_a_transform_in_a_script_is_lifted_with_its_function() -> None:
    found = lifted(MAIN, "jax.jit(step)", "jax.jit(step, donate_argnums=0)")
    assert (found.made, found.given, found.made_at) == ("step", ["x"], 16)
    assert "    step = jax.jit(step, donate_argnums=0)\n    return step(*lifted_args" in found.new


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (MAIN, "return 3", "return 4"),
        (SCRIPT, "** 2", "** 3"),
    ],
)
def test_what_leaves_its_block_is_not_lifted(text: str, old: str, new: str) -> None:
    with pytest.raises(CannotLift):
        lifted(text, old, new)


def test_a_script_is_called_where_its_file_is_run() -> None:
    assert is_script(parse(MAIN).tree, "main")
    assert not is_script(parse(MAIN).tree, "loss")
    assert not is_script(parse(MAIN.replace("    main()", "    pass")).tree, "main")


def verified(session: Session, root: Path, found: Lifted, donated: set[int]) -> Evidence:
    file = root / "train.py"
    file.write_text("raise SystemExit('it is run')\n")
    name = f"train:{NAME}"
    changes = {file: (found.old, found.new)}
    return verify_change(
        root, changes, [name], QUICK, donated={name: donated}, pieces=[found.piece],
        session=session,
    )[name]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "old", "new", "donated", "verdict"),
    [
        (SCRIPT, LOOP, MAPPED, set(), Verdict.VERIFIED),
        (SCRIPT, LOOP, "jnp.tanh(x + p)", set(), Verdict.REFUTED),
        (MAIN, "jax.jit(step)", "jax.jit(step, donate_argnums=0)", {0}, Verdict.PROVED),
        (MAIN, "- 0.1 *", "+ 0.1 *", set(), Verdict.REFUTED),
    ],
)
def test_lifted_code_is_verified_on_what_the_script_hands_to_it(
    session: Session, tmp_path: Path, text: str, old: str, new: str, donated: set[int],
    verdict: Verdict,
) -> None:  # fmt: skip
    seen = verified(session, tmp_path, lifted(text, old, new), donated)
    assert (seen.verdict, seen.sources) == (verdict, ("calls",)), seen
    assert seen.inputs.startswith("call in train.py:")
