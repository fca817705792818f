"""Inputs that the user has written down for one function."""

from __future__ import annotations

from jaxopt_lint.verify import spec
from jaxopt_lint.verify.annotations import from_annotations
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan
from jaxopt_lint.verify.settings import VerifySettings


class Stated:
    """A target in the configuration, then a comment beside the function."""

    name = "stated"

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """What the target says."""
        target = asked.settings.target(asked.function)
        words = "spec in the configuration"
        try:
            if target is None:
                target = spec.from_comment(asked.function, asked.source)
                words = "spec beside the function"
        except spec.SpecError as error:
            return Missing(Reason.BAD_INPUT_SPEC, str(error), last=True)
        return of_target(target, words, asked.settings, stated=True) if target else None


class Annotations:
    """jaxtyping annotations of the parameters."""

    name = "annotations"

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """Arrays of the shapes that the annotations name."""
        found = from_annotations(asked.function, asked.source)
        if isinstance(found, spec.Target):
            return of_target(found, "jaxtyping annotations", asked.settings)
        return Missing(Reason.NO_INPUT_SPEC, f"nothing says what to pass for {found}")


def of_target(
    target: spec.Target, words: str, settings: VerifySettings, *, stated: bool = False
) -> Plan:
    """The plan that a target describes."""
    data = {
        "kind": "spec",
        "args": target.args,
        "kwargs": target.kwargs,
        "dims": target.dims,
        "fixed": target.fixed,
        "full": settings.mode == "full",
    }
    return Plan(data, words, target.grad, target.devices, target.jitted, stated)
