"""Cases are inputs, not tests; `--update` writes what the codemods make of them."""

import os

import pytest

collect_ignore = ["cases", "facts", "sources", "truth"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="write the .after.py files of the golden pairs"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update") and os.environ.get("CI"):
        raise pytest.UsageError("--update is for people: review what it writes")
