"""Verdict rules, isolation and sources of inputs, on small projects."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from changing import LOOP, MAPPED, QUICK, SIZED, change, mapped

from jaxopt_lint.finding import Limit, Verdict
from jaxopt_lint.verify import pairing
from jaxopt_lint.verify import session as sessions
from jaxopt_lint.verify.budget import Budget
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_case, verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings
from jaxopt_lint.verify.spec import Target, parse_args

BIG = replace(QUICK, timeout=120)


def test_a_loop_and_its_vmap_are_verified_with_evidence(session: Session, tmp_path: Path) -> None:
    found = change(session, tmp_path, SIZED, mapped(SIZED))
    assert found.verdict is Verdict.VERIFIED
    assert found.inputs == "spec beside the function"
    names = {check.name for check in found.checks if check.passed}
    assert {"value", "f64", "gradient", "f64 gradient", "jvp", "sizes", "repeat"} <= names
    assert found.gain["jaxpr_equations"]["before"] > found.gain["jaxpr_equations"]["after"]
    assert found.environment["backend"] == "cpu"


def test_the_same_program_in_other_words_is_proved(session: Session, tmp_path: Path) -> None:
    old = LOOP.replace("jnp.stack([jnp.tanh(row) for row in x])", "jax.nn.softmax(x @ x.T)")
    new = LOOP.replace(
        "jnp.stack([jnp.tanh(row) for row in x])", "jax.nn.softmax(jnp.matmul(x, x.T), -1)"
    )
    assert change(session, tmp_path, old, new).verdict is Verdict.PROVED


def test_a_zero_that_a_sum_makes_has_the_sign_that_it_happens_to_have(
    session: Session, tmp_path: Path
) -> None:
    spec = "# jaxopt-lint: verify(f32[N], N=4)"
    old = (
        f"import jax\nimport jax.numpy as jnp\n\n\n{spec}\ndef f(x):\n"
        "    return jax.jacfwd(lambda v: jnp.sum(jnp.sin(v) - 2) * v)(x)\n"
    )
    body = "jax.jacrev(lambda v: jnp.outer(jnp.sin(v) - 2, v).sum(0))(x)"
    new = re.sub(r"jax\.jacfwd.*", body, old)
    assert change(session, tmp_path, old, new).verdict is Verdict.VERIFIED


def test_run_times_are_measured_by_turns_on_request(session: Session, tmp_path: Path) -> None:
    settings = VerifySettings(timeout=60)
    found = change(session, tmp_path, LOOP, MAPPED, settings=settings)
    timing = found.gain["seconds_per_call"]
    assert timing["before"] > 0
    assert timing["after"] > 0
    assert timing["noise"] >= 1


def test_a_module_deep_in_a_src_layout_is_imported_from_the_overlay(
    session: Session, tmp_path: Path
) -> None:
    (tmp_path / "src" / "pkg").mkdir(parents=True)
    (tmp_path / "src" / "pkg" / "__init__.py").touch()
    (tmp_path / "src" / "pkg" / "helper.py").write_text("SCALE = 2.0\n")
    old = "from pkg.helper import SCALE\n" + LOOP.replace("tanh(row)", "tanh(row * SCALE)")
    new = old.replace("* SCALE", "* 2.5")
    file = tmp_path / "src" / "pkg" / "model.py"
    file.write_text(old)
    found = verify_change(tmp_path, {file: (old, new)}, ["pkg.model:f"], QUICK, session=session)
    assert found["pkg.model:f"].verdict is Verdict.REFUTED


@pytest.mark.parametrize("module", ["tests.model", "project.model", "project.env.model"])
def test_a_module_is_found_where_the_projects_code_would_look(
    session: Session, tmp_path: Path, module: str
) -> None:
    root = tmp_path / "project"
    for folder in ("tests", "env"):
        (root / folder).mkdir(parents=True)
    (root / "env" / "__init__.py").touch()
    if module == "tests.model":  # a package of that name is installed as well
        site = tmp_path / "site" / "tests"
        site.mkdir(parents=True)
        (site / "__init__.py").touch()
        (root / "helper.py").write_text(f"import sys\nsys.path.append({str(site.parent)!r})\n")
    else:
        (root / "__init__.py").touch()
        (root / "helper.py").touch()
    old = "import helper\n" + LOOP
    file = root.joinpath(*module.removeprefix("project.").split(".")).with_suffix(".py")
    file.write_text(old)
    new = old.replace("tanh(row)", "tanh(row * 2)")
    found = verify_change(root, {file: (old, new)}, [f"{module}:f"], QUICK, session=session)
    assert found[f"{module}:f"].verdict is Verdict.REFUTED, found


def test_a_script_finds_the_modules_beside_it(session: Session, tmp_path: Path) -> None:
    folder = tmp_path / "vae-flow"
    folder.mkdir()
    (folder / "helper.py").write_text("SCALE = 2.0\n")
    old = "from helper import SCALE\n" + LOOP.replace("tanh(row)", "tanh(row * SCALE)")
    new = old.replace("* SCALE", "* 2.5")
    file = folder / "main.py"
    file.write_text(old)
    found = verify_change(tmp_path, {file: (old, new)}, ["vae-flow.main:f"], QUICK, session=session)
    assert found["vae-flow.main:f"].verdict is Verdict.REFUTED, found


def test_a_script_may_be_called_as_its_folder_is(session: Session, tmp_path: Path) -> None:
    (tmp_path / "xor-net").mkdir()
    file = tmp_path / "xor-net" / "xor-net.py"
    file.write_text(LOOP)
    changes = {file: (LOOP, LOOP.replace("tanh(row)", "tanh(row * 2)"))}
    found = verify_change(tmp_path, changes, ["xor-net.xor-net:f"], QUICK, session=session)
    assert found["xor-net.xor-net:f"].verdict is Verdict.REFUTED, found


def test_mapped_libraries_are_no_memory(session: Session, tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("the kernel of Linux alone tells them apart")
    mapped = (
        "import mmap, tempfile\nkept = tempfile.TemporaryFile()\nkept.truncate(1 << 30)\n"
        "maps = [mmap.mmap(kept.fileno(), 0, prot=mmap.PROT_READ) for _ in range(6)]\n"
    )
    old = mapped + LOOP
    found = change(session, tmp_path, old, old.replace("tanh(row)", "tanh(row * 2)"))
    assert found.verdict is Verdict.REFUTED, found


def test_the_users_tree_is_not_written_to(session: Session, tmp_path: Path) -> None:
    noisy = "from pathlib import Path\nPath('beside.txt').write_text('x')\n" + LOOP
    found = change(session, tmp_path, noisy, noisy.replace("tanh(row)", "tanh(row * 1)"))
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.py"]


def test_code_that_writes_into_the_users_tree_is_reported(session: Session, tmp_path: Path) -> None:
    noisy = f"from pathlib import Path\nPath({str(tmp_path)!r}, 'x.txt').write_text('x')\n" + LOOP
    free = replace(QUICK, sandbox=False)
    assert change(session, tmp_path, noisy, noisy, settings=free).reason == Reason.TREE_CHANGED


def test_importing_the_project_from_elsewhere_is_noticed(session: Session, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "other.py").write_text("X = 1\n")
    sneaky = f"import sys\nsys.path.insert(0, {str(tmp_path / 'real')!r})\nimport other\n" + LOOP
    assert change(session, tmp_path, sneaky, sneaky).reason == Reason.NOT_IN_OVERLAY


@pytest.mark.parametrize(
    "line",
    [
        "raise SystemExit(2)",
        "import argparse\nargparse.ArgumentParser().parse_args(['-x'])",
        "1 / 0",
    ],
)
def test_a_module_that_cannot_be_imported(session: Session, tmp_path: Path, line: str) -> None:
    found = change(session, tmp_path, line + "\n" + LOOP, LOOP)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="this Python reads it")
def test_syntax_that_the_projects_python_does_not_read(session: Session, tmp_path: Path) -> None:
    found = change(session, tmp_path, "lazy import json\n" + LOOP, "lazy import json\n\n" + LOOP)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)
    running = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert any(f"Python {running} cannot read line " in c.detail for c in found.checks)


def test_a_rewrite_that_cannot_be_imported_is_refuted(session: Session, tmp_path: Path) -> None:
    found = change(session, tmp_path, LOOP, "import no_such_module\n" + LOOP)
    assert found.verdict is Verdict.REFUTED
    assert found.checks[-1].name == "import"


def test_an_original_that_takes_too_long(session: Session, tmp_path: Path) -> None:
    slow = LOOP.replace("    return", "    while True:\n        pass\n    return")
    settings = VerifySettings(timing=False, timeout=3)
    assert change(session, tmp_path, slow, LOOP, settings=settings).reason == Reason.TIMEOUT


def test_an_original_that_kills_the_process(session: Session, tmp_path: Path) -> None:
    deadly = LOOP.replace("    return", "    __import__('os').abort()\n    return")
    assert change(session, tmp_path, deadly, LOOP).reason == Reason.ORIGINAL_CRASHES
    assert change(session, tmp_path, LOOP, deadly).verdict is Verdict.REFUTED


def test_a_function_that_answers_at_random(session: Session, tmp_path: Path) -> None:
    random = LOOP.replace(
        "    return", "    x = x * __import__('os').urandom(1)[0] / 99\n    return"
    )
    assert change(session, tmp_path, random, random).reason == Reason.NONDETERMINISTIC


def test_a_function_that_tells_the_time(session: Session, tmp_path: Path) -> None:
    timed = LOOP.replace("    return", "    print(time.perf_counter_ns() % 9973)\n    return")
    timed = timed.replace("import jax\n", "import time\nimport jax\n", 1)
    found = change(session, tmp_path, timed, mapped(timed))  # by a clock that both share
    assert found.verdict is Verdict.VERIFIED, found
    printed = timed.replace("time.perf_counter_ns() % 9973", "'rows'")
    found = change(session, tmp_path, printed, mapped(printed).replace("'rows'", "'row'"))
    assert found.verdict is Verdict.REFUTED


def test_chaos_is_not_judged(session: Session, tmp_path: Path) -> None:
    chaos = LOOP.replace(
        "jnp.stack([jnp.tanh(row) for row in x])", "chaos(jnp.abs(jnp.sin(x)) * 0.8 + 0.1)"
    )
    body = "    for _ in range(90):\n        x = 3.9 * x * (1 - x)\n    return x\n"
    old = f"{chaos}\n\ndef chaos(x):\n{body}"
    old = old.replace("'D'))", "'D'), grad=False)")
    new = old.replace("3.9 * x * (1 - x)", "3.9 * (x - x * x)")
    assert change(session, tmp_path, old, new).reason == Reason.ILL_CONDITIONED


def test_results_that_cannot_be_compared(session: Session, tmp_path: Path) -> None:
    opaque = LOOP.replace("return jnp", "return object(), jnp")
    assert change(session, tmp_path, opaque, opaque).reason == Reason.OPAQUE_RESULT


def test_silence_is_no_evidence(session: Session, tmp_path: Path) -> None:
    silent = LOOP.replace("return jnp", "y = jnp")
    assert change(session, tmp_path, silent, silent).reason == Reason.NOTHING_TO_COMPARE


BARE = re.sub("# jaxopt-lint: verify.*\n", "", LOOP)


def test_what_is_nan_whatever_is_tried_says_nothing(session: Session, tmp_path: Path) -> None:
    lost = LOOP.replace("in x])", "in x]) / jnp.nan")
    new = lost.replace("/ jnp.nan", "- jnp.nan * jnp.sin(x)")
    found = change(session, tmp_path, lost, new)
    assert found.reason == Reason.NOTHING_TO_COMPARE
    assert "NaN" in found.checks[0].detail


def test_without_inputs_nothing_is_claimed(session: Session, tmp_path: Path) -> None:
    stated = replace(QUICK, make_up=False)
    found = change(session, tmp_path, BARE, BARE, settings=stated)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.NO_INPUT_SPEC)
    assert "x" in found.checks[0].detail
    outer = "def f(x):\n    def g(y):\n        return y\n    return g(x)\n"
    inner = "model:f.<locals>.g"
    found = change(session, tmp_path, outer, outer, function=inner, settings=stated)
    assert found.reason == Reason.NESTED_FUNCTION


def test_a_spec_that_cannot_be_read_is_named(session: Session, tmp_path: Path) -> None:
    wrong = LOOP.replace("D=3", "E=3")
    assert change(session, tmp_path, wrong, wrong).reason == Reason.BAD_INPUT_SPEC
    unknown = LOOP.replace("f32[B, D]", "f33[B, D]")
    assert change(session, tmp_path, unknown, unknown).reason == Reason.BAD_INPUT_SPEC


MAKE = LOOP.replace("f32[B, D], B=2, D=3, fixed=('B', 'D')", 'ref("model:make")')
NO_INPUTS = {
    "a factory that fails": (
        MAKE + "\ndef make():\n    return None.shape\n", Reason.ORIGINAL_RAISES, "AttributeError",
    ),
    "no such factory": (MAKE, Reason.ORIGINAL_RAISES, "AttributeError"),
    "a size that is none": (
        LOOP.replace("f32[B, D]", "f32[B, 'D']"), Reason.BAD_INPUT_SPEC, "is not a size",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NO_INPUTS)
def test_why_there_are_no_inputs_is_true(session: Session, tmp_path: Path, name: str) -> None:
    text, reason, words = NO_INPUTS[name]
    found = change(session, tmp_path, text, text, settings=replace(QUICK, make_up=False))
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, reason), found
    assert words in found.checks[0].detail


@pytest.mark.parametrize(
    ("given", "reason"),
    [("(n for n in range(3))", Reason.UNPICKLABLE), ("len(3)", Reason.BAD_INPUT_SPEC)],
)
def test_what_cannot_be_passed_on_is_told_from_what_cannot_be_made(
    session: Session, tmp_path: Path, given: str, reason: Reason
) -> None:
    files = [tmp_path / "before.py", tmp_path / "after.py"]
    for file in files:
        file.write_text(f"def run(x):\n    return x\n\n\ndef inputs():\n    return ({given},)\n")
    found = verify_case(*files, QUICK, session=session)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, reason), found
    assert "TypeError" in found.checks[0].detail


def test_an_explicit_target_goes_first(session: Session, tmp_path: Path) -> None:
    settings = VerifySettings(timing=False, targets=[parse_args("model:f", "f32[2, 2]")])
    found = change(session, tmp_path, LOOP, MAPPED, settings=settings)
    assert found.inputs == "spec in the configuration"
    assert "sizes" not in {check.name for check in found.checks}


def test_jaxtyping_annotations_are_inputs(session: Session, tmp_path: Path) -> None:
    typed = BARE.replace("def f(x)", "def f(x: 'Float[Array, \"b d\"]')")
    new = typed.replace("jnp.stack([jnp.tanh(row) for row in x])", "jnp.tanh(x)")
    found = change(session, tmp_path, typed, new)
    assert found.verdict is Verdict.VERIFIED
    assert found.inputs == "jaxtyping annotations"


def test_a_nested_function_is_verified_through_the_one_around_it(
    session: Session, tmp_path: Path
) -> None:
    old = LOOP.replace("return jnp", "def g(x):\n        return x * 2\n\n    return g(x) + jnp")
    new = old.replace("x * 2", "x * 3")
    found = change(session, tmp_path, old, new, function="model:f.<locals>.g")
    assert found.verdict is Verdict.REFUTED


STEP = """import jax


