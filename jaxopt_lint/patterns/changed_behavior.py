"""Arguments and results that JAX takes or gives otherwise today, though all names are there.

Each kind is a row of the history of JAX's interfaces that was tried on its releases.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.arrays_of_all import is_shared
from jaxopt_lint.semantics.jax.api.history import Change, Version
from jaxopt_lint.semantics.jax.avals import Aval, aval
from jaxopt_lint.semantics.jax.certain import made_array
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import argument

_MASKED = frozenset(
    {"all", "amax", "amin", "any", "max", "mean", "min", "nanmax", "nanmean", "nanmin", "nanprod",
     "nanstd", "nansum", "nanvar", "prod", "std", "sum", "var"}
)  # fmt: skip
_NUMBERS = frozenset({"int", "float", "complex"})
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Pow)
_SAMPLERS = frozenset(
    {"bernoulli", "beta", "categorical", "cauchy", "choice", "dirichlet", "exponential", "gamma",
     "gumbel", "laplace", "logistic", "multivariate_normal", "normal", "permutation", "poisson",
     "randint", "t", "truncated_normal", "uniform"}
)  # fmt: skip
_AT_LEAST = frozenset({f"jax.numpy.atleast_{n}d" for n in (1, 2, 3)})


@dataclass(frozen=True, slots=True)
class TakenOtherwise:
    """One expression that JAX takes otherwise today.

    Attributes:
        node: the expression.
        what: what is no longer so, in a clause.
        raised: the name of the exception.
        change: since when.
        help: what to do.
        new: what to write, with `{}` for the source of `kept`; empty where that is not known.
        kept: the part of the expression that stays.
    """

    node: ast.expr
    what: str
    raised: str
    change: Change
    help: str
    new: str = ""
    kept: ast.expr | None = None


def changed_behavior(facts: Facts, call: ast.Call) -> TakenOtherwise | None:
    """What of a call, or of reading from its result, JAX takes otherwise today."""
    name = facts.names.call(call) or ""
    every = (found for kind in _KINDS for found in kind(facts, call, name))
    found = next(every, None)
    waited = found is not None and (error_meant(facts, call) or in_shim(facts, call))
    return None if waited else found


def _change(deprecated: Version | None, removed: Version | None) -> Change:
    return Change("", deprecated, removed, None, "", None, rename=False, same=False, note="")


_MASKS = _change((0, 4, 36), (0, 8, 0))
_DTYPES = _change((0, 4, 30), (0, 8, 0))
_KEYS = _change((0, 4, 24), (0, 4, 29))
_COSTS = _change(None, (0, 5, 0))
_SCALARS = _change((0, 4, 17), (0, 4, 25))
_CAPSULES = _change((0, 4, 32), (0, 7, 2))
_LISTS = _change((0, 4, 17), (0, 10, 0))
_GATHERED = _change(None, (0, 8, 0))


def _masks(facts: Facts, call: ast.Call, name: str) -> Iterator[TakenOtherwise]:
    """`jnp.mean(x, where=mask)` of a mask of numbers."""
    where = next((k.value for k in call.keywords if k.arg == "where"), None)
    if where is None or not _reduces(facts, call, name) or not _holds_numbers(facts, where):
        return
    yield TakenOtherwise(
        where, "`where` is of booleans alone, and this mask holds numbers", "ValueError", _MASKS,
        "compare it: `where=mask != 0`", "{} != 0", where,
    )  # fmt: skip


def _reduces(facts: Facts, call: ast.Call, name: str) -> bool:
    module, _, function = name.rpartition(".")
    if module == "jax.numpy" and function in _MASKED:
        return True
    func = call.func
    if name or not isinstance(func, ast.Attribute) or func.attr not in _MASKED:
        return False
    return made_array(facts, func.value)


def _holds_numbers(facts: Facts, node: ast.expr, depth: int = 5) -> bool:
    """Whether an array certainly holds numbers, and no booleans."""
    known = aval(facts, node)
    if isinstance(known, Aval) and known.kind in _NUMBERS:
        return True
    match node:
        case ast.Call(ast.Attribute(_, "astype"), [dtype]):
            return _is_number(facts, dtype)
        case ast.BinOp(left, op, right) if isinstance(op, _ARITHMETIC):
            sides = (left, right)
            return any(isinstance(s, ast.Constant) and _plain(s) for s in sides)
        case ast.Name():
            binding = facts.names.only_binding(node)
            if depth <= 0 or binding is None or binding.kind != "assign" or not binding.value:
                return False
            return _holds_numbers(facts, binding.value, depth - 1)
    return False


def _plain(node: ast.Constant) -> bool:
    return isinstance(node.value, (int, float)) and not isinstance(node.value, bool)


def _is_number(facts: Facts, dtype: ast.expr) -> bool:
    name = facts.names.of(dtype) or ""
    if isinstance(dtype, ast.Constant):
        name = str(dtype.value)
    if isinstance(dtype, ast.Name) and facts.names.is_builtin(dtype, "int", "float"):
        return True
    return name.rpartition(".")[2].startswith(("int", "uint", "float", "bfloat"))


def _types(facts: Facts, call: ast.Call, name: str) -> Iterator[TakenOtherwise]:
    """`x.astype(y)` and `jnp.zeros(n, dtype=y)` of an array `y`."""
    given = next((k.value for k in call.keywords if k.arg == "dtype"), None)
    if isinstance(call.func, ast.Attribute) and call.func.attr == "astype" and call.args:
        given = call.args[0] if made_array(facts, call.func.value) else None
    elif not name.startswith("jax.numpy."):
        given = None
    if given is not None and made_array(facts, given):
        yield TakenOtherwise(
            given, "an array is no dtype", "TypeError", _DTYPES, "give its dtype", "{}.dtype",
            given,
        )  # fmt: skip


def _keys(facts: Facts, call: ast.Call, name: str) -> Iterator[TakenOtherwise]:
    """`jax.random.normal(keys)` of several keys."""
    module, _, function = name.rpartition(".")
    key = argument(call, 0, "key")
    if module != "jax.random" or function not in _SAMPLERS or not isinstance(key, ast.Name):
        return
    binding = facts.names.only_binding(key)
    if binding is None or binding.kind != "assign" or not isinstance(binding.value, ast.Call):
        return
    if facts.names.call(binding.value) == "jax.random.split":
        yield TakenOtherwise(
            key, f"`jax.random.{function}` takes one key, and `{key.id}` holds several",
            "ValueError", _KEYS, f"`jax.vmap(jax.random.{function})(...)`, or one of the keys",
        )  # fmt: skip


def _costs(facts: Facts, call: ast.Call, _name: str) -> Iterator[TakenOtherwise]:
    """`compiled.cost_analysis()[0]`."""
    item = facts.module.parent[call]
    match call.func, item:
        case ast.Attribute(compiled, "cost_analysis"), ast.Subscript(value, ast.Constant(0)):
            made = facts.names.behind(compiled)
            if value is call and isinstance(made, ast.Call) and _compiles(facts, made):
                yield TakenOtherwise(
                    item, "`cost_analysis` gives a dictionary and no list of them", "KeyError",
                    _COSTS, "leave `[0]` out", "{}", call,
                )  # fmt: skip


def _compiles(facts: Facts, call: ast.Call) -> bool:
    """`jax.jit(f).lower(x).compile()`, in as many steps as it takes."""
    match call.func:
        case ast.Attribute(lowered, "compile"):
            made = facts.names.behind(lowered)
            return (
                isinstance(made, ast.Call)
                and isinstance(made.func, ast.Attribute)
                and made.func.attr == "lower"
            )
    return False


def _numbers(facts: Facts, call: ast.Call, _name: str) -> Iterator[TakenOtherwise]:
    """`float(x)` of an array with axes."""
    if not facts.names.is_builtin(call.func, "float", "int") or len(call.args) != 1:
        return
    given = call.args[0]
    known = aval(facts, given)
    if isinstance(known, Aval) and known.rank and made_array(facts, given):
        assert isinstance(call.func, ast.Name)
        axes = f"{known.rank} ax{'i' if known.rank == 1 else 'e'}s"
        yield TakenOtherwise(
            call, f"`{call.func.id}` takes arrays without axes, and this one has {axes}",
            "TypeError", _SCALARS, "take its one element first",
        )  # fmt: skip


def _capsules(facts: Facts, call: ast.Call, name: str) -> Iterator[TakenOtherwise]:
    """`jax.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(t))`."""
    given = argument(call, 0, "external_array") or argument(call, 0, "x")
    made = facts.names.behind(given) if name == "jax.dlpack.from_dlpack" and given else None
    if given is None or not isinstance(made, ast.Call):
        return
    function = facts.names.call(made) or ""
    capsule = function.rpartition(".")[2] in ("to_dlpack", "toDlpack")
    inner = made.args[0] if capsule and len(made.args) == 1 else None
    if isinstance(made.func, ast.Attribute) and made.func.attr in ("__dlpack__", "toDlpack"):
        capsule, inner = True, made.func.value
    if capsule:
        yield TakenOtherwise(
            given, "`from_dlpack` takes the array itself, and no capsule of it",
            "TypeError", _CAPSULES, "give it the array of the other library",
            "{}" if made is given and inner is not None else "", inner,
        )  # fmt: skip


def _lists(facts: Facts, call: ast.Call, name: str) -> Iterator[TakenOtherwise]:
    """`jnp.atleast_1d([1, 2])`."""
    if name not in _AT_LEAST:
        return
    for given in call.args:
        if isinstance(given, (ast.List, ast.ListComp, ast.Tuple)):
            yield TakenOtherwise(
                given, f"`{name.removeprefix('jax.numpy.')}` takes arrays and no lists",
                "TypeError", _LISTS, "make an array of it: `jnp.array([...])`",
            )  # fmt: skip
            return


def _gathered(facts: Facts, call: ast.Call, name: str) -> Iterator[TakenOtherwise]:
    """`process_allgather(x)` of what each process holds a part of."""
    if name != "jax.experimental.multihost_utils.process_allgather":
        return
    given = argument(call, 0, "in_tree")
    tiled = argument(call, 1, "tiled")
    plain = tiled is None or (isinstance(tiled, ast.Constant) and tiled.value is False)
    if facts.module.mentions("local_devices"):  # arrays of one process alone
        return
    if plain and isinstance(given, ast.Name) and is_shared(facts, given):
        yield TakenOtherwise(
            call, "what the processes hold parts of is gathered with `tiled=True` alone",
            "ValueError", _GATHERED, "give `tiled=True`: the result is the whole array",
        )  # fmt: skip


_KINDS = (_masks, _types, _keys, _costs, _numbers, _capsules, _lists, _gathered)

__all__ = ["TakenOtherwise", "changed_behavior"]
