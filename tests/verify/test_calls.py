"""Calls that stand in a project: how they are found, what of their code runs, and what not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.inputs.calls import Calls
from jaxopt_lint.verify.inputs.plan import Asked, Plan, Running
from jaxopt_lint.verify.inputs.standing import Piece, pieces
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

QUICK = VerifySettings(make_up=False, timing=False, timeout=60, optimize=False)
MODEL = '''import jax
import jax.numpy as jnp


def f(x, n):
    """Rows.

    >>> f(jnp.ones((2, 3)), 4)
    """
    return jnp.stack([jnp.tanh(row) * n for row in x])


def helper(x):
    return jnp.stack([jnp.sin(row) for row in x])


def outer(x):
    return helper(x) + 1


class Layer:
    def __init__(self, w):
        self.w = w

    def apply(self, x):
        return jnp.stack([row @ self.w for row in x])


def constant():
    return jnp.stack([jnp.sin(row) for row in jnp.eye(3)])
'''
TESTS = """import missing_package
import pytest
import jax
import jax.numpy as jnp
from model import Layer, f, outer

SHAPE = (5, 3)
unrelated = missing_package.look()


@pytest.mark.parametrize("n", [1, 2])
def test_f(n):
    x = jax.random.normal(jax.random.key(0), SHAPE)
    missing_package.plot(x)
    assert f(x, n).shape == SHAPE


def test_outer():
    outer(jnp.ones((4, 2)))


class TestLayer:
    def test_apply(self):
        layer = Layer(jnp.ones((3, 2)))
        assert layer.apply(jnp.ones((4, 3))).shape == (4, 2)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "tests" / "test_model.py").write_text(TESTS)
    return tmp_path


def found(project: Path, qualname: str) -> list[Piece]:
    return pieces(project, project / "model.py", qualname)


def lines(piece: Piece) -> list[str]:
    return [line.strip() for line in piece.text.splitlines() if line.strip()]


def test_a_piece_holds_what_a_call_needs_and_keeps_its_lines(project: Path) -> None:
    docstring, test = sorted(found(project, "f"), key=lambda piece: piece.file)
    assert (docstring.words, docstring.own) == ("model.py:8", True)
    assert lines(docstring) == ["f(jnp.ones((2, 3)), 4)"]
    assert (test.words, test.call) == ("tests/test_model.py:15", "test_f")
    kept = lines(test)
    assert "SHAPE = (5, 3)" in kept
    assert "import jax" in kept
    assert not any("missing_package" in line for line in kept)
    assert test.text.splitlines()[14] == TESTS.splitlines()[14]


def test_callers_of_a_function_lead_to_it(project: Path) -> None:
    (piece,) = found(project, "helper")
    assert (piece.words, piece.call) == ("tests/test_model.py:19", "test_outer")
    assert "assert" not in piece.text


def test_a_function_is_found_under_the_name_that_an_import_gives_it(project: Path) -> None:
    (project / "tests" / "test_model.py").write_text("")
    (project / "names.py").write_text("from model import helper as rows_of\n")
    (project / "user.py").write_text("import names\n\nnames.rows_of(3)\n")
    assert [piece.file for piece in found(project, "helper")] == ["user.py"]


def test_a_word_that_a_file_defines_itself_stands_for_that(project: Path) -> None:
    (project / "other.py").write_text("def helper(x):\n    return x\n\n\nhelper(3)\n")
    (project / "user.py").write_text("from model import helper\n\nhelper(3)\n")
    assert {piece.file for piece in found(project, "helper")} == {"user.py", "tests/test_model.py"}


def test_the_module_of_a_function_tells_which_of_a_name_is_meant(project: Path) -> None:
    (project / "tests" / "test_model.py").write_text(
        "import model\nimport other\n\n\ndef test_one():\n    other.helper(1)\n\n\n"
        "def test_two():\n    x = 2\n    y = 3\n    model.helper(x + y)\n"
    )
    assert [piece.call for piece in found(project, "helper")] == ["test_two", "test_one"]


