"""Compiles a training step, or a function that runs operation by operation."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Limit
from jaxopt_lint.patterns.eager import Eager
from jaxopt_lint.patterns.eager_bodies import EagerBody
from jaxopt_lint.patterns.eager_calls import EagerProgram
from jaxopt_lint.patterns.eager_forwards import EagerForward
from jaxopt_lint.patterns.eager_methods import EagerMethod
from jaxopt_lint.patterns.eager_updates import EagerUpdate
from jaxopt_lint.patterns.jittable import hindrance
from jaxopt_lint.patterns.step_not_jitted import EagerStep
from jaxopt_lint.semantics.jax.recurrence import loop_around, often

_JITS = {"flax.nnx.": "flax.nnx.jit", "equinox.": "equinox.filter_jit"}


class Jit(Codemod[Eager]):
    """Compile it as one program."""

    limits = (Limit.ITERATORS,)

    def rewrite(self, step: Eager) -> None:
        if isinstance(step, EagerUpdate):
            self.refuse("the gradient and its update are no function of their own")
        if isinstance(step, EagerForward):
            self.refuse("what should be compiled is no function of its own")
        if isinstance(step, EagerBody):
            self.refuse("what should be compiled is written out in the loop")
        if isinstance(step, EagerMethod):
            self.refuse("what should be compiled is what the transform makes")
        if isinstance(step, EagerProgram):
            if step.transform:
                self.refuse("what should be compiled is what the transform makes of it")
            if step.function not in self.module.parent:
                self.refuse("it is a function of another file")
        function = step.function
        if not isinstance(function, ast.FunctionDef):
            if function is not None:
                self.refuse("it is no function that `jax.jit` compiles")
            self.refuse("the step is written out in the loop: move it into a function")
        if loop_around(self.facts, function) is not None:
            self.refuse("it is defined in a loop, and would be compiled on every iteration")
        around = self.module.function(function)
        if around is not None and often(self.facts, around) is not None:
            self.refuse("it is defined in a function that runs often, and would be compiled anew")
        transform = step.transform if isinstance(step, EagerStep) else ""
        jit = next((j for start, j in _JITS.items() if transform.startswith(start)), "jax.jit")
        why = hindrance(self.facts, function, lifted=jit != "jax.jit")
        if why:
            self.refuse(why)
        old = self.cst(function)
        decorator = cst.Decorator(self.spell(jit, at=function))
        self.replace_statement(function, [old.with_changes(decorators=[decorator])])