# jaxopt-lint: verify(f32[4], f32[4])
@jax.jit
def f(state, update):
    return state + update
"""


def test_donation_is_allowed_where_callers_rebind(session: Session, tmp_path: Path) -> None:
    donating = STEP.replace("@jax.jit", "@jax.jit(donate_argnums=0)")
    assert change(session, tmp_path, STEP, donating).verdict is Verdict.REFUTED
    found = change(session, tmp_path, STEP, donating, donated={"model:f": (0,)})
    assert found.verdict is Verdict.PROVED
    both = STEP.replace("@jax.jit", "@jax.jit(donate_argnums=(0, 1))")
    found = change(session, tmp_path, STEP, both, donated={"model:f": (1,)})
    assert found.verdict is not Verdict.PROVED


def test_a_function_reached_under_jit_is_called_under_jit(session: Session, tmp_path: Path) -> None:
    scan = LOOP.replace(
        "jnp.stack([jnp.tanh(row) for row in x])",
        "jax.lax.scan(lambda c, row: (c, jnp.tanh(row)), 0, x)[1]",
    )
    assert change(session, tmp_path, LOOP, scan).loses
    assert not change(session, tmp_path, LOOP, scan, jitted=["model:f"]).loses


def test_factories_make_what_a_spec_cannot_spell(session: Session, tmp_path: Path) -> None:
    old = LOOP.replace("f32[B, D], B=2, D=3, fixed=('B', 'D')", 'ref("model:make", 2)')
    old = old.replace("in x]", "in x()]")
    old += "\n\ndef make(n):\n    return lambda: jnp.ones((n, 2))\n"
    new = old.replace("jnp.stack([jnp.tanh(row) for row in x()])", "jnp.tanh(x())")
    assert change(session, tmp_path, old, new).verdict is Verdict.VERIFIED


@pytest.mark.executes
def test_another_backend_has_to_be_there(tmp_path: Path) -> None:
    found = change(
        None,
        tmp_path,
        LOOP,
        LOOP,
        settings=VerifySettings(backend="tpu", timing=False),
    )
    assert found.reason == Reason.NEEDS_BACKEND


@pytest.mark.executes
def test_where_forking_is_not_safe_every_job_is_a_process_of_its_own(tmp_path: Path) -> None:
    with Session(QUICK) as session:
        session.forks = False
        found = change(session, tmp_path, LOOP, MAPPED)
    assert found.verdict is Verdict.VERIFIED


def test_memory_is_limited(session: Session, tmp_path: Path) -> None:
    settings = VerifySettings(timing=False, memory_mb=3000)
    greedy = LOOP.replace("    return", "    x = x + jnp.zeros((10**9, 4)).sum()\n    return")
    assert change(session, tmp_path, greedy, LOOP, settings=settings).verdict is Verdict.UNVERIFIED


def test_an_import_that_finds_no_room_says_nothing_of_the_rewrite(
    session: Session, tmp_path: Path
) -> None:
    cramped = MAPPED + "\nraise MemoryError('4 GB asked for')\n"
    found = change(session, tmp_path, LOOP, cramped)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.IMPORT_FAILED)


@pytest.mark.executes
def test_an_interpreter_without_jax(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "bare")], check=True
    )
    settings = VerifySettings(python=str(tmp_path / "bare" / "bin" / "python"), timing=False)
    root = tmp_path / "project"
    root.mkdir()
    assert change(None, root, LOOP, LOOP, settings=settings).reason == Reason.NO_JAX


def test_the_parent_imports_neither_jax_nor_numpy() -> None:
    code = (
        "import sys, jaxopt_lint.verify.harness, jaxopt_lint.running.watching\n"
        "sys.exit(any(name in sys.modules for name in ('jax', 'numpy')))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


GOLDEN = """import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4, 3)), jax.random.normal(b, (3,))


