"""Changes inside of functions that cannot be run as a whole: the changed statements alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from jaxopt_lint.finding import Check, Evidence, Verdict
from jaxopt_lint.fixing.asking import Asked, outlined
from jaxopt_lint.fixing.judging import judged
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module
from jaxopt_lint.verify.differing import CannotLift
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.lifting import ANY
from jaxopt_lint.verify.outlining import Outlined, outline
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(timing=False, timeout=60, optimize=False)
TRAINS = '''import jax
import jax.numpy as jnp
import numpy as np


class Trainer:
    """What no one can make up: it reads its data."""

    def __init__(self, path):
        self.data = np.load(path)
        self.rate = 0.1

    def report(self, logger, p, n=3):
        """Log what comes of a few steps."""
        scale = 2.0

        def score(x):
            return jnp.tanh(x * p) * scale

        xs = jnp.ones((4, n))
        for turn in range(3):
            out = jnp.stack(
                [score(x) for x in xs]
            )
            logger.write(turn, out.sum())
            p = p - self.rate * out.mean()
        if n > 5:
            return
        logger.write("end", p)
'''
LOOP = "jnp.stack(\n                [score(x) for x in xs]\n            )"
ENDS = """import jax
import jax.numpy as jnp


def scores(weights, xs):
    scaled = [weights["w"] * 2 for _ in range(3)]
    return jnp.stack([jnp.tanh(x) for x in xs]) + scaled[0]
"""
STEP = """import jax
import jax.numpy as jnp


def train(config, data):
    rate = config.rate

    @jax.jit
    def step(p, x):
        return p - rate * x

    for x in data.batches():
        p = step(p, x)
    data.save(p)
"""


def made(text: str, old: str, new: str) -> Outlined:
    assert old in text
    return outline(text, text.replace(old, new))


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_changed_statements_become_a_function_of_what_they_read() -> None:
    found = made(TRAINS, LOOP, "jax.vmap(score)(xs)")
    assert (found.function, found.given, found.made) == ("Trainer.report", ["p", "xs"], "")
    old, new = lines(found.old), lines(found.new)
    call = f"            {found.name}_out = {found.name}(p, xs); out = {found.name}_out.get('out')"
    assert call in old and call in new
    assert old[-6:-2] == new[-6:-2]
    assert new[-6:] == [
        f"def {found.name}(p, xs):",
        "    scale = 2.0",
        "    def score(x):",
        "        return jnp.tanh(x * p) * scale",
        "    out = jax.vmap(score)(xs)",
        "    return {name: value for name, value in locals().items() if name in ('out',)}",
    ]


def test_other_lines_keep_their_numbers() -> None:
    found = made(TRAINS, LOOP, "jax.vmap(score)(xs)")
    place = TRAINS.split("\n").index("            logger.write(turn, out.sum())")
    assert found.old.split("\n")[place] == TRAINS.split("\n")[place]


def test_what_ends_a_function_gives_its_result() -> None:
    found = made(ENDS, "jnp.stack([jnp.tanh(x) for x in xs])", "jax.vmap(jnp.tanh)(xs)")
    assert (found.given, found.silent) == (["scaled", "xs"], False)
    assert f"    return {found.name}(scaled, xs)" in found.new
    assert lines(found.new)[-1] == "    return jax.vmap(jnp.tanh)(xs) + scaled[0]"


def test_parameters_and_targets_of_loops_are_taken_also_where_they_are_called() -> None:
    text = (
        "def nest(f, count, wrap=jax.vmap):\n    for one in wraps:\n"
        "        f = wrap(one(f))\n    return f\n"
    )
    found = made(text, "wrap(one(f))", "one(wrap(f))")
    assert found.given == ["f", "one", "wrap"]


def test_a_function_that_is_made_there_takes_what_it_reads_by_name() -> None:
    found = made(STEP, "@jax.jit", "@jax.jit(donate_argnums=0)")
    assert (found.made, found.given, found.made_at) == ("step", ["rate"], 9)
    assert (
        f"    def step({ANY}): return {found.name}(*lifted_args, rate=rate, **lifted_kwargs)"
        in (found.old)
    )


def test_what_it_reads_may_be_called_as_arguments_often_are() -> None:
    text = STEP.replace("rate", "args").replace("config", "kwargs")
    found = made(text, "@jax.jit", "@jax.jit(donate_argnums=0)")
    assert found.given == ["args"]
    compile(found.old, "train", "exec")
    assert "return lifted_code_9(*lifted_args, args=args, **lifted_kwargs)" in found.old


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (TRAINS, "            return\n", "            pass\n"),
        (TRAINS, "self.rate * out", "super().rate * out"),
        (TRAINS, "self.rate * out", "self.__rate * out"),
        (ENDS, "def scores(weights, xs):", "def scores(weights, xs, y=0):"),
        ("x = 1\n" + ENDS, "x = 1", "x = 2"),
        (ENDS.replace("    scaled", "    y = 1; scaled"), "* 2", "* 3"),
        (ENDS.replace("    return", "    return locals() or"), "jnp.tanh(x)", "jnp.sin(x)"),
        (STEP.replace("    rate =", "    nonlocal p; rate ="), "rate\n", "rate + 0\n"),
    ],
)
def test_what_asks_for_its_scope_or_shares_a_line_stays(text: str, old: str, new: str) -> None:
    with pytest.raises(CannotLift):
        made(text, old, new)


MAKES = """import jax
import jax.numpy as jnp


