"""Which backend each job asks for, with a stand-in for machines that have other ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.finding import Evidence
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.plan import Plan
from jaxopt_lint.verify.pairing import Pair, Sides, verify_one
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings


class StandIn(Session):
    """A machine with a number of devices of one platform; it notes the jobs, and fails them."""

    def __init__(self, settings: VerifySettings, platform: str, devices: int) -> None:
        super().__init__(settings)
        self.has, self.devices = platform, devices
        self.jobs: list[dict[str, Any]] = []

    def run(
        self, jobs: Sequence[dict[str, Any]], *, together: bool = False
    ) -> list[dict[str, Any]]:
        self.jobs += jobs
        return [self._of(job) for job in jobs]

    def _of(self, job: dict[str, Any]) -> dict[str, Any]:
        asked = {"cuda": "gpu"}.get(job["platform"], job["platform"])
        if job["kind"] == "inputs":
            return {"cases": [], "notes": []}
        if job["kind"] != "probe":
            return {"failed": "Crash", "detail": "a stand-in"}
        if asked not in ("auto", "cpu", self.has):
            return {"failed": "RuntimeError", "detail": f"no {asked} here"}
        platform = self.has if asked == "auto" else asked
        devices = job["devices"] if platform == "cpu" else self.devices
        return {
            "platform": platform, "devices": devices, "kind": f"{platform} 9000", "jax": "0.10.2",
            "removed": [], "unconfined": "",
        }  # fmt: skip

    def observed(self) -> list[tuple[str, bool, int]]:
        """Platform, 64-bit types, and devices of the jobs that run a function."""
        jobs = [job for job in self.jobs if job["kind"] == "observe"]
        return [(job["platform"], job["x64"], job["devices"]) for job in jobs]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path


def judged(session: StandIn, root: Path) -> Evidence:
    pair = Pair("m", "f", "f", ["."], Plan({"kind": "spec"}, "made for this"))
    return verify_one(session, Sides(root, root, root), pair)


@pytest.fixture(params=["gpu", "tpu"])
def accelerated(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[StandIn]:
    monkeypatch.delenv("JAX_PLATFORMS", raising=False)
    with StandIn(VerifySettings(backend="auto"), request.param, 2) as session:
        yield session


def test_auto_takes_what_the_machine_has(accelerated: StandIn, root: Path) -> None:
    judged(accelerated, root)
    name = {"gpu": "cuda", "tpu": "tpu"}[accelerated.has]
    # The run with 64-bit types is always made on the CPU.
    assert accelerated.observed() == [(name, False, 1), ("cpu", True, 1)]


def test_auto_takes_the_cpu_where_there_is_nothing_else(root: Path) -> None:
    with StandIn(VerifySettings(backend="auto"), "cpu", 1) as session:
        judged(session, root)
        assert session.observed() == [("cpu", False, 1), ("cpu", True, 1)]


def test_auto_takes_what_the_user_has_told_jax(
    accelerated: StandIn, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAX_PLATFORMS", "cpu,cuda")
    judged(accelerated, root)
    assert accelerated.observed() == [("cpu", False, 1), ("cpu", True, 1)]


@pytest.mark.parametrize(("backend", "there"), [("cuda", "gpu"), ("tpu", "tpu"), ("cpu", "gpu")])
def test_a_named_backend_is_taken(root: Path, backend: str, there: str) -> None:
    with StandIn(VerifySettings(backend=backend), there, 1) as session:
        judged(session, root)
        assert session.observed()[0] == (backend, False, 1)


@pytest.mark.parametrize("backend", ["cuda", "tpu"])
def test_a_backend_that_is_not_there_is_said(root: Path, backend: str) -> None:
    with StandIn(VerifySettings(backend=backend), "cpu", 1) as session:
        found = judged(session, root)
        assert found.reason == Reason.NEEDS_BACKEND
        assert backend in found.checks[0].detail
        assert not session.observed()


def test_devices_are_simulated_on_the_cpu_alone(root: Path) -> None:
    with StandIn(VerifySettings(devices=4, backend="cpu"), "cpu", 1) as session:
        judged(session, root)
        assert session.observed()[0] == ("cpu", False, 4)
    with StandIn(VerifySettings(backend="cuda", devices=4), "gpu", 2) as session:
        found = judged(session, root)
        assert found.reason == Reason.NEEDS_BACKEND
        assert found.checks[0].detail == "4 devices, and there are 2"