def run(x, w):
    return jnp.stack([row @ w for row in x])
"""


def test_a_golden_pair_is_a_program(session: Session, tmp_path: Path) -> None:
    before, good, bad = (tmp_path / f"{name}.py" for name in ("c.before", "c.after", "c.bad"))
    before.write_text(GOLDEN)
    good.write_text(GOLDEN.replace("jnp.stack([row @ w for row in x])", "x @ w"))
    bad.write_text(GOLDEN.replace("jnp.stack([row @ w for row in x])", "x @ w + 1e-5"))
    found = verify_case(before, good, QUICK, session=session)
    assert found.verdict is Verdict.VERIFIED
    assert found.inputs == "inputs(key)"
    assert verify_case(before, bad, QUICK, session=session).verdict is Verdict.REFUTED


def test_targets_are_checked_when_made() -> None:
    with pytest.raises(ValueError, match="is not a spec"):
        Target("m:f", args=["f32["])


def test_the_budget_ends_what_runs(session: Session, tmp_path: Path) -> None:
    slow = LOOP.replace("jnp.stack(", "jnp.stack(1 and ").replace(
        "def f(x):\n", "def f(x):\n    import time; time.sleep(600)\n"
    )
    settings = replace(QUICK, budget=Budget(1.5))
    found = change(session, tmp_path, slow, mapped(LOOP), settings=settings)
    assert (found.verdict, found.reason) == (Verdict.UNVERIFIED, Reason.NOT_REACHED)
    again = change(session, tmp_path, LOOP, MAPPED)  # nothing is left over from it
    assert again.verdict is Verdict.VERIFIED, again.checks


def test_a_slow_original_runs_fewer_times(session: Session, tmp_path: Path) -> None:
    count = "import os\n    os.write(os.open(os.environ['HOME'] + '/calls', 1 | 64 | 1024), b'.')"
    spin = f"{count}\n    import time; until = time.process_time() + SPIN\n" + (
        "    while time.process_time() < until: pass"
    )
    calls = []
    for seconds in (0.0, 0.6):
        old = LOOP.replace("def f(x):\n", f"def f(x):\n    {spin}\n").replace("SPIN", str(seconds))
        plan = old.replace("fixed=", "grad=False, fixed=")
        told = Path(session.environment()["HOME"], "calls")
        told.unlink(missing_ok=True)
        found = change(session, tmp_path, plan, mapped(plan), settings=replace(QUICK, timeout=120))
        assert found.verdict is Verdict.VERIFIED, found.checks
        calls.append(told.stat().st_size)
        assert ("repeat" in {check.name for check in found.checks}) is (seconds == 0.0)
    assert calls[1] < calls[0]


@pytest.mark.parametrize(
    ("new", "verdict"),
    [(MAPPED, Verdict.VERIFIED), (MAPPED.replace("tanh", "sin"), Verdict.REFUTED)],
)
def test_where_a_call_takes_long_what_was_given_alone_is_called(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, new: str, verdict: Verdict
) -> None:
    observing = pairing._Run._observe

    def long(run: pairing._Run, side: str, **more: Any) -> dict[str, Any]:
        return observing(run, side, **more | {"brief": True})

    monkeypatch.setattr(pairing._Run, "_observe", long)
    assert MAPPED.count("tanh") == 1
    found = change(session, tmp_path, LOOP, new)
    assert found.verdict is verdict, found
    left_out = next(check for check in found.checks if check.name == "calls")
    assert "the original takes long" in left_out.detail
    assert not {"gradient", "repeat"} & {check.name for check in found.checks if check.passed}


def test_what_each_run_of_the_original_leaves_otherwise_refutes_nothing(
    session: Session, tmp_path: Path
) -> None:
    drawn = "    import random, os\n    random.seed(os.urandom(8))\n    return jnp.stack"
    old = LOOP.replace("    return jnp.stack", drawn)
    new = old.replace("jnp.stack([jnp.tanh(row) for row in x])", "jax.vmap(jnp.tanh)(x)")
    found = change(session, tmp_path, old, new)
    assert found.verdict is Verdict.VERIFIED
    told = next(check for check in found.checks if check.name == "runs")
    assert (told.passed, "differ in random" in told.detail) == (None, True)
    # What stays as it is in each run is looked at as before.
    kept = old.replace("    random.seed", "    os.environ['KEPT'] = 'yes'\n    random.seed")
    assert change(session, tmp_path, kept, new).verdict is Verdict.REFUTED


def test_what_each_run_of_the_original_prints_otherwise_decides_nothing(
    session: Session, tmp_path: Path
) -> None:
    old = LOOP.replace("    return", "    import os\n    print(os.urandom(4).hex())\n    return")
    new = old.replace("jnp.stack([jnp.tanh(row) for row in x])", "jax.vmap(jnp.tanh)(x)")
    assert change(session, tmp_path, old, new).reason == Reason.NONDETERMINISTIC


def test_what_would_take_longer_than_its_process_may_is_left_out(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "_PATIENCE", (0.0, 0.0))
    found = change(session, tmp_path, SIZED, mapped(SIZED))
    assert found.verdict is Verdict.VERIFIED
    left_out = next(check for check in found.checks if check.name == "calls")
    assert re.fullmatch(r"\d\d calls were left out: .*", left_out.detail)
    wrong = change(session, tmp_path, SIZED, mapped(SIZED).replace("tanh", "sin"))
    assert wrong.verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("new", "verdict"),
    [
        ("total['x'] = x * 1.0\n    return x * 2", Verdict.VERIFIED),
        ("total['x'] = x + 1.0\n    return x + x", Verdict.REFUTED),
    ],
)
def test_of_large_arrays_no_more_calls_are_kept_than_there_is_room_for(
    session: Session, tmp_path: Path, new: str, verdict: Verdict
) -> None:
    old = (
        "import jax.numpy as jnp\n\n\n"
        "# jaxopt-lint: verify(f32[2000,1500], {'x': f32[2000,1500]})\n"
        "def f(x, total):\n    total['x'] = x\n    return x + x\n"
    )
    kept = "total['x'] = x\n    return x + x"
    assert old.count(kept) == 1
    found = change(session, tmp_path, old, old.replace(kept, new), settings=BIG)
    assert found.verdict is verdict, found
    assert "much room" in next(check.detail for check in found.checks if check.name == "calls")


TREES = """
import jax
import jax.numpy as jnp


