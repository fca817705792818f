"""Cases are inputs, not tests; `--update` writes what the codemods make of them."""

import os
import random

import pytest

collect_ignore = ["cases", "facts", "sources", "truth"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="write the .after.py files of the golden pairs"
    )


    parser.addoption(
        "--sample", type=int, metavar="N",
        help="of the tests that execute JAX run only N, always the same",
    )  # fmt: skip


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    size = config.getoption("--sample")
    if size is None:
        return
    executing = [item.nodeid for item in items if _executes(item)]
    kept = set(random.Random(0).sample(executing, min(size, len(executing))))
    left_out = [item for item in items if _executes(item) and item.nodeid not in kept]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


def _executes(item: pytest.Item) -> bool:
    """Whether a test runs JAX in child processes."""
    return bool(item.get_closest_marker("executes")) or item.path.parent.name == "verify"


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update") and os.environ.get("CI"):
        raise pytest.UsageError("--update is for people: review what it writes")