class Shown:
    def product(self, x, w):
        def multiply(a, b):
            return jnp.dot(a, b)

        compiled = jax.jit(multiply)
        result = compiled(x, w)
        print(compiled.lower(x, w), result)
"""
MADE_ABOVE = """import jax
import jax.numpy as jnp


def multiply(a, b):
    return jnp.dot(a, b)


compiled = jax.jit(multiply)


class Shown:
    def product(self, x, w):
        result = compiled(x, w)
        print(compiled.lower(x, w), result)
"""


def test_what_is_bound_at_the_top_now_is_not_missed_in_the_statements() -> None:
    with pytest.raises(CannotLift, match="at the top of the file now"):
        outline(MAKES, MADE_ABOVE)


DRAWS = """import jax
import jax.numpy as jnp


def train(key, rows, step, state):
    for turn in range(3):
        key, *keys = jax.random.split(key, rows.count + 1)
        keys = jnp.array(keys)
        state, loss = step(state, keys)
        turn = 0
    return state


def watch(state, rows, step):
    total = 0.0
    for row in rows:
        loss = step(state, row)
        total += loss.item()
    return total
"""
DRAWN = "key, *keys = jax.random.split(key, rows.count + 1)"


def test_what_gives_a_name_its_last_form_comes_along() -> None:
    new = "keys = jax.random.split(key, rows.count + 1)\n        key, keys = keys[0], keys[1:]"
    found = made(DRAWS, DRAWN, new)
    assert found.given == ["key", "rows"]
    assert lines(found.old)[-4:-1] == [
        f"def {found.name}(key, rows):",
        "    key, *keys = jax.random.split(key, rows.count + 1)",
        "    keys = jnp.array(keys)",
    ]
    assert lines(found.new)[-2] == "    keys = jnp.array(keys)"


def test_what_uses_what_changed_comes_along_where_it_is_asked_for() -> None:
    old = "loss = step(state, row)"
    new = DRAWS.replace(old, f"{old}\n        loss = jax.device_get(loss)")
    narrow, wide = outline(DRAWS, new), outline(DRAWS, new, wide=True)
    assert lines(narrow.old)[-1].endswith("in ('loss',)}")
    assert wide.given == ["row", "state", "step", "total"]
    assert lines(wide.old)[-2] == "    total += loss.item()"
    assert lines(wide.old)[-1].endswith("in ('total',)}")
    with pytest.raises(CannotLift, match="too far"):
        outline(STEP, STEP.replace("rate * x", "x * rate"), wide=True)


def question(text: str, new: str, display: str = "train.py") -> Asked | None:
    modules = [Module(one, "train", path=Path(display)) for one in (text, new)]
    was, now = (Facts(one, Project([]), display=display) for one in modules)
    return outlined(was, now)


def test_a_function_that_gives_nothing_is_judged_on_its_parts_first() -> None:
    asked = question(TRAINS, TRAINS.replace(LOOP, "jax.vmap(score)(xs)"))
    assert asked is not None and asked.first
    assert asked.callers == ["train:Trainer.report"]
    asked = question(ENDS, ENDS.replace("jnp.tanh(x) for", "+jnp.tanh(x) for"))
    assert asked is not None and not asked.first


def asking(name: str, *, first: bool = False) -> Asked:
    return Asked([name], ("", ""), {}, [], first=first)


@pytest.mark.parametrize(
    ("first", "whole", "part", "order"),
    [
        (False, "", "", ["whole"]),
        (False, "NO_INPUT_SPEC", "", ["whole", "part"]),
        (False, "IMPORT_FAILED", "", ["whole"]),
        (True, "", "", ["part"]),
        (True, "", "ORIGINAL_RAISES", ["part", "whole"]),
        (True, "NO_INPUT_SPEC", "TIMEOUT", ["part", "whole"]),
    ],
)
def test_the_rest_is_asked_where_one_way_does_not_decide(
    first: bool, whole: str, part: str, order: list[str]
) -> None:
    asked: list[str] = []
    why = {"whole": whole, "part": part}

    def run(question: Asked) -> Evidence:
        (name,) = question.functions
        asked.append(name)
        reason = why[name]
        verdict = Verdict.UNVERIFIED if reason else Verdict.VERIFIED
        return Evidence(verdict, reason=reason, inputs=name)

    found = judged(asking("whole"), asking("part", first=first), run)
    assert asked == order
    decided = [name for name in order if not why[name]]
    assert found.inputs == (decided or order)[0]
    assert (found.verdict is Verdict.UNVERIFIED) is not decided


@pytest.mark.parametrize(
    ("part", "source", "whole", "order", "inputs"),
    [
        (Verdict.VERIFIED, "recorded", Verdict.REFUTED, ["part"], "part"),
        (Verdict.PROVED, "synthesis", Verdict.REFUTED, ["part"], "part"),
        (Verdict.VERIFIED, "synthesis", Verdict.REFUTED, ["part", "whole"], "whole"),
        (Verdict.VERIFIED, "synthesis", Verdict.UNVERIFIED, ["part", "whole"], "part"),
        (Verdict.REFUTED, "recorded", Verdict.VERIFIED, ["part", "whole"], "whole"),
        (Verdict.REFUTED, "recorded", Verdict.UNVERIFIED, ["part", "whole"], "part"),
        (Verdict.UNVERIFIED, "", Verdict.VERIFIED, ["part", "whole"], "whole"),
    ],
)
def test_what_changed_comes_first_where_a_run_ends_there_and_settles_it_by_what_was_seen(
    part: Verdict, source: str, whole: Verdict, order: list[str], inputs: str
) -> None:
    asked: list[str] = []

    def run(question: Asked) -> Evidence:
        (name,) = question.functions
        asked.append(name)
        verdict = part if name == "part" else whole
        reason = "TIMEOUT" if verdict is Verdict.UNVERIFIED else None
        checks = (Check("value", verdict is not Verdict.REFUTED),)
        sources = (source,) if name == "part" else ("calls",)
        return Evidence(verdict, reason=reason, inputs=name, checks=checks, sources=sources)

    found = judged(asking("whole"), asking("part"), run, sooner=True)
    assert (asked, found.inputs) == (order, inputs)
    # Whether the caller of the function around has an array that is given away is seen there alone.
    asked.clear()
    found = judged(
        asking("whole"), replace(asking("part"), donated={"part": {0}}), run, sooner=True
    )
    assert asked == ["part", "whole"]
    undecided = part is Verdict.REFUTED and whole is Verdict.UNVERIFIED
    assert found.inputs == ("part" if undecided else "whole")
    assert (found.verdict is Verdict.UNVERIFIED) is (whole is Verdict.UNVERIFIED and not undecided)


@pytest.mark.parametrize(
    ("head", "held"), [("def main():", True), ("def main(argv):", True), ("def main(w):", False)]
)
def test_what_is_given_away_may_be_the_callers_where_the_function_around_takes_something(
    head: str, held: bool
) -> None:
    def run(question: Asked) -> Evidence:
        if question.functions == ["m:main"]:
            why = (Check("run", None, "no answer in 40 s"),)
            return Evidence(Verdict.UNVERIFIED, reason="TIMEOUT", checks=why)
        return Evidence(Verdict.VERIFIED, sources=("recorded",))

    body = "step({'w': 1})" if held else "step({'w': w})"
    whole = Asked(["m:main"], (f"{head}\n    {body}\n", ""), {}, [])
    part = replace(asking("part"), donated={"part": {0}})
    for sooner in (False, True):
        found = judged(whole, part, run, sooner=sooner)
        assert (found.verdict is Verdict.VERIFIED) is held
        assert held or "callers of the function around" in found.checks[-1].detail
    kept = judged(whole, asking("part"), run, sooner=True)
    assert kept.verdict is Verdict.VERIFIED  # nothing is given away


def test_what_is_given_away_was_seen_to_be_nobody_elses_where_the_function_around_ran() -> None:
    def run(question: Asked) -> Evidence:
        if question.functions == ["m:main"]:
            alive = (Check("inputs alive", True),)
            return Evidence(Verdict.UNVERIFIED, reason="NOTHING_TO_COMPARE", checks=alive)
        return Evidence(Verdict.VERIFIED, sources=("recorded",))

    whole = Asked(["m:main"], ("def main(w):\n    step(w)\n", ""), {}, [])
    part = replace(asking("part"), donated={"part": {0}})
    assert judged(whole, part, run).verdict is Verdict.VERIFIED


@pytest.mark.parametrize(
    ("source", "failed", "verdict"),
    [
        ("calls", "value", Verdict.REFUTED),
        ("calls", "sizes", Verdict.UNVERIFIED),
        ("synthesis", "value", Verdict.UNVERIFIED),
    ],
)
def test_parts_are_refuted_by_what_they_are_handed_alone(
    source: str, failed: str, verdict: Verdict
) -> None:
    def run(question: Asked) -> Evidence:
        return Evidence(Verdict.REFUTED, checks=(Check(failed, False),), sources=(source,))

    assert judged(None, asking("part"), run).verdict is verdict
    assert judged(asking("whole"), None, run).verdict is Verdict.REFUTED


def test_parts_that_differ_alone_are_asked_with_what_uses_them() -> None:
    asked: list[str] = []

    def run(question: Asked) -> Evidence:
        (name,) = question.functions
        asked.append(name)
        verdict = Verdict.VERIFIED if name == "wider" else Verdict.REFUTED
        return Evidence(
            verdict, checks=(Check("tree", name == "wider"),), sources=("synthesis",), inputs=name
        )

    found = judged(None, asking("part"), run, wider=lambda: asking("wider"))
    assert (asked, found.verdict, found.inputs) == (["part", "wider"], Verdict.VERIFIED, "wider")
    found = judged(None, asking("part"), run)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, "NO_INPUT_SPEC")


USED = """

