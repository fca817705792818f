"""Takes a value and its gradient from one call of `value_and_grad`.

The promise is `close`, never `same`, under jit as well. The value that comes with a gradient is
the output of the differentiated program: JVP rules may compute it in another order (`cumprod`
and `cummax` become an associative scan, a function with a rule of its own runs its forward
rule), and XLA fuses it with what the backward pass keeps. Mostly the bits agree; nothing says so.

The loss is called once where it was called twice. That is sound only if a call of it changes
nothing that a call of it reads, followed through what it calls.
"""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.loss_after_update import AfterUpdate
from jaxopt_lint.patterns.loss_beside_its_step import BesideStep
from jaxopt_lint.rewriting.swapping import swapped
from jaxopt_lint.semantics.jax.effects.effect import lasting, of_kinds
from jaxopt_lint.semantics.jax.effects.walk import callable_effects
from jaxopt_lint.semantics.jax.excerpt import fresh
from jaxopt_lint.semantics.python import assigned_names, read_names
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    WITH_VALUE,
    Gradient,
    Repeat,
    kept_as_it_is,
    undisturbed,
)

_PURE, _UNDISTURBED, _NO_RULE = _PRECONDITIONS = (
    Precondition(
        "loss-has-no-effect",
        "A call of the loss changes nothing, draws nothing and prints nothing, "
        "nor does anything that it calls.",
    ),
    Precondition("nothing-changes-in-between", "What the loss reads is the same at both calls."),
    Precondition(
        "no-rule-of-its-own",
        "Nothing that the loss calls has a `custom_vjp` or `custom_jvp` rule, "
        "whose forward pass may compute another value.",
    ),
)