def batches():
    yield 0


# jaxopt-lint: verify([f32[3], f32[2]], [f32[3], f32[2]])
def f(params, grads):
    return [p - 0.1 * g for p, g in zip(params, grads)]
"""
MAPPED_TREES = TREES.replace(
    "[p - 0.1 * g for p, g in zip(params, grads)]",
    "jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)",
)
COMPILED_TREES = TREES.replace("def f(", "@jax.jit\ndef f(")


@pytest.mark.parametrize(
    ("new", "limits", "told"),
    [
        (MAPPED_TREES, [Limit.ITERATORS, Limit.UNLIKE_TREES], "other structures"),
        (COMPILED_TREES, [Limit.ITERATORS], "iterators"),
    ],
)
def test_what_the_author_of_a_rewrite_says_that_it_refuses_is_no_reason_to_refute_it(
    session: Session, tmp_path: Path, new: str, limits: list[Limit], told: str
) -> None:
    assert new != TREES
    assert change(session, tmp_path, TREES, new).verdict is Verdict.REFUTED
    found = change(session, tmp_path, TREES, new, limits=limits)
    assert found.right, found
    assert told in next(check.detail for check in found.checks if check.name == "limits")
    wrong = new.replace("0.1", "0.2")
    assert change(session, tmp_path, TREES, wrong, limits=limits).verdict is Verdict.REFUTED


def test_a_flag_that_jaxlib_does_not_know_leaves_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = sessions._UNOPTIMIZED[0]
    monkeypatch.setattr(sessions, "_UNOPTIMIZED", (known, "--xla_of_another_release=true"))
    with Session(VerifySettings(timeout=60)) as running:
        assert running.unoptimized() == [known]


_SPINS = """import time
    until = time.process_time() + 0.2
    while time.process_time() < until: pass
    """


@pytest.mark.parametrize(
    ("old", "new", "verdict", "reason"),
    [
        (LOOP, MAPPED, Verdict.VERIFIED, ""),
        (LOOP, MAPPED.replace("tanh", "sin"), Verdict.REFUTED, ""),
        (
            LOOP.replace("return ", "return jnp.zeros(__import__('os').urandom(1)[0]) if 1 else "),
            MAPPED.replace(
                "return ", "return jnp.zeros(__import__('os').urandom(1)[0]) if 1 else "
            ),
            Verdict.UNVERIFIED,
            Reason.NONDETERMINISTIC,
        ),
    ],
)
def test_where_the_first_call_takes_very_long_it_is_the_only_one(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str,
    verdict: Verdict, reason: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(pairing, "_PATIENCE", (0.0, 0.7))
    texts = [text.replace("    return", f"    {_SPINS}return") for text in (old, new)]
    assert texts[0].count("until = ") == texts[1].count("until = ") == 1
    found = change(session, tmp_path, *texts)
    assert (found.verdict, found.reason) == (verdict, reason), found
    left_out = {check.name: check.detail for check in found.checks if check.passed is None}
    if verdict is not Verdict.UNVERIFIED:
        assert left_out["sequence"] == "the original takes long, and was called once"
        assert "the original takes long" in left_out["calls"]


def test_compiled_code_that_does_not_end_on_an_extreme_is_ended_soon(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "_STUCK", 0.02)
    counts = "jax.lax.while_loop(lambda c: jnp.isnan(c).any(), lambda c: c * 2, x)"
    old = LOOP.replace("jnp.stack([jnp.tanh(row) for row in x])", f"jnp.tanh({counts})")
    new = old.replace("jnp.tanh(jax", "jnp.tanh(+jax")
    assert old.count("while_loop") == 1
    assert new != old
    start = time.monotonic()
    found = change(session, tmp_path, old, new, settings=replace(QUICK, timeout=200))
    assert time.monotonic() - start < 150
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "left out" in next(check.detail for check in found.checks if check.name == "calls")


@pytest.mark.executes
@pytest.mark.parametrize(
    ("held", "read", "words", "seen"),
    [
        ("S = SimpleNamespace(c=0.5)", "S.c", "", True),
        ("S = [0.5]", "S[0]", "by S as it is now", True),
        ("S = [0.5]", "S[0]", "where a flag is set now", False),
        ("S = [0.5]", "S[0]", "", False),  # a constant, as far as anybody says
        ("S = [0.5]\n\n\ndef change(c):\n    S[0] = c", "S[0]", "", True),
        ("S = np.array([0.5])", "S[0]", "", False),
        ("", "float(os.environ.get('FACTOR', '2'))", "", True),
    ],
)
def test_what_a_function_reads_besides_its_arguments(
    session: Session, tmp_path: Path, held: str, read: str, words: str, seen: bool
) -> None:
    old = (
        "import os\nfrom types import SimpleNamespace\n\nimport jax\nimport numpy as np\n\n"
        f"{held}\n\n\n# jaxopt-lint: verify(f32[3])\ndef f(x):\n"
        f'    """Scaled, {words}."""\n    return x * {read}\n'
    )
    found = change(session, tmp_path, old, old.replace("def f", "@jax.jit\ndef f"))
    assert (found.verdict is Verdict.REFUTED) == seen, found
    if seen:
        assert {one.name for one in found.checks if one.passed is False} == {"repeat"}


@pytest.mark.executes
def test_a_variable_is_read_at_each_call_or_at_import(session: Session, tmp_path: Path) -> None:
    old = (
        "import os\n\n\n# jaxopt-lint: verify(f32[3])\ndef f(x):\n"
        "    return x * float(os.environ.get('FACTOR', '2'))\n"
    )
    once = old.replace("\n\n\n#", "\n\nC = float(os.environ.get('FACTOR', '2'))\n\n\n#")
    once = once.replace("x * float(os.environ.get('FACTOR', '2'))", "x * C")
    assert change(session, tmp_path, old, once).verdict is Verdict.REFUTED
    other = old.replace("os.environ.get('FACTOR', '2')", "os.getenv('FACTOR', 2.0)")
    assert change(session, tmp_path, old, other).right


CHECKPOINTED = """import jax
import jax.numpy as jnp


