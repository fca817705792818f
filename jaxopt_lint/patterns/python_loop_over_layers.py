"""Loops that apply one block after the other, where all the blocks have parameters of like shapes.

Alike is proven, never guessed from the loop alone: the layers of a perceptron differ in width, and
their loop looks the same. The proof is that one expression makes every layer, and nothing in it
changes from layer to layer but its name and its random key.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.patterns.made_alike import Maker, dictionaries, makers_of
from jaxopt_lint.semantics.jax.api.frameworks import package_of
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.made_settings import callers_of, leading
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.python import (
    FUNCTIONS,
    Binding,
    arguments,
    assigned_names,
    keywords,
    last_part,
    read_names,
)
from jaxopt_lint.semantics.subjects.looping.body import exits
from jaxopt_lint.semantics.subjects.looping.loop import Loop
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.modules import ModuleClass, module_class


@dataclass(frozen=True, slots=True)
class LayerLoop:
    """A loop over like layers.

    Attributes:
        state: what goes from layer to layer.
        made: the expression that makes every layer.
        because: how it is known that the layers are alike.
        assumed: what was taken for granted.
    """

    state: str
    made: ast.expr
    because: tuple[str, ...]
    assumed: tuple[str, ...] = ()


def layer_loop(facts: Facts, node: ast.For) -> LayerLoop | None:
    """What is known about a loop over layers; None where it is none, or they may differ."""
    names = mentioned(facts)
    if any(n in _STACKS or (n in TRANSFORMS and TRANSFORMS[n].kind in _ROLLED) for n in names):
        return facts.doubt(facts.module.tree, "the file uses a scan already, and has chosen")
    loop = loops(facts).of(node)
    if len(loop.carried) != 1 or loop.outputs or node.orelse or facts.module.function(node) is None:
        what = "not one value alone goes from turn to turn, as through layers (here: {})"
        return facts.doubt(node, what, ", ".join(loop.carried) or "none", early=not loop.carried)
    if any(exits(node.body)):
        return facts.doubt(node, "its body leaves the loop before the end")
    branch = next((n for n in loop.nodes if isinstance(n, _BRANCHES)), None)
    if branch is not None:
        what = "its body has a branch or a function, so that layers may differ"
        return facts.doubt(node, what, at=branch)
    if loops(facts).exempt(node):
        return None
    if loop.source.small(facts, _FEW) or _counted_around(facts, loop):
        return facts.doubt(node, "it has few turns")
    found = _inline(facts, loop) or _listed(facts, loop) or _keyed(facts, loop)
    if found is not None:
        return replace(found, assumed=found.assumed + loop.provisos)
    if loop.source.kind == "count":
        facts.doubt(node, "no one expression is seen to make every layer, and to make them alike")
    return None


def _counted_around(facts: Facts, loop: Loop) -> bool:
    """Whether a loop around it says how many layers there are: stages of a few blocks each."""
    stop = loop.source.stop
    return isinstance(stop, ast.Name) and _set_by_loop(facts, stop)


def _set_by_loop(facts: Facts, name: ast.Name, depth: int = 3) -> bool:
    """Whether loops set what a name stands for on their turns: those around it, or around a call
    that hands it over."""
    for binding in facts.names.binding(name):
        if binding.kind == "target" and isinstance(binding.node, ast.For):
            return True
        given = _handed(facts, binding) if binding.kind == "param" and depth else ()
        if any(_set_by_loop(facts, one, depth - 1) for one in given):
            return True
    return False


def _handed(facts: Facts, binding: Binding) -> Iterator[ast.Name]:
    """The names that calls of this file hand to a parameter."""
    function = facts.module.parent[facts.module.parent[binding.node]]
    if isinstance(function, FUNCTIONS):
        for call in callers_of(facts, function):
            for parameter, value in arguments(call, function, leading(facts, call, function)):
                if parameter == binding.name and isinstance(value, ast.Name):
                    yield value


# -- `x = Block(config, name=f"block_{i}")(x)` ------------------------------------------


def _inline(facts: Facts, loop: Loop) -> LayerLoop | None:
    """Each turn makes a module of the same class, with the same arguments, and applies it."""
    if loop.source.kind != "count":
        return None
    called = [n for n in loop.nodes if isinstance(n, ast.Call)]
    made = [(n, found) for n in called if (found := module_class(facts, n.func))]
    if len(made) != 1 or len(loop.body) > 2:
        return None
    maker, of = made[0]
    given = [*maker.args, *(k.value for k in maker.keywords if k.arg != "name")]
    if read_names(maker.func, *given) & loop.varying:
        return None
    used = [n for n in facts.module.inside(ast.Name, maker) if n.id not in loop.carried]
    if read_names(maker) & _set_around(facts, loop) or any(_handed_anew(facts, n) for n in used):
        return None  # stages of other widths: the first block of each gets another input
    elsewhere = [u.node for u in loop.uses if not _within_name(facts, maker, u.node)]
    owner = facts.module.owner(loop.node)
    if elsewhere or not _calls(facts, loop, maker) or framework_of(facts, owner) is None:
        return None
    return _of_class(facts, loop, maker, of)


def _of_class(facts: Facts, loop: Loop, maker: ast.Call, of: ModuleClass) -> LayerLoop | None:
    """The loop as one over modules that one call makes alike; None where they may differ."""
    like: str | None = ""
    if of.framework not in ("equinox", "nnx"):  # which are told the width of their input
        like = _keeps_shape(facts, maker.func, of)
    if like is None:
        what = "nothing says that `{}` gives back what is shaped like its input"
        return facts.doubt(loop.node, what, of.name)
    because = (f"every layer is `{of.name}` with the same arguments",)
    return LayerLoop(loop.carried[0], maker, because, (like,) if like else ())


def _set_around(facts: Facts, loop: Loop) -> set[str]:
    """The names that loops around a loop set on their turns."""
    out: set[str] = set()
    for around in facts.module.ancestors(loop.node):
        if isinstance(around, FUNCTIONS):
            break
        if isinstance(around, (ast.For, ast.AsyncFor)):
            out |= assigned_names(around.target, *around.body)
        elif isinstance(around, ast.While):
            out |= assigned_names(*around.body)
    return out - {*loop.carried}


def _handed_anew(facts: Facts, name: ast.Name) -> bool:
    """Whether a name is a parameter that a loop around a call sets on its turns."""
    given = (b for b in facts.names.binding(name) if b.kind == "param")
    return any(_set_by_loop(facts, one) for b in given for one in _handed(facts, b))


def _calls(facts: Facts, loop: Loop, maker: ast.Call) -> bool:
    """Whether what is made is called on the state, at once or in the next statement."""
    match facts.module.parent[maker], loop.body:
        case ast.Call(func, args), [_] if func is maker:
            return loop.carried[0] in read_names(*args)
        case ast.Assign() as around, [first, then] if around is first:
            called = (n for n in facts.module.inside(ast.Call, then))
            made = (n for n in called if isinstance(n.func, ast.Name))
            bound = assigned_names(around)
            return any(
                last_part(n.func) in bound and loop.carried[0] in read_names(*n.args) for n in made
            )
    return False


def _within_name(facts: Facts, maker: ast.Call, node: ast.AST) -> bool:
    named = keywords(maker).get("name")
    return named is not None and (node is named or named in facts.module.ancestors(node))


def _keeps_shape(facts: Facts, func: ast.expr, of: ModuleClass) -> str | None:
    """Whether the output of a module is shaped like its input; what had to be assumed, "" if none.

    The first of a row of like modules that infer their width has other parameters than the rest,
    unless what goes in is as wide as what comes out: a residual connection makes it so.
    """
    for binding in facts.names.binding(func) if isinstance(func, ast.Name) else ():
        if isinstance(binding.node, ast.ClassDef):
            return "" if _residual(binding.node) else None
    if package_of(facts.names.of(func) or "") is not None:
        return None  # a plain layer, as `nn.Dense`
    return f"`{of.name}` gives back what is shaped like its input"


def _residual(owner: ast.ClassDef) -> bool:
    """Whether a module adds its input to what it computes."""
    for method in owner.body:
        if isinstance(method, ast.FunctionDef) and method.name in ("__call__", "forward"):
            given = {a.arg for a in method.args.args[1:2]}
            for node in ast.walk(method):
                match node:
                    case ast.BinOp(left, ast.Add(), right):
                        if {last_part(s) for s in (left, right) if isinstance(s, ast.Name)} & given:
                            return True
    return False


# -- `for layer in self.layers: x = layer(x)`, `for w, b in params: ...` ----------------


def _listed(facts: Facts, loop: Loop) -> LayerLoop | None:
    """The loop goes over a list that one comprehension, or loop, of like items made."""
    assert isinstance(loop.node, ast.For)
    node, over = loop.node, loop.node.iter
    if not isinstance(over, (ast.Name, ast.Attribute)) or not isinstance(
        node.target, (ast.Name, ast.Tuple)
    ):
        return None
    makers = makers_of(facts, over)
    if not makers:
        return facts.doubt(node, "{} is not known to be made by one comprehension or loop", over)
    made = makers[0].item
    if not all(_alike(facts, m) for m in makers):
        what = "the layers of {} are made with arguments that differ"
        return facts.doubt(node, what, over, at=made)
    layers = assigned_names(node.target)
    of = module_class(facts, made.func) if isinstance(made, ast.Call) else None
    if isinstance(made, ast.Call) and of is not None:
        called = [n.func for n in loop.nodes if isinstance(n, ast.Call)]
        applied = any(isinstance(func, ast.Name) and func.id in layers for func in called)
        return _of_class(facts, loop, made, of) if applied else None
    if loop.traced_at is None or not read_names(*node.body) & layers:
        return None
    because = (f"the parameters of every layer are made alike at {facts.at(made)}",)
    return LayerLoop(loop.carried[0], made, because, ("it is given that list of parameters",))


def _alike(facts: Facts, made: Maker) -> bool:
    """Whether the items of a list or dictionary differ in their names and random keys only."""
    counts = facts.names.is_builtin(getattr(made.over, "func", made.over), "range")
    keys = _holds_keys(facts, made.over)
    if not (counts or keys) or _few(made.over) or read_names(made.item) & made.changing:
        return False
    varying = assigned_names(made.target)
    return keys or all(
        _harmless(facts, node)
        for node in facts.module.inside(ast.Name, made.item)
        if node.id in varying
    )


def _holds_keys(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression certainly holds random keys."""
    return facts.names.call(facts.names.behind(node)) == "jax.random.split"