def test_report(tmp_path):
    class Log:
        def write(self, *given):
            pass

    np.save(tmp_path / "data.npy", np.ones(3))
    Trainer(tmp_path / "data.npy").report(Log(), jnp.full(3, 0.5))
"""


@pytest.mark.executes
@pytest.mark.parametrize(
    ("new", "verdict"),
    [("jax.vmap(score)(xs)", Verdict.VERIFIED), ("jax.vmap(score)(xs + 1)", Verdict.REFUTED)],
)
def test_the_parts_are_run_on_what_tests_hand_to_them(
    session: Session, tmp_path: Path, new: str, verdict: Verdict
) -> None:
    (tmp_path / "train.py").write_text(TRAINS)
    (tmp_path / "test_train.py").write_text(
        f"import jax.numpy as jnp\nimport numpy as np\nfrom train import Trainer\n{USED}"
    )
    found = made(TRAINS, LOOP, new)
    name = f"train:{found.name}"
    changes = {tmp_path / "train.py": (found.old, found.new)}
    seen = verify_change(tmp_path, changes, [name], QUICK, session=session)[name]
    assert (seen.verdict, seen.sources) == (verdict, ("tests",)), seen
    assert seen.inputs == "1 call in tests: test_train.py::test_report"


UNHEARD = """import jax
import jax.numpy as jnp
import unheard_of


