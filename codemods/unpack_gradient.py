"""Makes a gradient and the names that it is unpacked into agree."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.grad_result_misused import Misuse
from jaxopt_lint.semantics.subjects.differentiation.gradients import other_use

_ALONE, _MEANT = _PRECONDITIONS = (
    Precondition("nobody-else-takes-it", "The gradient function is called here and nowhere else."),
    Precondition("meant-is-seen", "How the result is unpacked tells what was meant."),
)


class UnpackGradient(Codemod[Misuse]):
    """Unpack what the gradient gives."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Misuse) -> None:
        target = found.target
        if found.kind == "swapped" and target is not None:
            names = f"`{self.code(target)}`"
            self.lower(_MEANT, f"{names} may be what the code around goes by, under odd names")
            first, second = target.elts
            self.replace(first, self.code(second))
            self.replace(second, self.code(first))
        elif found.kind == "flat" and target is not None:
            value, aux, gradients = (self.code(e) for e in target.elts)
            self.replace(target, f"({value}, {aux}), {gradients}")
        elif found.kind == "aux missing":
            self._add_aux(found)
        else:
            self.refuse(f"whether `{self.code(found.gradient.of)}` should return more is for you")

    def _add_aux(self, found: Misuse) -> None:
        gradient, target = found.gradient, found.target
        nested = target is not None and (
            not gradient.with_value or isinstance(target.elts[0], ast.Tuple)
        )
        if not nested or target is None or len(target.elts) != 2:
            self.refuse("how its results are read does not tell what was meant", _MEANT)
        if found.decorated:
            self.refuse("the function is a gradient for everybody who calls it", _ALONE)
        used = other_use(self.facts, gradient)
        if used:
            self.refuse(used, _ALONE)
        if any(k.arg == "has_aux" for k in gradient.options.keywords):
            self.refuse("`has_aux=False` stands there on purpose")
        if any(isinstance(k.value, (ast.Tuple, ast.List)) for k in gradient.options.keywords):
            self.refuse("several gradients are taken, so the pair may be meant for those", _MEANT)
        self.add_argument(gradient.options, "has_aux", "True")
