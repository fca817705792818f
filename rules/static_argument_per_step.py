"""Static parameters that get a new value at every step."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.fresh_static_function import fresh_function, static_elsewhere
from jaxopt_lint.patterns.static_argument_per_step import (
    counted_attribute,
    counter,
    many,
    needs_python,
    picks,
)
from jaxopt_lint.patterns.value_alone import value_alone
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import Wrap, calls, tracing
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import arguments
from jaxopt_lint.semantics.subjects.transfer.timers import is_timed

_HERE = ("static_arg", "filter_jit", "named_jit")
_ALL_STATIC = frozenset({"equinox.filter_jit", "haliax.named_jit"})


class StaticArgumentPerStep(Rule[ast.AST]):
    """A static parameter is given the counter of a loop: one compile for each iteration.

    ## Why is this slow?
    A program is compiled for the value of each static argument. A counter has a new value on
    every iteration, so that every iteration traces and compiles the function again; the compiled
    programs pile up in memory. `equinox.filter_jit` treats every argument that is no array as
    static, plain Python numbers included. A function is equal to itself alone: a `lambda`, a
    `partial` or a `def` that each iteration, or each call in a loop, makes anew is a new value,
    too.

    ## Example
    ```python
    from functools import partial

    import jax


    @partial(jax.jit, static_argnames=("step",))
    def update(params, grads, step):
        return params - 0.1 / (1 + step) * grads


    def train(params, batches):
        for step, grads in enumerate(batches):
            params = update(params, grads, step)
        return params
    ```
    Leave the parameter traced: drop it from `static_argnames`, or pass `jnp.asarray(step)` to a
    function under `filter_jit`. Where its value decides on a Python branch, use `jnp.where` or
    `jax.lax.cond`; where it decides on a shape, pad to a few sizes. A function is made once, and
    gets what changes as an argument.

    ## When to keep it
    Where the loop has few iterations, is run once, and each program gains from knowing the value.
    Nothing is said where the parameter may be needed as a number, in a shape or in what is called.
    """

    code = "JOL107"
    summary = "A static parameter is given a loop counter: one compile for each iteration"
    words = (*_HERE, "lambda")

    def visit_Call(self, node: ast.Call) -> None:
        facts = self.facts
        if not any(word in facts.module.text for word in _HERE):
            given = (*node.args, *(k.value for k in node.keywords))
            if not any(isinstance(value, ast.Lambda) for value in given):
                return  # what other files compile is looked at for functions alone
        if facts.asked:
            self._kept(node)
        wrap = tracing(facts).jitted(node.func)
        if wrap is None or wrap.function is None:
            if wrap is None and tracing(facts).jitted_elsewhere(node.func):
                for name, value, where in static_elsewhere(facts, node):
                    self._fresh(node, name, value, where)
            if wrap is not None or tracing(facts).jitted_elsewhere(node.func):
                what = "what {} compiles, and what is static of it, is not in this file"
                facts.doubt(node, what, node.func)
            return
        if wrap.transform.lifted and wrap.name not in _ALL_STATIC:
            return
        if any(isinstance(a, ast.Starred) for a in node.args):
            return
        for name, value in self._static(node, wrap):
            found = counter(facts, value)
            step = counted_attribute(facts, value) if found is None else None
            if found is None and step is None:
                if self._fresh(node, name, value, facts.at(wrap.site)):
                    continue
                what = "what the static `{}` gets, {}, is not known to be new on every turn"
                facts.doubt(node, what, name, value)
                continue
            if not self._matters(node):
                what = "it is traced, timed, or part of a test, where compiling again is no loss"
                facts.doubt(node, what)
                continue
            turn, source = ("on every iteration", found.id) if found is not None else (
                "on every call", facts.module.source(value)
            )  # fmt: skip
            unsure = found is not None and needs_python(facts, wrap.function, name)
            plain = value_alone(facts, wrap.function, name)
            if not plain and not unsure:
                what = "{} may need `{}` as a number, in a shape or in what it calls"
                facts.doubt(node, what, node.func, name)
                continue
            self.report(
                value,
                f"the static parameter `{name}` gets a new value {turn}, from `{source}`: "
                f"`{facts.module.source(node.func)}` is compiled again for each",
                help=f"leave `{name}` traced, or pass it as an array"
                if plain
                else f"decide on `{name}` with `jnp.where`, or pad to a few sizes",
                # The body has to know it, so that a few programs may well be what is meant.
                severity=Severity.INFO
                if (unsure and not many(facts, value))
                or (found is not None and picks(facts, found))
                else None,
                because=(f"static at {facts.at(wrap.site)}",),
                assumed=() if step is None else (f"`{self._home(node)}` is called many times",),
            )

    def _fresh(self, node: ast.Call, name: str, value: ast.expr, where: str) -> bool:
        """Report a static argument that is another function each time."""
        found = fresh_function(self.facts, node, value)
        if found is None or not self._matters(node):
            return False
        turn, why = found
        # One call is compiled anew once, however many functions it is given.
        again = any(self.facts.module.within(match, node) for match, _ in self.findings)
        self.report(
            value,
            f"the static parameter `{name}` gets a new function {turn}: "
            f"`{self.facts.module.source(node.func)}` is compiled again for each",
            help="make the function once, and hand what changes to it as an argument",
            severity=Severity.INFO if again else None,
            because=(f"static at {where}", why),
        )
        return True

    def _kept(self, site: ast.Call) -> None:
        """Say of what is compiled with static parameters that the calls of it are looked at."""
        traced = tracing(self.facts)
        if not any(wrap.site is site and traced.static(wrap)[0] for wrap in traced.wraps):
            return
        for call in self.facts.module.all(ast.Call):
            found = traced.jitted(call.func)
            if found is not None and found.site is site:
                what = "what the static parameters get is judged at each call, first on line {}"
                self.facts.doubt(site, what, call.lineno, at=call)
                return
        self.facts.doubt(site, "nothing in this file calls what is compiled here")

    def _home(self, node: ast.Call) -> str:
        function = self.facts.module.function(node)
        return self.facts.module.qualname(function) if function is not None else ""

    def _static(self, node: ast.Call, wrap: Wrap) -> list[tuple[str, ast.expr]]:
        """The static parameters that a call gives a value, with the value."""
        if wrap.name not in _ALL_STATIC:
            return tracing(self.facts).static_arguments(node, wrap)
        callee = calls(self.facts).callee(node.func)
        if callee is None or wrap.function is None:
            return []
        return arguments(node, wrap.function, callee.bound)

    def _matters(self, node: ast.Call) -> bool:
        facts = self.facts
        if in_test(facts, node) or is_timed(facts, node):
            return False
        return tracing(facts).staged(facts.module.function(node)) is None