def train(config):
    x, y = unheard_of.load(config.name)
    model, rule = config.make()

    @jax.jit
    def step(params, memory, x, y):
        slopes = jax.grad(lambda p: jnp.mean((model.apply(p, x) - y) ** 2))(params)
        steps, memory = rule.update(slopes, memory)
        return jax.tree.map(lambda p, u: p + u, params, steps), memory

    params, memory = model.begin(), rule.begin()
    for _ in range(config.turns):
        params, memory = step(params, memory, x, y)
    return params
"""


@pytest.mark.executes
@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("lambda p, u: p + u", "lambda p, u: u + p", Verdict.VERIFIED),
        ("@jax.jit", "@jax.jit(donate_argnums=(0, 1))", Verdict.VERIFIED),
        ("lambda p, u: p + u", "lambda p, u: p - u", Verdict.REFUTED),
    ],
)
def test_a_step_of_what_cannot_be_run_is_called_with_all_that_it_takes(
    session: Session, tmp_path: Path, old: str, new: str, verdict: Verdict
) -> None:
    asked = question(UNHEARD, UNHEARD.replace(old, new))
    assert asked is not None
    file = tmp_path / "train.py"
    file.write_text(UNHEARD)
    found = verify_change(
        tmp_path, {file: asked.texts}, asked.functions, QUICK, donated=asked.donated,
        session=session,
    )[asked.functions[0]]  # fmt: skip
    if verdict is Verdict.VERIFIED:
        assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
        assert "params f32[" in found.inputs
        assert ("model Record(apply=" in found.inputs) == ("jit" in old)
        assert found.environment["not installed, stood in for"] == "unheard_of"
    else:
        assert found.verdict is verdict, found


FED = """import jax
import jax.numpy as jnp
import numpy as np


