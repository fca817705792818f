"""What both versions run on: the backend, where it is there, and what else a verdict rests on."""

from __future__ import annotations

from collections.abc import Sequence

from jaxopt_lint.finding import Evidence
from jaxopt_lint.verify.evidence import Reason, unverified
from jaxopt_lint.verify.session import Session

_PUT_BACK = 6  # names that are told; a large project mentions dozens


def environment(session: Session, platform: str, devices: int) -> dict[str, str] | Evidence:
    """What is told of the surroundings of a verdict; why there is none, without the backend."""
    seen = session.probe(platform, devices)
    if "failed" in seen:
        return unverified(Reason.NEEDS_BACKEND, f"{platform}: {seen['detail']}")
    if seen["devices"] < devices:
        detail = f"{devices} devices, and there are {seen['devices']}"
        return unverified(Reason.NEEDS_BACKEND, detail)
    told = {
        "jax": seen["jax"],
        "backend": seen["platform"],
        "devices": str(seen["devices"]),
        "device": seen["kind"],
        "precision": session.settings.precision,
        "sandbox": f"unconfined: {seen['unconfined']}" if seen["unconfined"] else "confined",
    }
    if session.clock:
        told["clock"] = "made up, and the same for both versions"
    if not session.copies.whole:
        told["copied"] = "what lies nearest, as the folder is no project"
    put_back = [name for name in session.legacy if name in seen.get("removed", ())]
    if put_back:
        told["put back for the original"] = _some(put_back)
    return told


def _some(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    more = [f"{len(names) - _PUT_BACK} more"] if len(names) > _PUT_BACK else []
    return ", ".join([*names[:_PUT_BACK], *more])