def _harmless(facts: Facts, name: ast.Name) -> bool:
    """Whether a use of the counter gives a layer its name or its random key."""
    around = facts.module.parent[name]
    if isinstance(around, (ast.FormattedValue, ast.JoinedStr)):
        return True
    if isinstance(around, ast.Subscript):  # `keys[i]`
        return around.slice is name and _holds_keys(facts, around.value)
    if isinstance(around, ast.keyword):
        return around.arg == "name"
    made = facts.names.call(around) or ""
    return made == "flax.nnx.Rngs" or made.startswith("jax.random.")


def _few(iterable: ast.expr) -> bool:
    match iterable:
        case ast.Call(_, [*_, ast.Constant(int(count))]):
            return count < _FEW
    return False


# -- `x = f(x, params[f"w{i}"])` --------------------------------------------------------


def _keyed(facts: Facts, loop: Loop) -> LayerLoop | None:
    """Each turn takes the parameters of a name that ends in its number, all of them made alike."""
    if loop.source.kind != "count" or loop.index is None or loop.traced_at is None:
        return None
    texts: set[str] = set()
    holders: set[str] = set()
    for use in loop.uses:
        around = facts.module.ancestors(use.node)
        text = next((a for a in around if isinstance(a, ast.JoinedStr)), None)
        match facts.module.parent[text] if text is not None else None:
            case ast.Subscript(ast.Name(holder), ast.JoinedStr() as key) if key is text:
                texts.add(_pattern(key))
                holders.add(holder)
            case _:
                return None
    if not texts or len(holders) != 1:
        return None
    for value, maker in dictionaries(facts, next(iter(holders))):
        named = isinstance(value.key, ast.JoinedStr) and texts == {_pattern(value.key)}
        if named and _alike(facts, maker):
            because = (f"the parameters of every layer are made alike at {facts.at(value)}",)
            assumed = ("it is given those parameters",)
            return LayerLoop(loop.carried[0], value.value, because, assumed)
    return None


def _pattern(text: ast.JoinedStr) -> str:
    """An f-string with its gaps left empty."""
    return "{}".join(str(v.value) if isinstance(v, ast.Constant) else "" for v in text.values)


_FEW = 4
_BRANCHES = (ast.If, ast.IfExp, ast.ListComp, ast.Lambda, *FUNCTIONS)
_ROLLED = ("scan", "fori_loop")
_STACKS = {"haiku.experimental.layer_stack", "haiku.layer_stack"}