def test_what_a_class_makes_is_used_later(project: Path) -> None:
    (project / "train.py").write_text(
        "from model import Layer\nother = 1\nlayer = Layer(2)\nthing = layer(3)\nprint(other)\n"
    )
    script = next(one for one in found(project, "Layer.__call__") if one.file == "train.py")
    assert lines(script) == ["from model import Layer", "layer = Layer(2)", "thing = layer(3)"]


def test_what_runs_a_script_alone_is_a_piece_of_its_own(project: Path) -> None:
    (project / "train.py").write_text(
        "import model\n\nif __name__ == '__main__':\n    name = 'x'\n    size = 3\n"
        "    model.helper(size)\n"
    )
    piece = next(one for one in found(project, "helper") if one.file == "train.py")
    assert lines(piece) == ["import model", "if True:", "size = 3", "model.helper(size)"]


REWRITES = {
    "f": ("jnp.stack([jnp.tanh(row) * n for row in x])", "jnp.tanh(x) * n"),
    "helper": ("jnp.stack([jnp.sin(row) for row in x])", "jax.vmap(jnp.sin)(x)"),
    "Layer.apply": ("jnp.stack([row @ self.w for row in x])", "x @ self.w"),
    "constant": ("jnp.stack([jnp.sin(row) for row in jnp.eye(3)])", "jnp.sin(jnp.eye(3))"),
}


def verified(
    session: Session, project: Path, function: str, settings: VerifySettings = QUICK
) -> Evidence:
    old = (project / "model.py").read_text()
    new = old.replace(*REWRITES[function]) if function in REWRITES else old
    changes = {project / "model.py": (old, new)}
    name = f"model:{function}"
    return verify_change(project, changes, [name], settings, session=session)[name]


@pytest.mark.parametrize(
    ("function", "words"),
    [
        ("f", "call in tests/test_model.py:15, model.py:8"),
        ("helper", "call in tests/test_model.py:19"),
        ("Layer.apply", "call in tests/test_model.py:25"),
        ("constant", "a call without arguments"),
    ],
)
def test_calls_of_the_project_are_inputs(
    session: Session, project: Path, function: str, words: str
) -> None:
    seen = verified(session, project, function)
    assert (seen.verdict, seen.inputs, seen.sources) == (Verdict.VERIFIED, words, ("calls",))
    assert verified_wrong(session, project, function).verdict is Verdict.REFUTED


def verified_wrong(session: Session, project: Path, function: str) -> Evidence:
    """The same with a rewrite that is wrong."""
    old = (project / "model.py").read_text()
    first, second = REWRITES[function]
    changes = {project / "model.py": (old, old.replace(first, f"1 + {second}"))}
    name = f"model:{function}"
    return verify_change(project, changes, [name], QUICK, session=session)[name]


def test_code_that_is_run_for_its_calls_changes_nothing_elsewhere(
    session: Session, project: Path, tmp_path: Path
) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.txt"
    (project / "model.py").write_text(
        "import subprocess\n\n\ndef g(x):\n    return x\n\n\ndef make():\n"
        f"    x = open({str(outside)!r}, 'w')\n    g(x)\n\n\ndef start():\n"
        f"    x = subprocess.run(['touch', {str(outside)!r}])\n    g(x)\n"
    )
    seen = verified(session, project, "g")
    # A sandbox gives each run temporary files of its own; a file that is open is no data.
    assert seen.verdict is Verdict.UNVERIFIED
    assert seen.reason in (Reason.NO_INPUT_SPEC, Reason.UNPICKLABLE)
    told = seen.checks[0].detail
    assert "is not allowed where calls are collected" in told or "which is no data" in told
    assert not outside.exists()


def test_tests_are_run_for_their_calls(session: Session, project: Path) -> None:
    (project / "tests" / "test_model.py").write_text(
        "import jax.numpy as jnp\nimport pytest\nfrom model import helper\n\n\n"
        "@pytest.fixture(params=[3, 2])\ndef x(request):\n    return jnp.ones((request.param, 2))\n"
        "\n\ndef test_helper(x):\n    helper(x)\n"
    )
    seen = verified(session, project, "helper")
    assert (seen.verdict, seen.sources) == (Verdict.VERIFIED, ("tests",))
    assert seen.inputs == "2 calls in tests: tests/test_model.py::test_helper"
    asked = replace(QUICK, from_tests=True)
    seen = verified(session, project, "helper", asked)
    assert (seen.verdict, seen.sources) == (Verdict.VERIFIED, ("tests",))
    assert seen.inputs == "2 calls in tests: tests/test_model.py"
    seen = verified(session, project, "outer", asked)
    assert seen.reason == Reason.NEVER_CALLED
    assert "tests do not call it (tests/test_model.py)" in seen.checks[0].detail


