"""Running what the tests rewrite: one warm interpreter a worker, one compilation cache for all.

Pairs are compiled without XLA's costly optimizations, which takes a third of the time and checks
the same: both versions, on all inputs, at the user's precision and in float64. `--optimized` runs
everything the way users do; a sample of pairs always is.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.harness import verify_case
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings


class Executor:
    """Verifies pairs in one session; `session` is for tests that ask it themselves."""

    def __init__(self, compile_cache: Path, *, optimize: bool, backend: str = "cpu") -> None:
        self.optimize = optimize
        self.settings = VerifySettings(timing=False, compile_cache=compile_cache, backend=backend)
        self.session = Session(self.settings)

    def case(
        self,
        before: Path,
        after: Path,
        *,
        devices: int = 1,
        donated: Collection[int] = (),
        vary_sizes: bool = True,
    ) -> Evidence:
        """What running both modules of a golden pair proves."""
        settings = replace(
            self.settings, devices=devices, optimize=self.optimize, vary_sizes=vary_sizes
        )
        return self.had(verify_case(before, after, settings, session=self.session, donated=donated))

    def had(self, evidence: Evidence) -> Evidence:
        """What was found; the test is skipped where it takes more devices than there are."""
        if self.settings.backend != "cpu" and evidence.reason == Reason.NEEDS_BACKEND:
            pytest.skip(evidence.checks[0].detail)
        return evidence

    def assert_same(self, before: Path, after: Path) -> Evidence:
        """Run a golden pair, on the devices that its first line asks for; no check may fail.

        Of a rewrite that is made for some lengths alone, the first line says `# sizes: as given`.
        """
        first = before.read_text(encoding="utf-8").splitlines()[0]
        devices = int(first.split(":")[1]) if first.startswith("# devices:") else 1
        given = first.startswith("# sizes: as given")
        evidence = self.case(before, after, devices=devices, vary_sizes=not given)
        failed = [f"{c.name}: {c.detail}" for c in evidence.checks if c.passed is False]
        assert evidence.verdict in (Verdict.PROVED, Verdict.VERIFIED), (
            evidence.verdict, evidence.reason, failed or evidence.checks
        )  # fmt: skip
        return evidence
