"""Where the arguments of a function come from, in the order of how much they can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jaxopt_lint.verify import spec
from jaxopt_lint.verify.annotations import from_annotations
from jaxopt_lint.verify.child.names import folder_name
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.settings import VerifySettings

STORE = Path(".jaxopt_lint_cache") / "records"


@dataclass
class Plan:
    """How to build the cases of one function, as the child reads it, and in words."""

    data: dict[str, Any]
    words: str
    grad: bool = True
    devices: int = 0
    jitted: bool = False


@dataclass
class Missing:
    """Why there is no plan."""

    reason: Reason
    detail: str = ""


@dataclass
class Store:
    """Recorded calls on disk: one folder per function, one file per call."""

    folder: Path

    def calls(self, function: str) -> list[Path]:
        """The recorded calls of a function, in the order in which they happened."""
        return sorted((self.folder / folder_name(function)).glob("*.call"))

    def exists(self) -> bool:
        """Whether anything was recorded at all."""
        return self.folder.is_dir() and any(self.folder.iterdir())

    def traced(self, function: str) -> bool:
        """Whether all recorded calls happened while jax was tracing."""
        folder = self.folder / folder_name(function)
        return (folder / "traced").is_file() and not (folder / "eager").is_file()


def plan_for(function: str, source: str, root: Path, settings: VerifySettings) -> Plan | Missing:
    """Explicit target, then comment, then recorded calls, then jaxtyping annotations."""
    target = settings.target(function)
    words = "spec in the configuration"
    try:
        if target is None:
            target = spec.from_comment(function, source)
            words = "spec beside the function"
    except spec.SpecError as error:
        return Missing(Reason.BAD_INPUT_SPEC, str(error))
    if target is not None:
        return _of_target(target, words, settings)
    store = Store(settings.records or root / STORE)
    calls = store.calls(function)
    if calls:
        data: dict[str, Any] = {"kind": "records", "full": settings.mode == "full"}
        data["files"] = [str(path.resolve()) for path in calls]
        words = f"{len(calls)} recorded call{'s' if len(calls) > 1 else ''}"
        return Plan(data, words, jitted=store.traced(function))
    found = from_annotations(function, source)
    if isinstance(found, spec.Target):
        return _of_target(found, "jaxtyping annotations", settings)
    if store.exists():
        return Missing(Reason.NEVER_CALLED, "no call of it was recorded")
    return Missing(Reason.NO_INPUT_SPEC, f"nothing says what to pass for {found}")


def _of_target(target: spec.Target, words: str, settings: VerifySettings) -> Plan:
    data = {
        "kind": "spec",
        "args": target.args,
        "kwargs": target.kwargs,
        "dims": target.dims,
        "fixed": target.fixed,
        "full": settings.mode == "full",
    }
    return Plan(data, words, target.grad, target.devices, target.jitted)
