"""Calls of which nothing is left but what they give."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.python import PATH, argument, stored_texts


@dataclass(frozen=True, slots=True)
class Pure:
    """A call that only gives a result.

    Attributes:
        name: what is called, as the file says it.
        stored: what it looks as if it changed; "" where it does not look so.
        assumed: what is taken for granted.
        timed: whether it does work that somebody may want to measure.
        there: what it would store is in place already.
        check: it raises an error where its values are known.
    """

    name: str
    stored: str = ""
    assumed: str = ""
    timed: bool = False
    there: bool = False
    check: bool = False


def pure_call(facts: Facts, call: ast.Call) -> Pure | None:
    """What a call is that only gives a result, of what the program computed; None for others."""
    updated = _updated(call)
    if updated is not None:
        text = facts.module.source(updated)
        return Pure(f"{text}.at[...].{_last(call)}", text)
    if _is_replace(facts, call):
        assert isinstance(call.func, ast.Attribute)
        text = facts.module.source(call.func.value)
        assumed = f"`{text}` is a dataclass, of which `replace` makes another one"
        return Pure(f"{text}.replace", text, assumed, there=_in_place(facts, call))
    name = facts.names.call(call) or ""
    if name in TRANSFORMS:
        return _made(facts, call, name)
    if name == _PUT:
        return _moved(facts, call)
    if name in ("jax.tree.map", "jax.tree_util.tree_map"):
        return _mapped(facts, call)
    if not name and isinstance(call.func, ast.Attribute):
        return _method(facts, call, call.func)
    if not name.startswith(_MODULES) and name not in _FUNCTIONS:
        return None
    # What only uses constants wakes the device up.
    given = [*call.args, *(k.value for k in call.keywords)]
    if name.rpartition(".")[2] in _DOING:
        return None
    if not any(isinstance(n, ast.Name) for g in given for n in ast.walk(g)):
        return None
    return Pure(facts.module.source(call.func), timed=True, check=name in _CHECKS)


def _made(facts: Facts, call: ast.Call, name: str) -> Pure | None:
    """`jax.checkpoint(block)`: another function, while `block` stays what it is."""
    transform = TRANSFORMS[name]
    of = calls(facts).function_argument(call, transform)
    if not transform.wrapper or transform.host or not isinstance(of, (ast.Name, ast.Attribute)):
        return None
    return Pure(facts.module.source(call.func), facts.module.source(of))


def _moved(facts: Facts, call: ast.Call) -> Pure | None:
    """`jax.device_put(state, host)`: another copy, while `state` stays where it is."""
    of = argument(call, 0, "x")
    donated = any(k.arg in (None, "donate") for k in call.keywords)
    if donated or not isinstance(of, (ast.Name, *PATH)):
        return None  # what is given away is gone afterwards
    return Pure(facts.module.source(call.func), facts.module.source(of), timed=True)


def _mapped(facts: Facts, call: ast.Call) -> Pure | None:
    """`jax.tree.map(lambda p: 0.9 * p, params)`: another tree, while `params` stays as it is."""
    match call.args:
        case [ast.Lambda(_, ast.BinOp() | ast.UnaryOp()), tree, *_]:
            return Pure(facts.module.source(call.func), facts.module.source(tree), timed=True)
    return None


def _method(facts: Facts, call: ast.Call, func: ast.Attribute) -> Pure | None:
    """`x.sort()` of an array, and `state.apply_gradients(grads=grads)`, which change nothing."""
    text = facts.module.source(func.value)
    if func.attr == "sort" and not call.args and made_array(facts, func.value):
        return Pure(f"{text}.sort", text, timed=True)
    by_name = not call.args and any(k.arg == "grads" for k in call.keywords)
    if func.attr == "apply_gradients" and by_name:
        return Pure(f"{text}.apply_gradients", text, f"`{text}` is a `TrainState` of Flax")
    return None


_PUT = "jax.device_put"
_MODULES = ("jax.numpy.", "jax.nn.", "jax.random.", "jax.scipy.")
_FUNCTIONS = frozenset(
    {"jax.lax.stop_gradient", "jax.lax.dynamic_update_slice", "jax.lax.select", "jax.lax.clamp",
     "jax.lax.dynamic_update_slice_in_dim", "jax.lax.dynamic_update_index_in_dim",
     "jax.lax.with_sharding_constraint", "optax.apply_updates", "optax.incremental_update",
     "optax.global_norm", "jax.lax.pmean", "jax.lax.psum", "jax.lax.pmax", "jax.lax.pmin",
     "jax.ad_checkpoint.checkpoint_name", "equinox.apply_updates", "equinox.tree_at",
     "equinox.nn.inference_mode", "equinox.tree_inference", "equinox.error_if",
     "equinox.branched_error_if"}
)  # fmt: skip
_CHECKS = ("equinox.error_if", "equinox.branched_error_if")
# What the modules hold besides: files, settings, what checks for itself.
_DOING = frozenset(
    {"save", "savez", "load", "set_printoptions", "printoptions", "copyto", "check_arraylike",
     "check_arraylike_or_none", "check_no_float0s"}
)  # fmt: skip
_UPDATES = frozenset(
    {"set", "add", "subtract", "multiply", "mul", "divide", "div", "power", "min", "max", "apply"}
)


def _updated(call: ast.Call) -> ast.expr | None:
    """The array of `x.at[i].set(v)`."""
    match call.func:
        case ast.Attribute(ast.Subscript(ast.Attribute(array, "at")), name) if name in _UPDATES:
            return array
    return None


def _is_replace(facts: Facts, call: ast.Call) -> bool:
    """Whether a call is `state.replace(step=1)`: neither of a text, nor of a path or a table.

    Of `state.replace(**fields)` that is known where other statements renew the same.
    """
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "replace" or call.args:
        return False
    given = [k.arg for k in call.keywords]
    if not given or _OF_TABLES & {*given}:
        return False
    return None not in given or _renewed(facts, call.func.value)


def _in_place(facts: Facts, call: ast.Call) -> bool:
    """Whether all that `state.replace(log=log)` is given are fields of that object, which were
    changed where they are: `log = state.log`, `log["step"] = 3`."""
    assert isinstance(call.func, ast.Attribute)
    of = ast.unparse(call.func.value)
    for given in call.keywords:
        made = facts.names.behind(given.value)
        if not isinstance(made, ast.Attribute) or given.arg != made.attr:
            return False
        if ast.unparse(made.value) != of or not _filled(facts, call, given.value):
            return False
    return bool(call.keywords)


def _filled(facts: Facts, call: ast.Call, value: ast.expr) -> bool:
    """Whether an item of a value is stored in front of a call, in its block."""
    text = ast.unparse(value)
    for statement in facts.module.before(facts.module.statement(call)):
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if any(isinstance(t, ast.Subscript) and ast.unparse(t.value) == text for t in targets):
            return True
    return False


def _renewed(facts: Facts, value: ast.expr) -> bool:
    """Whether a function stores what a method of a value gives in its place: `agent, info =
    agent.update(batch)`, `agent = agent.replace(rate=0.1)`."""
    function = facts.module.function(value)
    text = ast.unparse(value)
    for other in facts.module.all(ast.Call):
        func = other.func
        if isinstance(func, ast.Attribute) and facts.module.function(other) is function:
            if ast.unparse(func.value) == text:
                statement = facts.module.stored_by(other)
                if statement is not None and text in stored_texts(statement):
                    return True
    return False


_OF_TABLES = frozenset({"inplace", "to_replace", "value", "regex"})


def _last(call: ast.Call) -> str:
    assert isinstance(call.func, ast.Attribute)
    return call.func.attr