def test_what_keeps_tests_from_their_calls_is_told(session: Session, project: Path) -> None:
    (project / "tests" / "test_model.py").write_text(
        "import pytest\nfrom model import helper\n\n\n"
        "@pytest.fixture\ndef x():\n    return open('lost.txt')\n\n\n"
        "def test_helper(x):\n    helper(x)\n"
    )
    seen = verified(session, project, "helper", replace(QUICK, from_tests=True))
    assert seen.reason == Reason.NEVER_CALLED
    assert "FileNotFoundError" in seen.checks[0].detail
    assert "%]" not in seen.checks[0].detail


def test_a_module_that_a_call_imports_is_no_change_of_state(
    session: Session, project: Path
) -> None:
    (project / "late.py").write_text("KNOWN = [1]\n")
    code = MODEL.replace(
        "    return jnp.stack([jnp.sin", "    import late\n\n    return jnp.stack([jnp.sin"
    )
    (project / "model.py").write_text(code)
    assert verified(session, project, "helper").verdict is Verdict.VERIFIED


def test_a_test_in_a_package_of_its_own_is_imported_from_beside_it(
    session: Session, project: Path
) -> None:
    inner = project / "tests" / "inner"
    inner.mkdir()
    (inner / "__init__.py").write_text("")
    (inner / "sizes.py").write_text("SHAPE = (4, 2)\n")
    (project / "tests" / "test_model.py").rename(inner / "test_model.py")
    (inner / "test_model.py").write_text(
        "import jax.numpy as jnp\nfrom model import helper\nfrom inner.sizes import SHAPE\n\n\n"
        "def test_helper():\n    helper(jnp.ones(SHAPE))\n"
    )
    seen = verified(session, project, "helper")
    words = "call in tests/inner/test_model.py:7"
    assert (seen.verdict, seen.inputs) == (Verdict.VERIFIED, words)


def test_functions_that_a_test_hands_over_are_those_of_the_test(
    session: Session, project: Path
) -> None:
    (project / "model.py").write_text(
        "import jax.numpy as jnp\n\n\n"
        "def apply(g, x):\n    return jnp.stack([g(row) for row in x])\n\n\n"
        "def main():\n    first = lambda row: row + 1\n    second = lambda row: row * 2\n"
        "    apply(second, jnp.ones((2, 3)))\n\n\nif __name__ == '__main__':\n    main()\n"
    )
    (project / "tests" / "test_model.py").write_text("")
    old = (project / "model.py").read_text()
    for text, verdict in (("g(x)", Verdict.VERIFIED), ("x + 1", Verdict.REFUTED)):
        changed = {
            project / "model.py": (old, old.replace("jnp.stack([g(row) for row in x])", text))
        }
        seen = verify_change(project, changed, ["model:apply"], QUICK, session=session)
        assert seen["model:apply"].verdict is verdict, seen
        assert seen["model:apply"].inputs == "call in model.py:11"


def test_code_that_is_run_for_its_calls_is_not_optimized(session: Session, project: Path) -> None:
    """It runs once, and what it takes to compile is most of its time."""
    (project / "model.py").write_text("def g(n):\n    return n + 1\n")
    (project / "user.py").write_text(
        "import os\nfrom model import g\n\n"
        "g('optimization_level=0' in os.environ.get('XLA_FLAGS', ''))\n"
    )
    settings = replace(QUICK, optimize=True)
    running = Running(session, project)
    asked = Asked("model:g", (project / "model.py").read_text(), project, settings, running)
    plan = Calls().plan(asked)
    assert isinstance(plan, Plan)
    assert plan.data["calls"] == [[[True], {}]]
