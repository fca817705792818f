"""Rounds of fixes over a project: what a file says of another one is true of the new texts."""

from pathlib import Path

import pytest

from jaxopt_lint import registry
from jaxopt_lint.finding import Evidence, Finding, Limit, Verdict
from jaxopt_lint.fixing.results import FixResult
from jaxopt_lint.fixing.rounds import fix_project
from jaxopt_lint.fixing.run import fix_paths
from jaxopt_lint.running import opening
from jaxopt_lint.running.engine import lint_paths
from jaxopt_lint.running.opening import open_project
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.discovery import discover

HEAD = "import jax\nimport jax.numpy as jnp\n"
# Its fix puts two lines above everything: an import and an empty line.
PADDED = """

@jax.jit
def pad(x, size):
    return jnp.concatenate([x, jnp.zeros(size)])
"""
# Nothing mends this branch; where it is reached from is in the message.
ERROR = """

def error(params, x):
    loss = jnp.mean(x @ params)
    if loss > 1.0:
        raise ValueError(loss)
    return loss
"""
STEP = """

@jax.jit
def fit(params, x):
    return error(params, x)
"""
LOSSES = "import jax.numpy as jnp\n" + ERROR
STEPS = HEAD + "\nfrom losses import error\n" + PADDED + STEP


def fixed(folder: Path, files: dict[str, str]) -> FixResult:
    """What fixing gives; the new texts are written."""
    for name, text in files.items():
        (folder / name).write_text(text)
    config = Config(root=folder)
    result = fix_paths(discover([str(folder)], config), config, unsafe=True)
    for file in result.files:
        assert not file.error
        file.source.path.write_text(file.new_text)
    return result


@pytest.mark.parametrize(
    ("files", "cited"),
    [
        ({"model.py": HEAD + PADDED + ERROR + STEP}, "model.py"),
        ({"losses.py": LOSSES, "earlier.py": STEPS}, "earlier.py"),
        ({"losses.py": LOSSES, "steps.py": STEPS}, "steps.py"),
    ],
    ids=["its own file", "a file looked at before", "a file looked at after"],
)
def test_what_remains_cites_rows_of_the_new_texts(
    tmp_path: Path, files: dict[str, str], cited: str
) -> None:
    result = fixed(tmp_path, files)
    assert [file.source.path.name for file in result.files] == [cited]
    new = result.files[0].new_text.splitlines()
    row = new.index("def fit(params, x):")
    assert row == files[cited].splitlines().index("def fit(params, x):") + 2
    (left,) = result.remaining
    assert left.code == "JOL105" and f"jitted at {cited}:{row}, " in left.message
    config = Config(root=tmp_path)
    again = lint_paths(discover([str(tmp_path)], config), config)
    assert [f.message for f in again.findings] == [left.message]


def test_a_finding_goes_whose_cause_another_file_mends(tmp_path: Path) -> None:
    maker, user = tmp_path / "maker.py", tmp_path / "early_user.py"
    maker.write_text("import jax\n\ntree_map = jax.tree_map\n")
    user.write_text("from maker import tree_map\n\nboth = tree_map(abs, [1, 2])\n")
    config = Config(root=tmp_path)
    opened = open_project(discover([str(tmp_path)], config), config)
    assert len(lint_paths(discover([str(tmp_path)], config), config).findings) == 2
    result = fix_project(opened, config, unsafe=False, outside={user})
    assert [file.source.path for file in result.files] == [maker]
    assert result.remaining == []


@pytest.mark.parametrize("count", [2, 12])
def test_a_project_is_joined_as_often_for_many_files_as_for_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    times = 0
    real = opening.joined

    def join(summaries: object) -> Project:
        nonlocal times
        times += 1
        return real(summaries)  # type: ignore[arg-type]

    monkeypatch.setattr(opening, "joined", join)
    files = {f"steps{n}.py": HEAD + 3 * PADDED + STEP for n in range(count)}
    assert len(fixed(tmp_path, files).files) == count
    assert times == 2  # once at the start, and once for the round that changed something


TWO = """import jax


def doubled(tree):
    return jax.tree_map(lambda x: 2 * x, tree)


def halved(tree):
    return jax.tree_map(lambda x: x / 2, tree)
"""


@pytest.mark.parametrize(
    ("on_top", "left"), [(Verdict.VERIFIED, 0), (Verdict.UNVERIFIED, 1), (Verdict.REFUTED, 1)]
)
def test_fixes_that_cannot_be_run_together_are_run_on_top_of_each_other(
    tmp_path: Path, on_top: Verdict, left: int
) -> None:
    path = tmp_path / "trees.py"
    path.write_text(TWO)
    config = Config(root=tmp_path)
    asked = []

    def judge(facts: Facts, new: str, finding: Finding) -> Evidence:
        old = facts.module.text
        asked.append((old.count("jax.tree_map"), new.count("jax.tree_map")))
        both = asked[-1] == (2, 0)
        return Evidence(Verdict.UNVERIFIED if both else on_top if old != TWO else Verdict.VERIFIED)

    opened = open_project(discover([str(tmp_path)], config), config)
    result = fix_project(opened, config, unsafe=True, judge=judge)
    assert asked[:5] == [(2, 1), (2, 1), (2, 0), (2, 0), (1, 0)]
    assert result.files[0].new_text.count("jax.tree_map") == left


UNLIKE = """import jax


def loss(params, x):
    return sum((x * p).sum() for p in params)


def doubled(tree):
    return jax.tree_map(lambda x: 2 * x, tree)


def step(params, x):
    grads = jax.grad(loss)(params, x)
    return [p - 0.1 * g for p, g in zip(params, grads)]
"""


def test_fixes_that_are_run_together_may_refuse_what_each_of_them_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry.codemod("tree"), "limits", (Limit.ITERATORS,))
    monkeypatch.setattr(registry.codemod("tree-map"), "limits", (Limit.UNLIKE_TREES,))
    (tmp_path / "steps.py").write_text(UNLIKE)
    config = Config(root=tmp_path)
    together = []

    def judge(facts: Facts, new: str, finding: Finding) -> Evidence:
        assert finding.fix is not None
        if "zip(" not in new and "jax.tree_map" not in new:
            together.append(finding.fix.limits)
        return Evidence(Verdict.VERIFIED)

    opened = open_project(discover([str(tmp_path)], config), config)
    fix_project(opened, config, unsafe=True, judge=judge)
    assert together == [(Limit.ITERATORS, Limit.UNLIKE_TREES)]
