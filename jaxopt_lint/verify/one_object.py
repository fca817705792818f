"""Whether names that differ stand for the same objects in the JAX of a project, and calls that
differ in names and keywords for one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jaxopt_lint.verify.budget import BudgetSpent
from jaxopt_lint.verify.removed import known, renamed
from jaxopt_lint.verify.session import NoJax, Session


@dataclass(frozen=True, order=True)
class Use:
    """A call in two versions of a file, of which the arguments are the same.

    Attributes:
        old: the dotted name of what was called.
        new: and of what is called now.
        positional: the numbers of arguments without keywords, before and now.
        before: the keywords of the others.
        after: and their keywords now.
        decorates: whether it decorates a function by `functools.partial`, which is the first
            argument then.
    """

    old: str
    new: str
    positional: tuple[int, int]
    before: tuple[str, ...]
    after: tuple[str, ...]
    decorates: bool = False

    @property
    def words(self) -> str:
        """What differs, for people."""
        # Of what is given by position on one side alone the other has a keyword more.
        shared = min(len(self.before), len(self.after))
        rest = [one[: len(one) - shared] for one in (self.before, self.after)]
        last = [one[len(one) - shared :] for one in (self.before, self.after)]
        pairs = [(a, b) for a, b in zip(*last, strict=True) if a != b]
        said = [f"`{self.old}` is `{self.new}`"] if self.old != self.new else []
        said += [f"`{a}` of `{self.old}` is `{b}`" for a, b in pairs]
        said += [f"`{one}` of `{self.old}` may stand by position" for one in rest[0]]
        said += [f"`{one}` of `{self.new}` may stand by position" for one in rest[1]]
        return ", ".join(said)


def are_same(
    session: Session, names: Sequence[tuple[str, str]], uses: Sequence[Use] = ()
) -> dict[str, str] | None:
    """The environment in which each pair of dotted names is that of one object, and each pair of
    calls comes to one call, or None where some are not. An old name, or keyword, that JAX has
    removed is what it was another name of; a new one that this JAX lacks is nothing.

    The interpreter is asked once, so that the same question has its answer also where the time for
    all is over.
    """
    if not names and not uses:
        return {}
    key = session.settings.python, tuple(names), tuple(uses)
    if key not in session.same:
        try:
            answer = _answer(session, names, uses)
        except (NoJax, BudgetSpent):
            return None
        if "failed" in answer:  # it may not fail again
            return None
        session.same[key] = _environment(answer) if answer["same"] else None
    return session.same[key]


def _environment(answer: dict[str, Any]) -> dict[str, str]:
    environment = {"jax": str(answer["jax"])}
    if answer["removed"]:
        environment["another name of it until it was removed"] = ", ".join(answer["removed"])
    return environment


def _answer(
    session: Session, names: Sequence[tuple[str, str]], uses: Sequence[Use]
) -> dict[str, Any]:
    old_names = {*(old for old, _ in names), *(one.old for one in uses)}
    removed = {old: known()[old] for old in sorted(old_names) if old in known()}
    asked = [
        {
            "old": one.old, "new": one.new, "positional": list(one.positional),
            "before": one.before, "after": one.after,
            "renamed": {n: renamed().get(n, {}) for n in (one.old, one.new)},
        }
        for one in uses
    ]  # fmt: skip
    job = session.job(
        "alike", session.new_folder(), names=[list(pair) for pair in names], legacy={},
        removed=removed, uses=asked,
    )  # fmt: skip
    (answer,) = session.run([job])
    return answer
