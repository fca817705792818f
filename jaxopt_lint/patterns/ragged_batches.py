"""Loops whose last batch may be smaller than the others, and that hand it to compiled code.

Batches are slices `x[i : i + size]` over `range(0, n, size)`, or what a loader of tf.data or
torch gives that keeps the rest. They are followed by name through the body of the loop.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.batch_sizes import Cut, cut_of
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python.nodes import first_of, is_name, names_in, paired
from jaxopt_lint.semantics.python.scopes import COMPREHENSIONS, Comprehension, FunctionNode
from jaxopt_lint.semantics.python.walking import walk

Loop = ast.For | ast.AsyncFor | Comprehension


@dataclass(frozen=True, slots=True)
class Ragged:
    """One source of batches whose last one may be smaller.

    Attributes:
        node: the slice, or the call that makes the batches.
        call: the compiled call that a batch reaches.
        cut: how a slice is cut; None for loaders.
    """

    node: ast.expr
    call: ast.Call
    cut: Cut | None


@fact
def ragged_batches(facts: Facts) -> dict[ast.AST, Ragged]:
    """The sources of ragged batches in a file that reach compiled code, by node."""
    loops = facts.module.all(ast.For, ast.AsyncFor, *COMPREHENSIONS)
    found = (ragged for loop in loops for ragged in _in_loop(facts, loop))  # type: ignore[arg-type]
    return first_of((ragged.node, ragged) for ragged in found)


def _in_loop(facts: Facts, loop: Loop) -> Iterator[Ragged]:
    function = facts.module.function(loop)
    if tracing(facts).staged(function) is not None or in_test(facts, loop):
        return
    walk = _Walk(facts, loop)
    if not walk.possible() and not facts.asked:
        return
    for call in _calls(loop):
        source = next((s for s in map(walk.source, _given(call)) if s is not None), None)
        if (source is None and not facts.asked) or not tracing(facts).compiled(call.func):
            continue
        if source is None:
            what = "nothing that {} is given is seen to be cut into batches, the last one shorter"
            facts.doubt(call, what, call.func)
            continue
        if not _looked_after(facts, loop):
            yield Ragged(source[0], call, source[1])


_Source = tuple[ast.expr, Cut | None]


class _Walk:
    """Which names of a loop hold a batch, and where it comes from."""

    def __init__(self, facts: Facts, loop: Loop, depth: int = 2) -> None:
        self.depth = depth  # of generators that go over generators
        self.facts = facts
        self.loop = loop
        self.names: dict[str, _Source] = {}
        head = loop if isinstance(loop, (ast.For, ast.AsyncFor)) else loop.generators[0]
        self.given = self._made(head.iter)
        if self.given is not None:
            target = head.target
            if _is_enumerate(facts, head.iter) and isinstance(target, ast.Tuple):
                target = target.elts[-1]
            for name in facts.module.inside(ast.Name, target):
                self.names[name.id] = self.given
        if isinstance(loop, (ast.For, ast.AsyncFor)):
            nodes = [n for statement in loop.body for n in walk(statement)]
            for node in nodes * 2:
                if isinstance(node, ast.Assign):
                    self._assign(node)

    def possible(self) -> bool:
        return bool(self.names) or any(isinstance(n, ast.Slice) for n in walk(self.loop))

    def _assign(self, node: ast.Assign) -> None:
        for target, value in paired(node.targets[0], node.value):
            for name in names_in(target):
                if not isinstance(name, ast.Name):
                    continue
                source = self.source(value)
                if source is not None:
                    self.names[name.id] = source
                elif name.id in self.names and node in getattr(self.loop, "body", ()):
                    del self.names[name.id]  # it was padded, or is something else by now

    def source(self, node: ast.expr) -> _Source | None:
        """Where the batch in an expression comes from; None where it holds none."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, (ast.Tuple, ast.List)):
            return self._first(node.elts)
        if isinstance(node, ast.Dict):
            return self._first(node.values)
        if isinstance(node, ast.DictComp):
            return self._first([node.generators[0].iter])
        if isinstance(node, ast.Subscript):
            cut = cut_of(self.facts, node, self.loop)
            if cut is not None:
                return node, cut
            if isinstance(node.slice, ast.Constant):
                return self.source(node.value)
            return self.source(node.slice)  # `x[indices]`
        if isinstance(node, ast.Call):
            name = self.facts.names.of(node.func) or ""
            if name in _CONVERSIONS:
                return self._first(node.args[:1])
            if name in LEAF_MAPS and self._converts(node):
                return self._first(node.args[1:])
            if isinstance(node.func, ast.Attribute) and node.func.attr in _SAME_LENGTH:
                return self.source(node.func.value)
        return None

    def _converts(self, call: ast.Call) -> bool:
        first = call.args[0] if call.args else None
        if isinstance(first, ast.Lambda):
            return isinstance(first.body, (ast.Call, ast.Name)) and _plain(self.facts, first.body)
        return self.facts.names.of(first) in _CONVERSIONS

    def _first(self, nodes: list[ast.expr]) -> _Source | None:
        return next((s for s in map(self.source, nodes) if s is not None), None)

    def _made(self, iterated: ast.expr) -> _Source | None:
        """What a loop goes over: a loader, or a generator of this file that cuts batches."""
        facts = self.facts
        while isinstance(iterated, ast.Call) and iterated.args:
            name = facts.names.of(iterated.func) or ""
            wraps = facts.names.is_builtin(iterated.func, "enumerate", "iter")
            if not wraps and not name.startswith("tqdm.") and name not in _PASS_ON:
                break
            iterated = iterated.args[0]
        loader = keeps_rest(facts, iterated)
        if loader is not None:
            return loader, None
        if isinstance(iterated, ast.Call):
            made = calls(facts).function(iterated)
            if made is not None and not isinstance(made, ast.Lambda) and self.depth:
                return self._yielded(made)
        return None

    def _yielded(self, function: FunctionNode) -> _Source | None:
        facts = self.facts
        for node in self.facts.module.inside(ast.Yield, function):
            if node.value is None:
                continue
            for around in facts.module.ancestors(node):
                if around is function:
                    break
                if isinstance(around, ast.For):
                    inner = _Walk(facts, around, self.depth - 1)
                    source = inner.source(node.value)
                    if source is not None:
                        return None if _looked_after(facts, around) else source
        return None


