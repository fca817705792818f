"""Updates of parameters that a loop on the host applies as they are, beside a compiled gradient.

An update is several operations for each leaf of the parameters: for Adam about ten, and a network
has dozens of leaves. Where only the gradient is compiled, Python dispatches all of them by itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.step_not_jitted import (
    PLAIN_BASES,
    eager_steps,
    is_differentiated_through,
    is_plain,
    on_the_host,
    soon_over,
)
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test, looped_call, short
from jaxopt_lint.semantics.python import FunctionNode

_APPLY = frozenset({"optax.apply_updates", "equinox.apply_updates"})
_OPTIMIZERS = frozenset({"flax.nnx.Optimizer", "flax.nnx.ModelAndOptimizer"})
_METHOD = "apply_gradients"  # of `flax.training.train_state.TrainState`


@dataclass(frozen=True, slots=True, eq=False)
class EagerUpdate:
    """One call that applies an update, and that nothing compiles.

    Attributes:
        node: the call.
        loop: the loop that comes to it on every turn.
        certain: the loop certainly runs on the host.
    """

    node: ast.Call
    loop: ast.AST
    certain: bool

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        return () if self.certain else ("nothing compiles the code around the loop",)


@fact
def eager_updates(facts: Facts) -> dict[ast.Call, EagerUpdate]:
    """The updates of parameters that loops on the host apply eagerly, by the call"""
    steps = eager_steps(facts)
    spoken = {*steps, *(step.loop for step in steps.values())}
    found: dict[ast.AST, EagerUpdate] = {}  # once for each loop is enough
    for call in facts.module.all(ast.Call):
        if _applies(facts, call):
            one = _update(facts, call)
            if one is not None and spoken.isdisjoint((one.loop, facts.module.function(call))):
                found.setdefault(one.loop, one)
    return {one.node: one for one in found.values()}


def _update(facts: Facts, call: ast.Call) -> EagerUpdate | None:
    around = facts.module.function(call)
    if not tracing(facts).untraced(around) or in_test(facts, call):
        return facts.doubt(call, "it runs at trace time, or belongs to a test", early=True)
    if _made_by_compiled(facts, call):
        return facts.doubt(call, "what it applies is worked out by what is compiled")
    loop: ast.AST | None = body_loop(facts, call)
    if loop is not None and short(facts, facts.module.statement(call), loop):
        return facts.doubt(call, "its loop has a few turns", at=loop)
    if loop is None:
        looped = looped_call(facts, around) if around is not None else None
        if looped is None or not tracing(facts).untraced(facts.module.function(looped[1])):
            return facts.doubt(call, "no loop on the host of this file is seen to come to it")
        loop = looped[1]
        if around is not None and not of_the_project(facts, around):
            what = "a class whose code is not seen may compile the methods of those below it"
            return facts.doubt(call, what)
    if soon_over(facts, loop):
        return facts.doubt(call, "its loop has a few turns, and is run once", at=loop)
    inside = facts.module.function(loop)
    if inside is not None and is_differentiated_through(facts, inside):
        return facts.doubt(call, "a caller takes a gradient through the code around its loop")
    hosted = isinstance(loop, (ast.For, ast.While)) and on_the_host(facts, loop) is True
    return EagerUpdate(call, loop, hosted)


def _made_by_compiled(facts: Facts, call: ast.Call) -> bool:
    """Whether the updates that a call applies are the result of a compiled function."""
    taken = call.args[1:2] if facts.names.of(call.func) in _APPLY else []  # `params, updates`
    for given in taken:
        for binding in facts.names.binding(given) if isinstance(given, ast.Name) else ():
            made = getattr(binding.node, "value", None)
            if isinstance(made, ast.Call) and tracing(facts).compiled(made.func):
                return True
    return False


def of_the_project(facts: Facts, function: FunctionNode) -> bool:
    """Whether the classes above that of a method are seen, and none of them compiles it."""
    owner = facts.module.class_of(function)
    if owner is None:
        return True
    homes = [
        name if _compiles_nothing(name) else _home(facts, name)
        for _, name in bases_of(facts.names, owner)
    ]
    if not is_plain(facts, owner) and not all(homes):
        return False
    name = f"self.{getattr(function, 'name', '')}"
    above = (facts.project.texts[h].text for h in homes if h in facts.project.texts)
    texts = (*texts_near(facts), *above)
    return not any(f"{made}({name}" in text for made in ("jit", "pmap") for text in texts)


def _compiles_nothing(base: str | None) -> bool:
    """Whether a base is of a library that leaves the methods of a class as they are."""
    return base is not None and (base in PLAIN_BASES or base.startswith(_PLAIN_LIBRARIES))


# Interfaces of environments, actors, data and threads: what they are given may use JAX.
_PLAIN_LIBRARIES = ("acme.", "dm_env.", "gym.", "gymnasium.", "threading.", "torch.utils.data.")


def _home(facts: Facts, dotted: str | None) -> str:
    """The module of the project that a class is of, by its name, or by `src.` and its name."""
    if dotted is None:
        return ""
    return facts.project.home(dotted)[0] or facts.project.home(dotted.partition(".")[2])[0]


def texts_near(facts: Facts) -> Iterator[str]:
    """The text of a file, and of those whose code may be looked at for its sake."""
    yield facts.module.text
    for module in facts.project.near(facts.module.name):
        if module in facts.project.texts:
            yield facts.project.texts[module].text


def _applies(facts: Facts, call: ast.Call) -> bool:
    """Whether a call applies an update by itself: the function of a library, or the method of a
    state that no file nearby writes, so that nobody has compiled it."""
    if facts.names.of(call.func) in _APPLY:
        return True
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr == "update":
        return facts.names.call(facts.names.behind(func.value)) in _OPTIMIZERS
    if not isinstance(func, ast.Attribute) or func.attr != _METHOD:
        return False
    given = [k.arg for k in call.keywords] == ["grads"] and not call.args
    return given and not any(f"def {_METHOD}" in text for text in texts_near(facts))
