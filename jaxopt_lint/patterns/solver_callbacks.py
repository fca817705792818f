"""Functions that a solver of SciPy calls again and again, and that nothing compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.jittable import untraceable
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.machine.asking import eager_work
from jaxopt_lint.semantics.jax.recurrence import in_test, runs_once
from jaxopt_lint.semantics.python import DEFINITIONS
from jaxopt_lint.semantics.subjects.differentiation.gradients import gradients_among

WORK = 4  # operations of a call that are worth a word
MANY = 8  # that cost more than the call of a compiled function by far


@dataclass(frozen=True, slots=True, eq=False)
class SolverCallback:
    """A function that is handed to a solver as it is.

    Attributes:
        node: the argument.
        solver: the last part of the solver's name.
        work: how many operations a call runs one by one.
        differentiated: the transform that differentiates it anew on each call; "" if none does.
        hindrance: why it cannot be compiled as it is, as a clause; "" where nothing is seen to be.
        converts: that is but how it returns its result, for SciPy.
        maker: the function that makes it anew on each of its calls, so that what is compiled of it
            serves one solver alone; "" where it is the same each time.
    """

    node: ast.expr
    solver: str
    work: int
    differentiated: str
    hindrance: str = ""
    converts: bool = False
    maker: str = ""

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        if self.hindrance and not self.converts:
            return Severity.INFO
        if self.maker and not self.differentiated:
            return Severity.INFO  # a solver that asks 20 times is done before a compiler is
        return None if self.differentiated or self.work >= MANY else Severity.INFO


@fact
def solver_callbacks(facts: Facts) -> dict[ast.expr, SolverCallback]:
    """The functions that solvers of SciPy call as they are, by the argument"""
    found = {}
    for call in facts.module.all(ast.Call):
        name = facts.names.of(call.func) or ""
        if not name.startswith(_MODULES) or in_test(facts, call):
            continue
        if tracing(facts).staged(facts.module.function(call)) is not None:
            continue
        solver = name.rpartition(".")[2]
        for given in _functions(solver, call):
            one = _judged(facts, given, solver)
            if one is not None:
                found[given] = replace(one, maker=_maker(facts, given), **_hindrance(facts, given))
    return found


def _maker(facts: Facts, given: ast.expr) -> str:
    """The name of the function that makes what is handed over, where that may run again."""
    callee = calls(facts).callee(given)
    maker = facts.module.function(callee.node) if callee is not None and callee.node else None
    if not isinstance(maker, DEFINITIONS) or runs_once(facts, maker):
        return ""
    return maker.name


def _functions(solver: str, call: ast.Call) -> Iterator[ast.expr]:
    """The arguments of a solver that it calls."""
    place = _PLACES.get(solver)
    if place is None:
        return
    if len(call.args) > place and not any(isinstance(a, ast.Starred) for a in call.args):
        yield call.args[place]
    for keyword in call.keywords:
        if keyword.arg in _NAMED:
            yield keyword.value


def _hindrance(facts: Facts, given: ast.expr) -> dict[str, Any]:
    """What keeps a function from being compiled as it is."""
    callee = calls(facts).callee(given)
    function = callee.node if callee is not None else None
    if function is None:
        return {}
    found = list(untraceable(facts, function))
    ends = (function.body,) if isinstance(function, ast.Lambda) else facts.module.returns(function)
    last = all(any(node is e or facts.module.within(node, e) for e in ends) for node, _ in found)
    return {"hindrance": found[0][1] if found else "", "converts": bool(found) and last}


def _judged(facts: Facts, given: ast.expr, solver: str) -> SolverCallback | None:
    if tracing(facts).compiled(given):
        return facts.doubt(given, "it is compiled", early=True)
    callee = calls(facts).callee(given)
    if callee is None:
        return facts.doubt(given, "what function {} is is not known", given)
    names = [name for name, _ in callee.wraps]
    transforms = [name for name in names if name in _DIFFERENTIATE]
    if any(name not in _DIFFERENTIATE | _MAPPED for name in names):
        return facts.doubt(given, "what is made of it may compile it", early=True)
    function = callee.node
    if function is None:
        return facts.doubt(given, "it stands in another file")
    work = eager_work(facts, function)
    if transforms and work:
        return SolverCallback(given, solver, work, transforms[0])
    for gradient in gradients_among(facts, ast.walk(function)):
        loss, made = gradient.node, gradient.jitted or tracing(facts).compiled(gradient.of)
        if loss is not None and not made and eager_work(facts, loss) >= WORK:
            return SolverCallback(given, solver, eager_work(facts, loss), gradient.transform)
    if work < WORK:
        return facts.doubt(given, "a call of it runs {} operations of JAX", work)
    return SolverCallback(given, solver, work, "")


_MODULES = ("scipy.optimize.", "scipy.integrate.")
_DIFFERENTIATE = frozenset(
    {"jax.grad", "jax.value_and_grad", "jax.jacfwd", "jax.jacrev", "jax.jacobian", "jax.hessian"}
)
_MAPPED = frozenset({"jax.vmap"})
_NAMED = frozenset({"fun", "func", "f", "jac", "hess", "hessp", "fprime", "fprime2", "Dfun"})
# Where each solver takes the function that it calls.
_PLACES = {
    **dict.fromkeys(
        ("minimize", "minimize_scalar", "least_squares", "root", "root_scalar", "fsolve",
         "leastsq", "newton", "brentq", "brenth", "bisect", "ridder", "toms748", "curve_fit",
         "fmin", "fmin_bfgs", "fmin_cg", "fmin_ncg", "fmin_l_bfgs_b", "fmin_tnc", "fmin_slsqp",
         "fmin_powell", "fmin_cobyla", "basinhopping", "differential_evolution",
         "dual_annealing", "shgo", "brute", "direct", "fixed_point", "fminbound", "golden",
         "broyden1", "broyden2", "anderson", "newton_krylov", "approx_fprime",
         "solve_ivp", "odeint", "quad", "quad_vec", "dblquad", "tplquad", "nquad",
         "fixed_quad", "quadrature", "romberg", "solve_bvp", "RK23", "RK45", "DOP853", "Radau",
         "BDF", "LSODA"), 0
    )
}  # fmt: skip