class ValueAndGrad(Codemod[Repeat | BesideStep | AfterUpdate]):
    """Take the value and its gradient from one `value_and_grad`."""

    promise = Promise.CLOSE
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Repeat | BesideStep | AfterUpdate) -> None:
        if isinstance(found, AfterUpdate):
            self.refuse("the value of the gradient is that of the parameters before the update")
        if isinstance(found, BesideStep):
            self.refuse("the step would return another value: all who call it have to know")
        value, gradient = found.node, found.gradient
        if gradient.with_value:
            self.refuse("the value is given with the gradient: which name stays is for you to say")
        self._check(value, gradient)
        kept = kept_as_it_is(self.facts, gradient)
        if kept:
            self.refuse(kept)
        here, there = self.module.statement(value), self.module.statement(gradient.call)
        if here is there:
            self._one_statement(here, value, gradient)
        else:
            self._two_statements(here, there, value, gradient)
        if gradient.home is not None:
            transform = gradient.options.func
            self.replace(transform, self.spell(WITH_VALUE[gradient.transform], at=transform))

    # -----------------------------------------------------------------------------------

    def _check(self, value: ast.Call, gradient: Gradient) -> None:
        """Whether one call of the loss does for two."""
        found = callable_effects(self.facts, gradient.of)
        for effect in lasting(found, "callback"):
            self.refuse(f"{effect.why}, which would happen once instead of twice", _PURE)
        for unknown in of_kinds(found, "unknown"):
            self.lower(_PURE, unknown.why)
        for rule in of_kinds(found, "custom"):
            self.lower(_NO_RULE, rule.why)
        here, there = self.module.statement(value), self.module.statement(gradient.call)
        if here is there:
            return
        first, last = sorted((here, there), key=self.module.block_of(here).index)
        block = self.module.block_of(here)
        for read in of_kinds(found, "reads"):
            if read.name is None:
                continue
            if not undisturbed(self.facts, first, last, {read.name.id}):
                self.refuse(f"{read.why}, and it is changed between the two calls", _UNDISTURBED)
            if block.index(last) > block.index(first) + 1:
                self.lower(_UNDISTURBED, read.why)

    def _both(self, gradient: Gradient) -> str:
        """The call that gives value and gradient, as text."""
        call = self.cst(gradient.call)
        if gradient.home is None:
            new = self.spell(WITH_VALUE[gradient.transform], at=gradient.call)
            call = swapped(call, {self.cst(gradient.options.func): new})
        return cst.Module([]).code_for_node(call)

    def _one_statement(self, statement: ast.stmt, value: ast.Call, gradient: Gradient) -> None:
        if gradient.has_aux:
            self.refuse("both are evaluated in one expression, beside further results")
        pair = self.module.parent[value]
        both = self._both(gradient)
        if isinstance(pair, ast.Tuple) and pair.elts == [value, gradient.call]:
            self.replace(pair, both)
            return
        if isinstance(statement, (ast.For, ast.While)):
            self.refuse("both are evaluated in the head of a loop")
        loss = self._name(statement, None, *_result_names(self.code(gradient.of)))
        grads = self._name(statement, None, "grads", "gradients")
        self.insert_before(statement, [f"{loss}, {grads} = {both}"])
        self.replace(value, loss)
        self.replace(gradient.call, grads)

    def _two_statements(
        self, here: ast.stmt, there: ast.stmt, value: ast.Call, gradient: Gradient
    ) -> None:
        block = self.module.block_of(here)
        first, last = sorted((here, there), key=block.index)
        between = block[block.index(first) + 1 : block.index(last)]
        whole_value, whole_gradient = _whole(here, value), _whole(there, gradient.call)
        if gradient.has_aux:
            loss, grads = self._with_aux(whole_value, whole_gradient)
        else:
            loss = self._name(here, whole_value, *_result_names(self.code(gradient.of)))
            grads = self._name(there, whole_gradient, "grads", "gradients")
        line = f"{loss}, {grads}", self._both(gradient)
        late = whole_gradient if last is there else whole_value
        moved = assigned_names(late) if late is not None else set()
        early = whole_value if first is here else whole_gradient
        if not moved & _touched(first, *between):
            self._put(first, line, early is not None)
            gone = last if late is not None else None
        elif early is not None and not assigned_names(early) & _touched(last, *between):
            gone = first
            self._put(last, line, late is not None)
        else:
            self.refuse("code in between still needs an older value of the same name")
        if gone is not None:
            self.remove(gone)
        if whole_value is None:
            self.replace(value, loss)
        if whole_gradient is None:
            self.replace(gradient.call, grads)

    def _put(self, statement: ast.stmt, line: tuple[str, str], instead: bool) -> None:
        if instead:
            assert isinstance(statement, ast.Assign)
            self.replace(statement.targets[0], line[0])
            self.replace(statement.value, line[1])
        else:
            self.insert_before(statement, [" = ".join(line)])

    def _name(self, at: ast.stmt, target: ast.expr | None, *wanted: str) -> str:
        if target is None:
            return fresh(self.facts, at, *wanted)
        if not isinstance(target, (ast.Name, ast.Attribute)):
            self.refuse(f"the result is unpacked into `{self.code(target)}`")
        return self.code(target)

    def _with_aux(self, value: ast.expr | None, gradient: ast.expr | None) -> tuple[str, str]:
        match value, gradient:
            case ast.Tuple([loss, ours]), ast.Tuple([grads, theirs]):
                first, second = self.code(ours), self.code(theirs)
                if "_" not in (first, second) and first != second:
                    self.refuse(f"the further results are kept twice, as `{first}` and `{second}`")
                aux = second if first == "_" else first
                return f"({self.code(loss)}, {aux})", self.code(grads)
        self.refuse("the further results are not unpacked by name")


def _touched(*statements: ast.stmt) -> set[str]:
    return read_names(*statements) | assigned_names(*statements)


def _result_names(function: str) -> tuple[str, str]:
    """What to call a function's result."""
    return ("loss", "value") if "loss" in function.lower() else ("value", "result")


def _whole(statement: ast.stmt, call: ast.Call) -> ast.expr | None:
    """What a statement stores a call's result in, if it does nothing else."""
    if isinstance(statement, ast.Assign) and statement.value is call:
        return statement.targets[0] if len(statement.targets) == 1 else None
    return None
