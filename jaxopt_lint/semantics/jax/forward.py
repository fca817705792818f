"""Which model of a file a forward pass runs: `model(x)`, `model.apply(variables, x)`,
`state.apply_fn(variables, x)`, `jax.vmap(model)(xs)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import arguments

_MAPPED = frozenset({"jit", "vmap"})


@dataclass(frozen=True, slots=True)
class Forward:
    """A forward pass of a model whose class is in sight.

    Attributes:
        call: the call.
        owner: the class of the model.
        method: its `__call__`.
        framework: of which framework it is a module.
        bound: how many of the method's parameters the arguments do not stand for: `self`, less the
            variables that come first.
    """

    call: ast.Call
    owner: ast.ClassDef
    method: ast.FunctionDef
    framework: str
    bound: int

    def given(self) -> Iterator[tuple[str, ast.expr]]:
        """The arguments of the call, by the parameters of the method that they are for."""
        return (
            (name, value)
            for name, value in arguments(self.call, self.method, self.bound)
            if value is not self.variables
        )

    @property
    def variables(self) -> ast.expr | None:
        """The variables that a module of Linen is applied with."""
        return self.call.args[0] if self.framework == "linen" and self.call.args else None


def forward(facts: Facts, call: ast.Call) -> Forward | None:
    """The forward pass that a call is; None where it is none, or where the model may be of
    several classes."""
    if any(k.arg == "method" for k in call.keywords):
        return None
    func: ast.expr | None = call.func
    if isinstance(func, ast.Call):
        transform = TRANSFORMS.get(facts.names.call(func) or "")
        if transform is None or transform.kind not in _MAPPED:
            return None
        func = calls(facts).function_argument(func, transform)
    models, applied = _models(facts, func)
    owners = {model_class(facts, model) for model in models}
    owner = owners.pop() if len(owners) == 1 else None
    framework = framework_of(facts, owner) if owner is not None else None
    if owner is None or framework is None or (framework == "linen") is not applied:
        return None
    method = look_up(facts, owner, "__call__")
    if not isinstance(method, ast.FunctionDef):
        return None
    return Forward(call, owner, method, framework, 0 if applied else 1)


def _models(facts: Facts, func: ast.expr | None) -> tuple[Sequence[ast.expr], bool]:
    """The models that a call may run, as expressions, and whether it hands them variables."""
    if isinstance(func, ast.Attribute) and func.attr == "apply":
        return (func.value,), True
    if isinstance(func, ast.Attribute) and func.attr == "apply_fn":
        given = [
            k.value for c in facts.module.all(ast.Call) for k in c.keywords if k.arg == "apply_fn"
        ]
        known = [g.value for g in given if isinstance(g, ast.Attribute) and g.attr == "apply"]
        return (known if len(known) == len(given) else ()), True
    return ((func,) if func is not None else ()), False


def model_class(facts: Facts, model: ast.expr) -> ast.ClassDef | None:
    """The class that a model is made of, on every way that the file shows."""
    made = origins(facts, model)
    owners = {class_made(facts, m.func) if isinstance(m, ast.Call) else None for m in made}
    return owners.pop() if len(owners) == 1 else None