# jaxopt-lint: verify(f32[3, 4], f32[4])
@jax.jit
def f(ws, x):
    layer = jax.checkpoint(lambda w, x: jnp.tanh(jnp.sin(x * w)){how})
    {run}
    return jnp.sum(x)
"""
UNROLLED = "for w in ws:\n        x = layer(w, x)"
SCANNED = "x = jax.lax.scan(lambda x, w: (layer(w, x), None), x, ws)[0]"
TOGETHER = (
    "x = jax.checkpoint(lambda x: jax.lax.scan("
    "lambda x, w: (jnp.tanh(jnp.sin(x * w)), None), x, ws)[0])(x)"
)


@pytest.mark.executes
@pytest.mark.parametrize(
    ("how", "run", "loses"),
    [
        ("", SCANNED, False),
        ("", TOGETHER, False),
        (", prevent_cse=False", SCANNED, False),
        (", prevent_cse=False", UNROLLED, True),
        (", policy=jax.checkpoint_policies.everything_saveable", SCANNED, True),
        (", policy=jax.checkpoint_policies.dots_saveable", SCANNED, False),
    ],
)
def test_checkpoints_that_recompute_nothing_are_dropped(
    session: Session, tmp_path: Path, how: str, run: str, loses: bool
) -> None:
    old = CHECKPOINTED.format(how="", run=UNROLLED)
    found = change(session, tmp_path, old, CHECKPOINTED.format(how=how, run=run))
    assert found.right, found
    assert ("checkpoints" in {one.name for one in found.checks}) == loses


@pytest.mark.executes
def test_promises_of_indices_are_kept_or_not(session: Session, tmp_path: Path) -> None:
    old = (
        "import jax\nimport jax.numpy as jnp\n\n\n"
        "# jaxopt-lint: verify(f32[6], i32[6](0,3))\ndef f(x, places):\n"
        "    return jnp.zeros(3).at[places].add(x)\n"
    )
    order = "    order = jnp.argsort(places)\n    x, places = x[order], places[order]\n"
    promised = old.replace("add(x)", "add(x, indices_are_sorted=True)")
    kept = promised.replace("    return", order + "    return")
    assert change(session, tmp_path, old, kept).verdict is Verdict.VERIFIED
    found = change(session, tmp_path, old, promised)
    assert {one.name for one in found.checks if one.passed is False} == {"promises"}