def _calls(loop: Loop) -> Iterator[ast.Call]:
    parts: list[ast.AST]
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        parts = list(loop.body)
    else:
        parts = [loop.key, loop.value] if isinstance(loop, ast.DictComp) else [loop.elt]
    return (n for part in parts for n in walk(part) if isinstance(n, ast.Call))


def _given(call: ast.Call) -> list[ast.expr]:
    given = [a.value if isinstance(a, ast.Starred) else a for a in call.args]
    return given + [k.value for k in call.keywords]


def _looked_after(facts: Facts, loop: Loop) -> bool:
    """Whether a loop does something about a batch of another size: pads it, or leaves it out."""
    for node in walk(loop):
        if isinstance(node, (ast.If, ast.IfExp, ast.Assert, ast.While)):
            for part in walk(node.test):
                if isinstance(part, ast.Attribute) and part.attr in ("shape", "size"):
                    return True
                if isinstance(part, ast.Call) and facts.names.is_builtin(part.func, "len"):
                    return True
        if isinstance(node, ast.Call) and _pads(facts, node):
            return True
    return False


def _pads(facts: Facts, call: ast.Call, depth: int = 1) -> bool:
    """Whether a call pads an array, itself or in a function of this file."""
    if facts.names.of(call.func) in _PADDING:
        return True
    callee = calls(facts).function(call)
    inside = walk(callee) if callee is not None and depth else ()
    return any(isinstance(n, ast.Call) and _pads(facts, n, depth - 1) for n in inside)


_PADDING = frozenset(
    {"numpy.pad", "jax.numpy.pad", "jax.lax.pad", "torch.nn.functional.pad", "tensorflow.pad",
     "torch.nn.utils.rnn.pad_sequence", "flax.jax_utils.pad_shard_unpad"}
)  # fmt: skip


