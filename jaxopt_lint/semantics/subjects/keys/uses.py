"""What a call does to the random keys that it is given.

A key is used up by a sampler and by `split`. `fold_in` makes a new key and leaves the old one
good, as long as no split of that key has given the same child: with the partitionable generator
`split(key, n)[i]` and `fold_in(key, i)` are one key.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.frameworks import LAYERS
from jaxopt_lint.semantics.jax.api.random import (
    INITIALIZERS,
    SAMPLERS,
    SPLITTING,
    SPLITTING_IN_TWO,
)
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.objects import made_by
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import defaults, keywords
from jaxopt_lint.semantics.subjects.keys.children import children_read
from jaxopt_lint.semantics.subjects.keys.examples import PLAIN, Purpose, purpose_of
from jaxopt_lint.semantics.subjects.keys.items import item_made_by
from jaxopt_lint.semantics.subjects.keys.ways import BITS, Way

_PROCESS = frozenset({"jax.lax.axis_index", "jax.process_index"})


@dataclass(frozen=True, slots=True, eq=False)
class KeyUse:
    """One use of one key.

    Attributes:
        call: the call that is given the key.
        key: the key, as an expression.
        kind: "sample", "split", "fold", "call" (a function that samples or splits it), "layer" (a
            module that draws its weights from it), "init" (the same, but it folds names of its own
            into it first, as "apply" does), or "handed" (a call of what is not known here is given
            the key).
        what: the function as written.
        count: for a split, into how many, where that is known.
        number: for a fold, the number that is folded in, or the name of what it is.
        part: for a split, the one child that is taken (`split(key)[0]`), where that is known.
        sampler: the last part of the sampler's name.
        purpose: for a draw, what it is for.
        assumed: for a call, which way it is taken to go.
        ways: what it makes of the key; none where that is not known.
    """

    call: ast.Call
    key: ast.expr
    kind: str
    what: str
    count: int | None = None
    number: int | str | None = None
    part: int | None = None
    sampler: str = ""
    purpose: Purpose = PLAIN
    assumed: str = ""
    ways: frozenset[Way] = frozenset()


def key_use(facts: Facts, call: ast.Call) -> KeyUse | None:
    """What a call of `jax.random` does to its key; None for every other call."""
    name = facts.names.call(call)
    if name is None or not name.startswith("jax.random."):
        return None
    key = _given(call, 0, "key", "seed")
    purpose = purpose_of(facts, call)
    if key is None or purpose.shape_only:
        return None
    what = ast.unparse(call.func)
    if name in SAMPLERS:
        span = _span(facts, call, name)
        return sampled(call, key, name, purpose, span or 0) if span != 1 else None
    if name == "jax.random.split":
        number = _given(call, 1, "num")
        count = 2 if number is None else static_int(facts, number)
        into = count if count is not None or number is None else ast.unparse(number)
        part = _part(facts, call)
        read = children_read(facts, call, part)
        ways = frozenset({Way("split", "" if into is None else into, read=read)})
        return KeyUse(call, key, "split", what, count=count, part=part, ways=ways)
    if name == "jax.random.fold_in":
        return KeyUse(call, key, "fold", what, number=_folded(facts, _given(call, 1, "data")))
    return None


def sampled(
    call: ast.Call, key: ast.expr, name: str, purpose: Purpose = PLAIN, span: int = 0
) -> KeyUse:
    """The use of a key by a sampler of `jax.random`, given by its dotted name."""
    way = BITS
    if name in SPLITTING or (name == "jax.random.choice" and not _weighted(call)):
        into = 2 if name in SPLITTING_IN_TWO else ""
        way = Way("inner", into, span, draws=_draws(call, name))
    what, last = ast.unparse(call.func), name.rpartition(".")[2]
    ways = frozenset({way})
    return KeyUse(call, key, "sample", what, sampler=last, purpose=purpose, ways=ways)


def _span(facts: Facts, call: ast.Call, name: str) -> int | None:
    """How many numbers a draw may give, where its bounds say so: 1 is no draw at all."""
    place = {"jax.random.uniform": 3, "jax.random.randint": 2}.get(name)
    if place is None:
        return _listed(facts, _given(call, 1, "a")) if name == "jax.random.choice" else None
    bounds = _given(call, place, "minval"), _given(call, place + 1, "maxval")
    first, last = map(_plain_number, bounds)
    whole = place == 2
    if first is not None and last is not None and last == first + whole:
        return 1
    low, high = (static_int(facts, one) for one in bounds) if whole else (None, None)
    return high - low if low is not None and high is not None and high > low + 1 else None


def _listed(facts: Facts, given: ast.expr | None) -> int | None:
    """Of how many numbers or items a choice takes one: a number, or a list that is written out."""
    match given:
        case ast.Call(args=[ast.List(items) | ast.Tuple(items), *_]):
            plain = (facts.names.call(given) or "").endswith((".array", ".asarray"))
            return len(items) if plain else None
    return static_int(facts, given)


def _draws(call: ast.Call, name: str) -> str:
    """What a sampler draws that splits its key: whole "numbers", or an "order"."""
    if name in ("jax.random.permutation", "jax.random.shuffle"):
        return "order"
    if name == "jax.random.choice":
        match _given(call, 3, "replace"):
            case None | ast.Constant(True):
                return "numbers"
            case ast.Constant(False):
                return "order"
        return ""
    return "numbers" if name == "jax.random.randint" else ""


def _plain_number(node: ast.expr | None) -> float | None:
    """A number that is written out."""
    match node:
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as value)):
            return -value
        case ast.Constant(int() | float() as value):
            return value
    return None


def _weighted(call: ast.Call) -> bool:
    """Whether a choice is given weights; without, it draws whole numbers, or an order of all."""
    weights = _given(call, 4, "p")
    return weights is not None and not (isinstance(weights, ast.Constant) and weights.value is None)


def sampled_by_method(call: ast.Call) -> KeyUse | None:
    """`distribution.sample(seed=key)`, as distrax and TensorFlow Probability spell a draw."""
    if not isinstance(call.func, ast.Attribute):
        return None
    if call.func.attr not in ("sample", "sample_and_log_prob"):
        return None
    key = keywords(call).get("seed")
    return KeyUse(call, key, "sample", ast.unparse(call.func)) if key is not None else None


def drawn_by_object(facts: Facts, call: ast.Call) -> KeyUse | None:
    """`self.dropout(x, key=key)` of Equinox, `normal.sample(key, shape)` of NumPyro: what is called
    draws, as what made it tells."""
    func, given = call.func, keywords(call)
    what = ast.unparse(func)
    if "key" in given and "equinox.nn.Dropout" in (made_by(facts, func), item_made_by(facts, func)):
        off = given.get("inference")
        if off is None or (isinstance(off, ast.Constant) and not off.value):
            return KeyUse(call, given["key"], "sample", what)
    if isinstance(func, ast.Attribute) and func.attr in ("sample", "sample_with_intermediates"):
        if made_by(facts, func.value).startswith("numpyro.distributions."):
            key = _given(call, 0, "key")
            return KeyUse(call, key, "sample", what) if key is not None else None
    return None


def initialized(facts: Facts, call: ast.Call) -> KeyUse | None:
    """`init(key, (8, 8))`, where `init` is `jax.nn.initializers.normal()` or that by default."""
    made = facts.names.behind(call.func)
    binding = facts.names.only_binding(call.func)
    if binding is not None and binding.kind == "param":
        home = facts.module.function(binding.node)
        made = defaults(home).get(binding.name) if home is not None else None
    key = _given(call, 0, "key")
    if facts.names.call(made) not in INITIALIZERS or key is None:
        return None
    purpose = purpose_of(facts, call)
    what = ast.unparse(call.func)
    return None if purpose.shape_only else KeyUse(call, key, "sample", what, purpose=purpose)


def layer_made(facts: Facts, call: ast.Call) -> KeyUse | None:
    """`eqx.nn.Linear(8, 8, key=key)`, which draws the first weights of a layer."""
    if facts.names.call(call) not in LAYERS:
        return None
    key = keywords(call).get("key")
    return KeyUse(call, key, "layer", ast.unparse(call.func)) if key is not None else None


def handed(facts: Facts, call: ast.Call) -> list[KeyUse]:
    """The names that a call hands to what this file does not show, keys or not."""
    if not unseen(facts, call):
        return []
    given = [*call.args, *(k.value for k in call.keywords)]
    packed = [p for g in given if isinstance(g, (ast.Tuple, ast.List)) for p in g.elts]
    what = ast.unparse(call.func)
    return [
        KeyUse(call, g, "handed", what)
        for g in (*given, *packed)
        if isinstance(g, (ast.Name, ast.Attribute))
    ]


def weights_drawn(facts: Facts, call: ast.Call) -> list[KeyUse]:
    """The key of `model.init(key, x)`, by which a module draws its first weights; of an optimizer
    it is the parameters."""
    func = call.func
    if not isinstance(func, ast.Attribute) or func.attr not in ("init", "init_with_output"):
        return []
    callee = calls(facts).callee(func)
    if callee is not None and callee.node is not None:
        return []
    given = keywords(call).get("rngs", call.args[0] if call.args else None)
    keys = given.values if isinstance(given, ast.Dict) else [given]
    what = ast.unparse(func)
    return [
        KeyUse(call, key, "init", what)
        for key in keys
        if isinstance(key, (ast.Name, ast.Attribute, ast.Subscript))
    ]


def unseen(facts: Facts, call: ast.Call) -> bool:
    """Whether a call runs what this file does not show, and what may use up a key."""
    func = call.func
    name = facts.names.of(func) or ""
    callee = calls(facts).callee(func)
    if name.startswith(_KNOWN) or facts.names.is_builtin(func, *_BUILTINS):
        return False
    if callee is not None and callee.node is not None:
        return False
    if isinstance(func, ast.Attribute) and func.attr in _KEEPING:
        return False
    binding = facts.names.only_binding(func)
    if binding is not None and isinstance(binding.node, ast.ClassDef):
        return False
    return not _is_record(facts, name)


def _is_record(facts: Facts, dotted: str) -> bool:
    """Whether a name is a class of another file that keeps what it is given, as dataclasses do."""
    module, name = facts.project.home(dotted) if dotted else ("", "")
    other = elsewhere(facts, module) if module else None
    bindings = other.module.top.bindings.get(name, []) if other is not None else []
    owner = bindings[0].node if len(bindings) == 1 else None
    return isinstance(owner, ast.ClassDef) and not any(
        isinstance(s, ast.FunctionDef) and s.name in ("__init__", "__new__", "__post_init__")
        for s in owner.body
    )


# What is called with a key and does not use it up.
_KNOWN = ("jax.", "numpy.", "flax.nnx.Rngs", "chex.", "pickle.", "copy.", "logging.", "wandb.")
_BUILTINS = tuple(name for name in dir(builtins) if not name.startswith("_"))
# Methods of containers, records and loggers, which keep what they are given, and those of modules
# that make parameters, where a key in common matters little.
_KEEPING = frozenset(
    {"append", "appendleft", "extend", "insert", "add", "put", "get", "update", "replace",
     "_replace", "set", "setdefault", "index", "count", "log", "info", "debug", "save", "write",
     "init", "lazy_init", "init_with_output", "eval_shape", "lower", "tabulate"}
)  # fmt: skip


def applied(call: ast.Call) -> list[KeyUse]:
    """The keys of `model.apply(variables, x, rngs={"dropout": key})`."""
    given = keywords(call).get("rngs")
    keys = given.values if isinstance(given, ast.Dict) else []
    return [KeyUse(call, key, "apply", ast.unparse(call.func)) for key in keys]


def _given(call: ast.Call, position: int, *names: str) -> ast.expr | None:
    if any(isinstance(a, ast.Starred) for a in call.args[: position + 1]):
        return None
    if position < len(call.args):
        return call.args[position]
    return next((k.value for k in call.keywords if k.arg in names), None)


def _part(facts: Facts, call: ast.Call) -> int | None:
    around = facts.module.parent[call]
    if isinstance(around, ast.Subscript) and around.value is call:
        return static_int(facts, around.slice)
    return None


def _folded(facts: Facts, node: ast.expr | None) -> int | str | None:
    if node is None:
        return None
    if facts.names.call(node) in _PROCESS:
        return ast.unparse(node)
    if isinstance(node, ast.Name) and facts.names.call(facts.names.value(node)) in _PROCESS:
        return node.id
    return static_int(facts, node)
