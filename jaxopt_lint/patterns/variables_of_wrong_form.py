"""Variables that `apply` of a module of Linen is given in another form than it takes, and what it
gives taken in another one than it has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.linen_modules import makes_layer
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import keywords, unpacks


@dataclass(frozen=True, slots=True)
class WrongForm:
    """Variables, or a result, in the wrong form.

    Attributes:
        node: where it stands.
        message: what is wrong.
        help: what to write.
        because: where the variables or the result come from.
    """

    node: ast.expr
    message: str
    help: str
    because: str


def wrong_forms(facts: Facts) -> Iterator[WrongForm]:
    """The passes of modules of Linen in a file whose variables or result have another form."""
    for call in facts.module.all(ast.Call):
        func = call.func
        if isinstance(func, ast.Name) and (alone := _unbound(facts, call, func)) is not None:
            yield alone
        if not isinstance(func, ast.Attribute) or func.attr != "apply" or unpacks(call):
            continue
        models = origins(facts, func.value)
        if not models or not all(makes_layer(facts, model) for model in models):
            continue
        if error_meant(facts, call):
            continue
        found = (_variables(facts, call) if call.args else None) or _result(facts, call)
        if found is not None:
            yield found


def _unbound(facts: Facts, call: ast.Call, func: ast.Name) -> WrongForm | None:
    """`model(x)`, of a model that is made at the top of the file, outside of all modules."""
    models = origins(facts, func)
    if not models or not all(makes_layer(facts, model) for model in models):
        return None
    top = all(facts.module.function(model) is None for model in models)
    owner = facts.module.owner(call)
    if not top or framework_of(facts, owner) is not None or error_meant(facts, call):
        return None
    if any(isinstance(f, ast.Lambda) for f in facts.module.functions(call)):
        return None
    home = facts.module.function(call)
    sites = calls(facts).callers(home) if home is not None else []
    if home is not None and not (sites and all(facts.module.function(c) is None for c in sites)):
        return None  # a module may call it
    return WrongForm(
        call,
        f"`{func.id}` is a module of Linen without variables: calling it raises "
        "CallCompactUnboundModuleError",
        f"`{func.id}.apply(variables, ...)`",
        f"it is made at {facts.at(models[0])}",
    )


def _variables(facts: Facts, call: ast.Call) -> WrongForm | None:
    given = call.args[0]
    source = facts.module.source
    match given:
        case ast.Dict([ast.Constant("params")], [inner]):
            made = origins(facts, inner)
            if made and all(_initialized(facts, one) for one in made):
                return WrongForm(
                    given,
                    f"`{source(inner)}` is all that `init` gave, with `params` in it already: "
                    "`apply` raises",
                    f'give it as it is, or `{source(inner)}["params"]` in here',
                    f"it is made at {facts.at(made[0])}",
                )
            return None
    made = origins(facts, given)
    if made and all(_parameters(facts, one) for one in made):
        return WrongForm(
            given,
            f"`{source(given)}` holds the parameters alone, and `apply` takes a dictionary of "
            "collections: it raises",
            f'`{{"params": {source(given)}}}`',
            f"it is made at {facts.at(made[0])}",
        )
    return None


def _initialized(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is all that `init` of a module of Linen gives."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    models = origins(facts, node.func.value) if node.func.attr == "init" else ()
    return bool(models) and all(makes_layer(facts, model) for model in models)


def _parameters(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is the parameters of what `init` gives."""
    match node:
        case ast.Subscript(inner, ast.Constant("params")):
            made = origins(facts, inner)
            return bool(made) and all(_initialized(facts, one) for one in made)
    return False


def _result(facts: Facts, call: ast.Call) -> WrongForm | None:
    """The pair that `apply` gives where it may change something, and one value where not."""
    told = keywords(call).get("mutable")
    capture = keywords(call).get("capture_intermediates")
    if told is not None or capture is not None:
        certain = capture is None and (
            (isinstance(told, (ast.List, ast.Tuple)) and bool(told.elts))
            or (isinstance(told, ast.Constant) and told.value not in (False, None))
        )
        return _taken_whole(facts, call) if certain else None
    stored = facts.module.stored_by(call)
    match stored:
        case ast.Assign([ast.Tuple([_, ast.Name(second)])]) if second in ("_",):
            return None
        case ast.Assign([ast.Tuple([_, second])]) if _gives_one(facts, call):
            return WrongForm(
                call,
                "`apply` gives the result alone unless it is told what is `mutable`: it is no pair "
                f"with `{facts.module.source(second)}`",
                "give it `mutable=[...]`, or take the result alone",
                "",
            )
    return None


def _gives_one(facts: Facts, call: ast.Call) -> bool:
    """Whether a module is a layer of Flax that gives one array."""
    func = call.func
    models = origins(facts, func.value) if isinstance(func, ast.Attribute) else ()
    names = {(facts.names.call(model) or "").removeprefix("flax.linen.") for model in models}
    return bool(names) and names <= {"BatchNorm", "Conv", "Dense", "Dropout", "Embed", "LayerNorm"}


def _taken_whole(facts: Facts, call: ast.Call) -> WrongForm | None:
    """The use of the pair as if it were an array."""
    stored = facts.module.stored_by(call)
    name = stored.targets[0] if stored is not None else None
    if not isinstance(name, ast.Name) or facts.names.only_binding(_load(facts, name)) is None:
        return None
    for read in facts.module.reads(facts.module.holder(name), name.id):
        match facts.module.parent[read]:
            case ast.BinOp() | ast.UnaryOp():
                use = True
            case ast.Attribute(_, attribute):
                use = attribute in ("shape", "mean", "sum", "argmax", "dtype", "reshape", "astype")
            case ast.Call(func, [first, *_]):
                of = facts.names.of(func) or ""
                use = first is read and of.startswith(("jax.nn.", "jax.numpy.", "optax."))
            case _:
                use = False
        if use:
            return WrongForm(
                read,
                f"`{name.id}` is a pair: `apply` with `mutable` gives the new collections besides "
                "the result",
                f"unpack it: `{name.id}, updates = ...`",
                f"it is made at {facts.at(call)}",
            )
    return None


def _load(facts: Facts, name: ast.Name) -> ast.Name:
    reads = facts.module.reads(facts.module.holder(name), name.id)
    return reads[0] if reads and isinstance(reads[0], ast.Name) else name