def main(data):
    rate = 0.1

    @jax.jit
    def step(state, batch):
        return state - rate * jnp.mean(batch), jnp.sum(state)

    state = jnp.ones(64)
    for batch in data:
        state, total = step(state, batch)
    return state


if __name__ == "__main__":
    main([np.arange(8, dtype=np.float32), np.ones(8, np.float32)])
"""


@pytest.mark.executes
def test_arrays_of_the_caller_may_be_others_beside_donated_ones(
    session: Session, tmp_path: Path
) -> None:
    asked = question(FED, FED.replace("@jax.jit", "@jax.jit(donate_argnums=0)"))
    assert asked is not None
    file = tmp_path / "train.py"
    file.write_text(FED)
    found = verify_change(
        tmp_path, {file: asked.texts}, asked.functions, QUICK, donated=asked.donated,
        session=session,
    )[asked.functions[0]]  # fmt: skip
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "numpy" in found.inputs or "call in train.py" in found.inputs


SILENT = """import jax
import jax.numpy as jnp


def near(a, b):
    assert jnp.allclose(a, b)


def check(loss, w):
    near(loss(w), loss(w * 1.0))
    near(jax.grad(loss)(w), jax.grad(loss)(w * 1.0))


def test_it():
    check(lambda w: (w**2).sum(), jnp.arange(3.0))
"""
SHARED = SILENT.replace(
    "    near(loss(w), loss", "    value, slope = jax.value_and_grad(loss)(w)\n    near(value, loss"
).replace("near(jax.grad(loss)(w),", "near(slope,")


def test_what_is_handed_to_others_is_given() -> None:
    made = outline(SILENT, SHARED)
    assert made.handed
    assert "lifted_tell(near, slope, jax.grad(loss)(w * 1.0))" in made.new
    printed = SILENT.replace("near(loss", "print(loss").replace("near(jax", "print(jax")
    assert not outline(printed, printed.replace("w * 1.0", "w")).handed


@pytest.mark.executes
@pytest.mark.parametrize("right", [True, False])
def test_a_test_is_judged_by_what_it_hands_to_its_assertions(
    session: Session, tmp_path: Path, right: bool
) -> None:
    new = SHARED if right else SHARED.replace("near(value,", "near(value + 1e-9 + slope.sum(),")
    made = outline(SILENT.replace("assert jnp", "jnp"), new.replace("assert jnp", "jnp"))
    path = tmp_path / "test_model.py"
    path.write_text(made.old)
    name = f"test_model:{made.name}"
    settings = VerifySettings(timing=False, timeout=90, optimize=False)
    changes = {path: (made.old, made.new)}
    found = verify_change(tmp_path, changes, [name], settings, session=session)[name]
    good = found.verdict in (Verdict.PROVED, Verdict.VERIFIED)
    assert good if right else found.verdict is Verdict.REFUTED, found


MAPPED = """import jax
from functools import partial


def step(optimizer, model, state, x, y=None):
    return optimizer.update(model, state), x


def train(config: dict):
    optimizer, model, state = config["optimizer"], config["model"], config["state"]
    update = jax.pmap(partial(step, optimizer), axis_name="batch")
    for turn in range(3):
        model, state = update(model, state, turn)
    return model
"""


def test_what_a_made_function_takes_is_seen_through_partial() -> None:
    made = outline(MAPPED, MAPPED.replace('"batch")', '"batch", donate_argnums=(0, 1))'))
    assert f"{made.name}.__signature__" in made.old
    assert "lambda model, state, x, y=None, *, optimizer: None" in made.old


def test_statements_know_what_annotations_say_of_what_they_take() -> None:
    old = (
        "import jax.numpy as jnp\n\n\nclass Table:\n    def show(self, rows: int, log):\n"
        "        log(jnp.ones(rows) * self.scale)\n        log(jnp.zeros(rows))\n"
    )
    made = outline(old, old.replace("jnp.zeros(rows)", "jnp.zeros((rows,))"))
    assert f"{made.name}.__annotations__ = {{'rows': 'int'}}" in made.old
    made = outline(old, old.replace("* self.scale", "* self.scale * 1"))
    assert "'self': 'Table'" in made.old