def _plain(facts: Facts, node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        converts = facts.names.of(node.func) in _CONVERSIONS
        named = isinstance(node.func, ast.Attribute) and node.func.attr in _SAME_LENGTH
        return converts or named
    return isinstance(node, ast.Name)


def _is_enumerate(facts: Facts, node: ast.expr) -> bool:
    while isinstance(node, ast.Call) and node.args:
        if facts.names.is_builtin(node.func, "enumerate"):
            return True
        node = node.args[0]
    return False


_CONVERSIONS = frozenset(
    {
        "jax.numpy.asarray",
        "jax.numpy.array",
        "numpy.asarray",
        "numpy.array",
        "jax.device_put",
        "flax.training.common_utils.shard",
    }
)
_SAME_LENGTH = frozenset({"astype", "numpy", "cpu", "detach", "copy", "_numpy"})
_PASS_ON = frozenset({"tensorflow_datasets.as_numpy", "flax.jax_utils.prefetch_to_device"})


# -- loaders -------------------------------------------------------------------------------
# Data loaders that give what remains as a smaller batch at their end.

_TORCH = frozenset({"torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader"})
_TF = ("tensorflow.", "tensorflow_datasets.")
_DEPTH = 6


def keeps_rest(facts: Facts, node: ast.expr) -> ast.Call | None:
    """The call that makes batches without leaving out the rest, where an expression is such a
    loader for certain; None otherwise."""
    chain = list(_chain(facts, node, _DEPTH))
    if any(facts.names.of(c.func) in _TORCH for c in chain):
        return _torch(facts, chain)
    if not any((facts.names.of(c.func) or "").startswith(_TF) for c in chain):
        return None
    methods = [(c.func.attr, c) for c in chain if isinstance(c.func, ast.Attribute)]
    if any(name == "repeat" and not c.args and not c.keywords for name, c in methods):
        return None  # it never ends
    batches = [c for name, c in methods if name == "batch"]
    if len(batches) != 1 or any(name in ("padded_batch", "unbatch") for name, _ in methods):
        return None
    call = batches[0]
    rest = [k for k in call.keywords if k.arg in ("drop_remainder", None)]
    if len(call.args) > 1 or any(not _is_false(k) for k in rest):
        return None
    return call if call.args and not _is_one(call.args[0]) else None


def _torch(facts: Facts, chain: list[ast.Call]) -> ast.Call | None:
    call = next(c for c in chain if facts.names.of(c.func) in _TORCH)
    options = {k.arg: k for k in call.keywords}
    if None in options or "batch_sampler" in options or len(call.args) > 2:
        return None
    if "drop_last" in options and not _is_false(options["drop_last"]):
        return None
    size = options["batch_size"].value if "batch_size" in options else None
    size = call.args[1] if len(call.args) == 2 else size
    if size is None or _is_one(size) or (isinstance(size, ast.Constant) and size.value is None):
        return None
    return call


def _chain(facts: Facts, node: ast.expr, depth: int) -> Iterator[ast.Call]:
    """The calls that made a value, outermost first, through names and functions of the file."""
    if depth <= 0:
        return
    if isinstance(node, ast.Call):
        yield node
        made = calls(facts).function(node)
        if made is not None and not isinstance(made, ast.Lambda):
            for part in facts.module.returns(made):
                if part.value is not None:
                    yield from _chain(facts, part.value, depth - 1)
            return
        if isinstance(node.func, ast.Attribute):
            yield from _chain(facts, node.func.value, depth)
        name = facts.names.of(node.func) or ""
        if name.startswith(_TF):
            for argument in node.args[:1]:
                yield from _chain(facts, argument, depth)
    elif isinstance(node, ast.Name):
        for binding in facts.names.binding(node):
            if binding.value is not None and not facts.module.within(node, binding.value):
                # `ds = ds.batch(n)` is made of the bindings before it, which are all seen here.
                yield from _without(facts, binding.value, node.id, depth - 1)


def _without(facts: Facts, value: ast.expr, name: str, depth: int) -> Iterator[ast.Call]:
    """The calls of a value, up to the name that it is bound to itself."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        base = value.func.value
        if is_name(base, name):
            yield value
            return
        if not isinstance(base, ast.Call) or facts.names.of(value.func) is not None:
            break
        yield value
        value = base
    yield from _chain(facts, value, depth)


def _is_false(keyword: ast.keyword) -> bool:
    return isinstance(keyword.value, ast.Constant) and keyword.value.value is False


def _is_one(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in (1, -1)
