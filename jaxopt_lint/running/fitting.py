"""Whether a run under some JAX says anything about a project that is for certain ones."""

from __future__ import annotations

from packaging.version import InvalidVersion, Version

from jaxopt_lint.observe.reading import Run
from jaxopt_lint.settings.jaxversion import JaxRange


def not_for(run: Run, stated: JaxRange) -> str:
    """Why a run does not count for a file whose project is for certain JAX; empty if it does."""
    jax = sorted({process.jax for process in run.processes if process.jax})
    if not jax:
        return "no process of it used JAX"
    try:
        ran = [Version(one) for one in jax]
        low = Version(stated.floor) if stated.floor else None
        high = Version(stated.ceiling) if stated.ceiling else None
    except InvalidVersion:
        return "it is not known for which JAX the project is"
    where = f" ({stated.origin})" if stated.origin else ""
    was = f"it ran JAX {', '.join(jax)}, and the project is for"
    if low is not None and any(one < low for one in ran):
        return f"{was} {low} and newer{where}"
    if high is not None and any(one.release[: len(high.release)] > high.release for one in ran):
        return f"{was} {high} at most{where}"
    return ""
