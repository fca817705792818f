"""Cases are inputs, not tests; `--update` writes what the codemods make of them."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:  # what runs JAX code is imported where a test needs it
    from executing import Executor
    from jax_programs import Programs

# What a full run executes of the golden pairs, the planted bugs and the kinds of made-up arguments,
# which take longer than everything else: every change draws others, `--pairs 1000` takes all, and
# `scripts/proof` all the bugs.
DRAWN = {"pair": 14, "mutant": 12, "invented": 6, "made": 16}
# Tests that lint one text each, which are as many as all others.
_LINTING = ("test_cases.py", "test_manual.py", "test_textbook.py", "test_truth.py")
# Folders whose tests start programs that run JAX.
_RUN = ("verify", "observe")
collect_ignore = ["cases", "facts", "sources", "textbook", "truth"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update",
        action="store_true",
        help="write the .after.py files of the golden pairs, and execute those that changed",
    )
    parser.addoption(
        "--optimized", action="store_true", help="compile all that is executed the way users do"
    )
    parser.addoption(
        "--backend", default="cpu",
        help="where golden pairs and planted bugs are executed: cpu, cuda, tpu or auto",
    )  # fmt: skip
    parser.addoption(
        "--sample", type=int, metavar="N",
        help="of the tests that execute JAX run only N, always the same",
    )  # fmt: skip
    parser.addoption(
        "--texts", type=int, metavar="N",
        help="of the cases, examples and textbooks lint N; which ones, changes as for --pairs",
    )  # fmt: skip
    parser.addoption(
        "--pairs", type=int, metavar="N",
        help="of the golden pairs, mutants and made-up arguments execute N; which ones, changes "
        "with pairs, rules, codemods and the harness",
    )  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update") and os.environ.get("CI"):
        raise pytest.UsageError("--update is for people: review what it writes")
    # The key that signs caches and recordings: workers share one, and leave the user's alone.
    if "JAXOPT_LINT_TEST_STATE" not in os.environ:
        folder = tempfile.mkdtemp(prefix="jaxopt-lint-tests-")
        os.environ["JAXOPT_LINT_TEST_STATE"] = os.environ["XDG_STATE_HOME"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = {"executor", "programs"} & set(getattr(item, "fixturenames", ()))
        if fixtures or item.path.parent.name in _RUN:
            item.add_marker("executes")
        elif item.path.name in _LINTING:
            item.add_marker("text")
    if (size := config.getoption("--sample")) is not None:
        _leave(config, items, "executes", size, seed=0)
    if (size := config.getoption("--texts")) is not None:
        _leave(config, items, "text", size, seed=_contents())
    for marker, size in DRAWN.items():
        _leave(config, items, marker, config.getoption("--pairs") or size, seed=_contents())


def _leave(
    config: pytest.Config, items: list[pytest.Item], marker: str, size: int, seed: int | str
) -> None:
    """Of the tests with a marker leave only so many, and the others that share their `name`."""
    marked = {item.nodeid: _shared(item) for item in items if item.get_closest_marker(marker)}
    every = sorted(set(marked.values()))
    kept = set(random.Random(seed).sample(every, min(size, len(every))))
    left_out = {node for node, shared in marked.items() if shared not in kept}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]


def _shared(item: pytest.Item) -> str:
    """What tests of one original have in common, which is run once for them."""
    spec = getattr(item, "callspec", None)
    name = spec.params.get("name") if spec is not None else None
    return name if isinstance(name, str) else item.nodeid


def _contents() -> str:
    """A digest of the golden pairs, what makes them and what judges them: every change of it is
    another seed."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for folder in ("tests/cases", "rules", "codemods", "jaxopt_lint/verify"):
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


@pytest.fixture(scope="session")
def executor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Executor]:
    """What runs golden pairs and mutants; all workers share what they have compiled."""
    from executing import Executor

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    folder = Path(os.environ.get("JAXOPT_LINT_TEST_COMPILED", folder / "compiled"))
    option = request.config.getoption
    made = Executor(folder, optimize=option("--optimized"), backend=option("--backend"))
    with made.session:
        yield made


@pytest.fixture(scope="session")
def programs() -> Iterator[Programs]:
    """What runs whole programs, without importing JAX for each."""
    from jax_programs import Programs

    with Programs() as made:
        yield made
