"""What a verdict stands on: something that was compared, all that is known, and what the rewrite
itself does otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.child.renamed import only_one
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(timing=False, timeout=90, optimize=False)
HEAD = """import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P


"""


def changed(session: Session, folder: Path, body: str, old: str, new: str) -> Evidence:
    """The evidence on `model:f`, in which a text is replaced by another."""
    assert old in body
    path = folder / "model.py"
    path.write_text(HEAD + body)
    (folder / "README.md").touch()
    changes = {path: (HEAD + body, HEAD + body.replace(old, new))}
    return verify_change(folder, changes, ["model:f"], QUICK, session=session)["model:f"]


def stated(spec: str, *lines: str) -> str:
    """A function whose arguments are stated."""
    return f"# jaxopt-lint: verify({spec}, N=4)\ndef f(x):\n    " + "\n    ".join(lines) + "\n"


@pytest.mark.executes
@pytest.mark.parametrize(
    "result",
    ["", "return None", "return {'a': (), 'b': None}", "return y[:0]", "return lambda: y",
     "return jax.tree_util.Partial(jnp.add)", "return [np.zeros((0, 3))]"],
)  # fmt: skip
def test_nothing_is_proved_by_what_holds_no_numbers(
    session: Session, tmp_path: Path, result: str
) -> None:
    body = stated("np.f32[N]", "y = jnp.sin(x) * 2", *([result] if result else []))
    found = changed(session, tmp_path, body, "* 2", "* 3")
    assert found.verdict is Verdict.UNVERIFIED
    opaque = "lambda" in result
    assert found.reason == (Reason.OPAQUE_RESULT if opaque else Reason.NOTHING_TO_COMPARE)


@pytest.mark.executes
@pytest.mark.parametrize(
    ("line", "old", "new"),
    [("return jax.jit(lambda y: y)(x)", "jax.jit(lambda y: y)(x)", "x"),
     ("return jnp.tanh(x) * 2", "jnp.tanh(x) * 2", "jnp.multiply(jnp.tanh(x), 2)"),
     ("return jnp.tanh(x), None, x[:0]", "jnp.tanh(x)", "jnp.tanh(jnp.asarray(x))")],
)  # fmt: skip
def test_one_program_with_a_result_is_proved(
    session: Session, tmp_path: Path, line: str, old: str, new: str
) -> None:
    found = changed(session, tmp_path, stated("f32[N]", line), old, new)
    assert found.verdict is Verdict.PROVED, found


IN_PLACE = {
    "an entry of a dict": ("{'a': f32[N]}", "x['b'] = jnp.sin(x['a']) * 2.5", "2.500001"),
    "an entry of an array": ("np.f32[N]", "x[0] = x[1] * 2.5", "2.51"),
    "a list": ("[f32[N]]", "x.append(jnp.sin(x[0]) * 2.5)", "2.500001"),
}


@pytest.mark.executes
@pytest.mark.parametrize("place", IN_PLACE)
def test_what_is_left_in_an_argument_is_compared_and_no_program_proves_it(
    session: Session, tmp_path: Path, place: str
) -> None:
    spec, line, wrong = IN_PLACE[place]
    right = changed(session, tmp_path, stated(spec, line), "* 2.5", "* (5 / 2)")
    assert right.verdict is Verdict.VERIFIED
    assert {"value", "f64"} <= {check.name for check in right.checks if check.passed}
    found = changed(session, tmp_path, stated(spec, line), "2.5", wrong)
    assert found.verdict is Verdict.REFUTED


TESTS = """import jax.numpy as jnp
import pytest
from model import f


@pytest.mark.parametrize("kind", [{kinds}])
def test_f(kind):
    assert f(jnp.arange(4.0), kind).shape == (4,)
"""
KINDS = """def f(x, kind):
    scale = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.0, "e": 5.0}[kind]
    if kind == "e":
        scale = scale + 0
    return jnp.tanh(x) * scale
