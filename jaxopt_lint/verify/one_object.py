"""Whether names that differ stand for the same objects in the JAX of a project."""

from __future__ import annotations

from collections.abc import Sequence

from jaxopt_lint.verify.budget import BudgetSpent
from jaxopt_lint.verify.removed import known
from jaxopt_lint.verify.session import NoJax, Session


def are_same(session: Session, names: Sequence[tuple[str, str]]) -> dict[str, str] | None:
    """The environment in which each pair of dotted names is that of one object, or None where some
    are not. An old name that JAX has removed is what it was another name of; a new one that this
    JAX lacks is nothing."""
    if not names:
        return {}
    removed = {old: known()[old] for old, _ in names if old in known()}
    job = session.job(
        "alike", session.new_folder(), names=[list(pair) for pair in names], legacy={},
        removed=removed,
    )  # fmt: skip
    try:
        (answer,) = session.run([job])
    except (NoJax, BudgetSpent):
        return None
    if "failed" in answer or not answer["same"]:
        return None
    environment = {"jax": answer["jax"]}
    if answer["removed"]:
        environment["another name of it until it was removed"] = ", ".join(answer["removed"])
    return environment
