"""Files that cannot be imported as a whole: what their functions need of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.fixing.asking import Asked, spared_of
from jaxopt_lint.fixing.judging import judged
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings
from jaxopt_lint.verify.sparing import spared

QUICK = VerifySettings(timing=False, timeout=60, optimize=False)
SCRIPT = """from __future__ import annotations
import argparse
import sys
import jax
import jax.numpy as jnp
import numpy as np

sys.path.append("..")
jax.config.update("jax_numpy_rank_promotion", "allow")
jax.clear_caches()
config = {"data": "nowhere.npz"}
config["x"] = 1
args = argparse.Namespace(rate=0.1)
rate = args.rate
data = np.load("nowhere.npz")


def loss(p, x):
    return jnp.mean((x @ p["w"]) ** 2)


@jax.jit
def step(p, x):
    g = jax.grad(loss)(p, x)
    return jax.tree.map(lambda a, b: a - rate * b, p, g)


def main():
    p = {"w": jnp.ones((4, 2))}
    for i in range(10):
        p = step(p, data["x"][i])
    print(p)


if __name__ == "__main__":
    main()
"""
# What it is, how its data is read instead, and where the inputs come from then.
WAYS = {
    "it reads what is not there": ('np.load("nowhere.npz")', "synthesis"),
    "it asks for arguments": ("vars(argparse.ArgumentParser(usage=1 / 0))", "synthesis"),
    "it runs on": ('{"x": np.ones((10, 3, 4), "f4")}\\n', "calls"),
}


def test_what_a_function_needs_keeps_its_lines() -> None:
    found = spared(SCRIPT, SCRIPT.replace("a - rate", "-rate"), "train.py", {"step"})
    assert found is not None
    lines, kept = SCRIPT.split("\n"), found.old.split("\n")
    assert all(one in ("", line) for one, line in zip(kept, lines, strict=False))
    for word in (
        "__future__",
        "def loss",
        "@jax.jit",
        "rate = args.rate",
        "config.update",
        "sys.path",
    ):
        assert word in found.old and word in found.new
    for word in ("np.load", "import numpy", "def main", "__main__", "clear_caches", "config["):
        assert word not in found.old
    (piece,) = found.pieces
    assert "np.load" in piece.text and "def main" in piece.text and "if True:" in piece.text
    assert "def step" not in piece.text
    assert not found.runs
    found = spared(SCRIPT + "for _ in range(9):\n    main()\n", SCRIPT, "train.py", {"step"})
    assert found is not None and found.runs


def test_what_is_said_of_a_function_belongs_to_it() -> None:
    ruled = SCRIPT.replace(
        "@jax.jit\ndef step", "def back(saved, g):\n    return g, g\n\n\n@jax.custom_vjp\ndef step"
    ).replace("def main():", "step.defvjp(loss, back)\nloss.name = 'it'\n\n\ndef main():")
    for names, said in (({"step"}, ["defvjp", "def back", "loss.name"]), ({"loss"}, ["loss.name"])):
        found = spared(ruled, ruled, "train.py", names)
        assert found is not None
        assert [one for one in ("defvjp", "def back", "loss.name") if one in found.old] == said


def test_a_file_that_is_needed_as_a_whole_is_left() -> None:
    text = "import jax\n\n\ndef f(x):\n    return jax.nn.relu(x)\n"
    assert spared(text, text.replace("relu", "gelu"), "m.py", {"f"}) is None
    assert spared(SCRIPT, SCRIPT, "train.py", {"nothing"}) is None


@pytest.mark.parametrize(
    ("runs", "less", "whole", "order"),
    [
        (False, "", "", ["whole"]),
        (False, "", "IMPORT_FAILED", ["whole", "less"]),
        (False, "", "NO_INPUT_SPEC", ["whole"]),
        (True, "", "", ["less"]),
        (True, "NO_INPUT_SPEC", "", ["less", "whole"]),
        (True, "NO_INPUT_SPEC", "TIMEOUT", ["less", "whole"]),
    ],
)
def test_what_is_asked_of_how_much_of_a_file(
    runs: bool, less: str, whole: str, order: list[str]
) -> None:
    asked: list[str] = []
    why = {"whole": whole, "less": less}

    def run(question: Asked) -> Evidence:
        (name,) = question.functions
        asked.append(name)
        verdict = Verdict.UNVERIFIED if why[name] else Verdict.VERIFIED
        return Evidence(verdict, reason=why[name], inputs=name)

    spare = Asked(["less"], ("", ""), {}, [], sooner=runs)
    judged(Asked(["whole"], ("", ""), {}, []), None, run, lambda _: spare)
    assert asked == order


@pytest.mark.executes
@pytest.mark.parametrize("way", WAYS)
def test_a_function_of_a_script_is_judged(session: Session, tmp_path: Path, way: str) -> None:
    instead, source = WAYS[way]
    old = SCRIPT.replace('np.load("nowhere.npz")', instead.replace("\\n", ""))
    if source == "calls":  # it would run for as long as anybody waits
        old = old.replace('if __name__ == "__main__":\n    main()', "main()\nwhile True:\n    pass")
    new = old.replace("a - rate * b", "a + -rate * b")
    path = tmp_path / "train.py"
    path.write_text(old)

    def run(asked: Asked) -> Evidence:
        (name,) = asked.functions
        found = verify_change(
            tmp_path, {path: asked.texts}, [name], QUICK, pieces=asked.pieces, session=session
        )
        return asked.told(found[name])

    whole = Asked(["train:step"], (old, new), {}, [])
    found = judged(whole, None, run, lambda one: spared_of(one, "train.py"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert found.sources == (source,)
    assert "of its file alone" in found.inputs