"""


@pytest.mark.executes
@pytest.mark.parametrize("count", [2, 5])
def test_where_known_calls_were_not_made_nothing_is_proved(
    session: Session, tmp_path: Path, count: int
) -> None:
    kinds = ", ".join(f'"{name}"' for name in "abcde"[:count])
    (tmp_path / "test_model.py").write_text(TESTS.format(kinds=kinds))
    found = changed(session, tmp_path, KINDS, "jnp.tanh(x) *", "jnp.tanh(jnp.asarray(x)) *")
    assert found.verdict is (Verdict.PROVED if count == 2 else Verdict.VERIFIED), found
    assert any(check.name == "jaxpr" and check.passed for check in found.checks)
    left = [check.detail for check in found.checks if check.name == "calls"]
    assert left == ([] if count == 2 else ["2 more sets of parameters were not run"])


WRITES = stated(
    "f32[N]",
    "folder = tempfile.mkdtemp(prefix='run-')",
    "open(f'{folder}/kept.txt', 'w').close()",
    "open(f'{folder}/{time.time_ns()}.log', 'w').close()",
    "return jnp.tanh(x) * 2",
)


@pytest.mark.executes
@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [("jnp.tanh(x) * 2", "2 * jnp.tanh(x)", Verdict.VERIFIED),
     ("kept.txt", "lost.txt", Verdict.REFUTED),
     ("    open(f'{folder}/kept.txt', 'w').close()\n", "", Verdict.REFUTED),
     ("prefix='run-'", "prefix='other-'", Verdict.REFUTED)],
)  # fmt: skip
def test_names_that_are_others_in_each_run_are_no_difference(
    session: Session, tmp_path: Path, old: str, new: str, verdict: Verdict
) -> None:
    assert changed(session, tmp_path, WRITES, old, new).verdict is verdict


@pytest.mark.executes
@pytest.mark.parametrize(
    ("result", "new", "verdict"),
    [("uuid.uuid4().hex", "2 * x", Verdict.VERIFIED),
     ("uuid.uuid4().hex", "x * 3", Verdict.REFUTED),
     ("uuid.uuid4().hex", "x * 2, 'lost", Verdict.REFUTED),
     ("float(uuid.uuid4().int % 1000)", "2 * x", Verdict.UNVERIFIED)],
)  # fmt: skip
def test_texts_that_are_others_in_each_run_are_no_difference(
    session: Session, tmp_path: Path, result: str, new: str, verdict: Verdict
) -> None:
    body = "import uuid\n\n\n" + stated("f32[N]", f"return {result}, x * 2, 'kept'")
    old = "x * 2, 'kept" if "lost" in new else "x * 2"
    found = changed(session, tmp_path, body, old, new)
    assert found.verdict is verdict, found


@pytest.mark.parametrize(
    ("old", "new", "again", "other"),
    [
        (["a", "t/tmp12ab"], ["a", "t/tmpzz9q"], ["a", "t/tmp_k3x"], []),
        (["a", "t/tmp12ab"], ["a"], ["a", "t/tmp_k3x"], ["t/t*"]),
        (["a", "t/tmp12ab"], ["a", "t/tmpzz9q", "t/tmp00pp"], ["a", "t/tmp_k3x"], ["t/t*"]),
        (["out/1700000000.99/log"], ["out/1700000100.1/log"], ["out/1700000001.5/log"], []),
        (["out/1700000000.99/log"], ["out/1700000100.1/b"], ["out/1700000001.5/log"],
         ["out/#.#/b", "out/#.#/log"]),
        (["a", "xqf"], ["xuf"], ["a", "xwf"], ["a"]),
        (["a"], ["b"], None, ["a", "b"]),
        (["a"], ["b"], ["a"], ["a", "b"]),
    ],
)  # fmt: skip
def test_files_are_compared_by_what_two_runs_agree_on(
    old: list[str], new: list[str], again: list[str] | None, other: list[str]
) -> None:
    assert only_one(old, new, again) == other


PLACED = stated(
    "f32[N]",
    "mesh = Mesh(np.array(jax.devices()[:1]), ('a',))",
    "return jax.device_put(jnp.tanh(x) * 2, NamedSharding(mesh, P('a')))",
)


@pytest.mark.executes
@pytest.mark.parametrize(
    ("old", "new"),
    [("P('a')", "P()"), ("'a'", "'b'"), ("NamedSharding(mesh, P('a'))", "jax.devices()[0]"),
     ("NamedSharding(mesh, P('a'))", "jax.sharding.SingleDeviceSharding(jax.devices()[0])")],
)  # fmt: skip
def test_one_device_holds_all_of_a_result_whatever_that_is_called(
    session: Session, tmp_path: Path, old: str, new: str
) -> None:
    assert changed(session, tmp_path, PLACED, old, new).right


@pytest.mark.executes
def test_axes_that_are_part_of_types_count_on_one_device(session: Session, tmp_path: Path) -> None:
    kinds = ", axis_types=(jax.sharding.AxisType.Explicit,))"
    body = PLACED.replace("('a',))", f"('a',){kinds}")
    found = changed(session, tmp_path, body, "P('a')", "P()")
    assert found.verdict is Verdict.REFUTED
