"""Hands predictions out of the pass that a gradient makes anyway."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.forward_repeated_for_metrics import Forward
from jaxopt_lint.rewriting.swapping import swapped
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.excerpt import fresh
from jaxopt_lint.semantics.python import Definition, assigned_names, read_names
from jaxopt_lint.semantics.subjects.differentiation.gradients import (
    Gradient,
    changes_something,
    kept_as_it_is,
)


class ValueAndGradHasAux(Codemod[Forward]):
    """Return the predictions from the loss with `has_aux=True`."""

    def rewrite(self, found: Forward) -> None:
        if found.through:
            self.refuse(f"the second pass is made by `{found.through}`, which others may call")
        loss, gradient = found.loss, found.gradient
        if isinstance(loss, ast.Lambda):
            self.refuse("the loss is a lambda, which has no room for a second result")
        if gradient.has_aux is not False:
            self.refuse("the loss returns further results already")
        self._only_this(loss, gradient)
        returned = self._return(loss)
        aux = self._take_out(found, loss, returned)
        kept = self._put_in(found, aux)
        self._unpack(gradient, kept)

    # -- the loss -----------------------------------------------------------------------

    def _only_this(self, loss: Definition, gradient: Gradient) -> None:
        if any(self.facts.names.of(d) != "jax.jit" for d in loss.decorator_list):
            self.refuse(f"`{loss.name}` is decorated, so others may rely on its result")
        for use in calls(self.facts).references(loss):
            if use is not gradient.of:
                self.refuse(f"`{loss.name}` is also used on line {use.lineno}")
        if calls(self.facts).dotted(loss) in self.facts.project.imported:
            self.refuse(f"`{loss.name}` is imported by another module")
        kept = kept_as_it_is(self.facts, gradient)
        if kept:
            self.refuse(kept)

    def _return(self, loss: Definition) -> ast.Return:
        returns = self.module.returns(loss)
        if len(returns) != 1 or returns[0] is not loss.body[-1] or returns[0].value is None:
            self.refuse(f"`{loss.name}` does not return from its end alone")
        if isinstance(returns[0].value, ast.Tuple):
            self.refuse(f"`{loss.name}` returns several values already")
        return returns[0]

    def _take_out(self, found: Forward, loss: Definition, returned: ast.Return) -> str:
        """Let the loss return its predictions as well; what they are called there."""
        value = returned.value
        assert value is not None
        statement = self.module.statement(found.inner)
        if statement not in loss.body:
            self.refuse("the pass stands within a loop or a branch of the loss")
        old = self.cst(value)
        aux = ""
        if isinstance(statement, ast.Assign) and statement.value is found.inner:
            aux = self._named(statement, loss)
            later = loss.body[loss.body.index(statement) + 1 :]
            if any(changes_something(self.facts, s) for s in later):
                self.refuse("the loss changes something in place after the pass")
        if not aux:
            aux = fresh(self.facts, statement, "predictions", "outputs")
            self.insert_before(
                statement, [f"{aux} = {cst.Module([]).code_for_node(self.cst(found.inner))}"]
            )
            if statement is returned:
                old = swapped(old, {self.cst(found.inner): cst.Name(aux)})
            else:
                self.replace(found.inner, aux)
        bare = old.with_changes(lpar=[], rpar=[]) if old.lpar else old
        pair = [cst.Element(bare), cst.Element(cst.parse_expression(aux))]
        self.replace(value, cst.Tuple(pair, lpar=[], rpar=[]))
        if loss.returns is not None:
            any_type = self.spelled("typing.Any", at=loss)
            self.replace(loss.returns, f"tuple[{self.code(loss.returns)}, {any_type}]")
        return aux

    def _named(self, statement: ast.Assign, loss: ast.AST) -> str:
        """The names that a statement of the loss gives to its predictions, bound only there."""
        target = statement.targets[0]
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        scope = self.module.scopes[loss]
        if len(statement.targets) != 1:
            return ""
        for name in names:
            if not isinstance(name, ast.Name) or len(scope.bindings.get(name.id, ())) != 1:
                return ""
        return self.as_one(target)

    # -- the step -----------------------------------------------------------------------

    def _put_in(self, found: Forward, aux: str) -> str:
        """Use the predictions where the second pass stood; what they are called there."""
        here = self.module.statement(found.gradient.call)
        block = self.module.block_of(here)
        kept = ""
        if len(found.again) > 1:
            first = min(block.index(self.module.statement(c)) for c in found.again)
            if any(changes_something(self.facts, s) for s in block[first:]):
                self.refuse("the predictions are changed in place, and would be shared")
        for call in found.again:
            statement = self.module.statement(call)
            whole = self._whole(statement, call)
            early = block.index(statement) < block.index(here)
            alone = whole is not None and len(found.again) == 1
            movable = whole is not None and not kept and self._movable(whole, statement, here)
            if early and not (alone and movable):
                self.refuse("the predictions are needed before the gradient is taken")
            if movable and whole is not None:
                kept = self.as_one(whole)
                self.remove(statement)
                continue
            if not kept:
                simple = aux if aux.isidentifier() else "predictions"
                kept = fresh(self.facts, here, simple, "predictions", "outputs")
            if not kept.isidentifier() and not kept.startswith("("):
                self.refuse("the predictions have no one name")
            self.replace(call, kept)
        return kept

    def _movable(self, target: ast.expr, statement: ast.stmt, here: ast.stmt) -> bool:
        """Whether a name may be bound where the gradient is taken instead."""
        block = self.module.block_of(here)
        first, last = sorted((statement, here), key=block.index)
        between = block[block.index(first) + 1 : block.index(last)]
        names = assigned_names(target)
        used = read_names(*between) | assigned_names(*between)
        return not names & (used | (assigned_names(here) | read_names(here)))

    def _whole(self, statement: ast.stmt, call: ast.Call) -> ast.expr | None:
        match statement:
            case ast.Assign([target], value) if value is call:
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                return target if all(isinstance(n, ast.Name) for n in names) else None
        return None

    def _unpack(self, gradient: Gradient, aux: str) -> None:
        statement = self.module.statement(gradient.call)
        if not isinstance(statement, ast.Assign) or statement.value is not gradient.call:
            self.refuse("the gradient is used in a larger expression")
        target = statement.targets[0]
        if len(statement.targets) != 1:
            self.refuse("the gradient is stored under several names")
        if not gradient.with_value:
            self.replace(target, f"{self.as_one(target)}, {aux}")
        elif isinstance(target, ast.Tuple) and len(target.elts) == 2:
            self.replace(target.elts[0], f"({self.code(target.elts[0])}, {aux})")
        else:
            self.refuse("value and gradient are not unpacked where they are computed")
        for keyword in gradient.options.keywords:
            if keyword.arg == "has_aux":
                self.replace(keyword.value, "True")
                return
        self.add_argument(gradient.options, "has_aux", "True")
