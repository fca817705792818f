"""How much a finding matters by where its file lies: there it may matter less, never more."""

from __future__ import annotations

from enum import StrEnum

from jaxopt_lint.finding import Finding, Lowered, Severity
from jaxopt_lint.settings import copies


class Step(StrEnum):
    """What a path does to the severity of the findings below it."""

    KEEP = "keep"  # nothing, whatever another pattern says
    LOWER = "lower"  # a warning becomes info; an error stays: an example that fails is broken
    LESS = "less"  # a step down: an error becomes a warning, a warning info
    WARNING = "warning"  # at most a warning
    INFO = "info"  # at most info


BENCHMARKS = (
    "benchmarks/", "benchmark/", "bench/", "bench_*.py", "benchmark_*.py", "*_benchmark.py",
    "benchmark.py", "bench.py",
)  # fmt: skip

# Later patterns win. What an example, a benchmark or the code of a manual costs is seldom the point
# of it; a test says itself that it fails; code of others and code on its way out is seldom mended
# where it lies.
DEFAULT = {
    copies.FILE: Step.LOWER,
    **dict.fromkeys(
        (
            "testing/", *BENCHMARKS,
            "examples/", "example/", "*_examples/", "example.py", "*_example.py",
            "tutorials/", "demos/", "demo/", "*_demos/",
            "demo.py", "demo_*.py", "*_demo.py", "plots/", "plotting/", "figures/", "plot.py",
            "plot_*.py", "*_plot.py", "plotting.py", "viz/", "viz.py", "viz_*.py", "*_viz.py",
            "visualization/", "visualisation/", "visualize.py", "visualise.py",
            "sandbox/", "playground/", "scratch/", "toy/", "toys/", "docs/", "doc/",
        ),
        Step.LOWER,
    ),
    **dict.fromkeys(
        (
            "tests/", "test/", "unittests/", "unittest/", "tests.py", "test_*.py", "tests_*.py",
            "*_test.py", "*_tests.py", "conftest.py",
        ),
        Step.INFO,
    ),
    **dict.fromkeys(
        (
            "deprecated/", "deprecated_*/", "*_deprecated/", "deprecated_*.py", "*_deprecated.py",
            "legacy/", "legacy_*/", "*_legacy/", "legacy_*.py", "*_legacy.py",
            "obsolete/", "attic/", "old/", "old_*/", "*_old/", "old_*.py", "*_old.py",
            "archive/", "?archive/", "archived/", "backup/", "*_backup.py",
            "vendor/", "vendored/", "_vendor/", "third_party/", "third-party/", "thirdparty/",
            "extern/", "externals/",
        ),
        Step.INFO,
    ),
    copies.FOLDER: Step.INFO,
}  # fmt: skip
_MOST = {Step.WARNING: Severity.WARNING, Step.INFO: Severity.INFO}


def weighed(finding: Finding, step: Step, pattern: str, why: str = "") -> Finding:
    """A finding with the severity that a step leaves it, and what it was before."""
    before = after = finding.severity
    if step is Step.LOWER and before is Severity.WARNING:
        after = Severity.INFO
    elif step is Step.LESS and before is not Severity.INFO:
        after = Severity.INFO if before is Severity.WARNING else Severity.WARNING
    elif step in _MOST and not _MOST[step].at_least(before):
        after = _MOST[step]
    if after is before:
        return finding
    return finding.with_(severity=after, lowered=Lowered(before, pattern, why))
