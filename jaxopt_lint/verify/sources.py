"""Where the arguments of a function come from, in the order of how much they can be trusted."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jaxopt_lint.files.secret import genuine, signature
from jaxopt_lint.files.source import display_path
from jaxopt_lint.verify import spec
from jaxopt_lint.verify.annotations import from_annotations
from jaxopt_lint.verify.child.names import folder_name
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.settings import VerifySettings

STORE = Path(".jaxopt_lint_cache") / "records"
_SIGNED = ".signature"
_FOREIGN = "these recordings were not made by you on this machine and are not read; record again"


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
        """The recorded calls of a function that may be loaded, in the order of the calls.

        To load one is to run what it says, so only what this user has recorded counts.
        """
        folder = self.folder / folder_name(function)
        return [path for path in sorted(folder.glob("*.call")) if self._ours(path)]

    def foreign(self) -> bool:
        """Whether there are calls that this user has not recorded on this machine."""
        return any(not self._ours(path) for path in self.folder.glob("*/*.call"))

    def sign(self, functions: Sequence[str]) -> None:
        """Mark calls that were recorded just now as this user's."""
        for function in functions:
            for path in (self.folder / folder_name(function)).glob("*.call"):
                signed = signature(*self._told(path))
                if signed is not None:
                    path.with_suffix(_SIGNED).write_text(signed.hex())

    def _ours(self, path: Path) -> bool:
        try:
            signed = bytes.fromhex(path.with_suffix(_SIGNED).read_text())
            return genuine(signed, *self._told(path))
        except (OSError, ValueError):
            return False

    def _told(self, path: Path) -> tuple[bytes, ...]:
        """What a signature stands for: whose call it is, how it was traced, and what it holds."""
        kind = b"traced" if _traced(path.parent) else b"eager"
        return os.fsencode(path.parent.name), os.fsencode(path.name), kind, path.read_bytes()

    def exists(self) -> bool:
        """Whether anything was recorded at all."""
        return self.folder.is_dir() and any(self.folder.iterdir())

    def traced(self, function: str) -> bool:
        """Whether all recorded calls happened while jax was tracing."""
        return _traced(self.folder / folder_name(function))


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
    if store.foreign():
        detail = f"{display_path(store.folder, root)}: {_FOREIGN}"
        return Missing(Reason.NO_INPUT_SPEC, detail)
    if store.exists():
        return Missing(Reason.NEVER_CALLED, "no call of it was recorded")
    return Missing(Reason.NO_INPUT_SPEC, f"nothing says what to pass for {found}")


def _traced(folder: Path) -> bool:
    return (folder / "traced").is_file() and not (folder / "eager").is_file()


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
