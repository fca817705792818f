"""How large a number is, and how often a loop turns, when a program runs as its author left it.

Users may ask for something else: it is no proof, but what a maintainer has in mind who looks at
the code. Constants, defaults of parameters, options of a command line, fields of settings, what
calls of this and of other files give.
"""

from __future__ import annotations

import ast
import math
from dataclasses import replace

from jaxopt_lint.semantics.jax.avals import Aval, aval
from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.made_settings import callers_of, handed, leading, maker_of
from jaxopt_lint.semantics.jax.settings_of import (
    ARGUMENTS,
    FLAGS,
    default_of,
    here,
    parses,
    reached,
    stated_here,
)
from jaxopt_lint.semantics.jax.usual_numbers import LARGEST, Usual, computed, counted, left_at, most
from jaxopt_lint.semantics.python import (
    DEFINITIONS,
    FUNCTIONS,
    Binding,
    arguments,
    defaults,
    keywords,
)

_DEPTH = 8  # names, fields and calls that are followed
_ROUNDED = ("int", "round", "float", "abs")
_ROUNDS = frozenset({"math.ceil", "math.floor", "numpy.ceil", "numpy.floor", "math.trunc"})
_ONE = frozenset({"jax.device_count", "jax.local_device_count", "jax.process_count"})
_COUNTED = ("trange", "tqdm.trange")
_PASS_ON = ("tqdm.", "rich.progress.track", "fastprogress.", "progressbar.", "alive_progress.")


def usual(facts: Facts, node: ast.expr | None) -> Usual | None:
    """The number that an expression usually is; None where nothing says so."""
    found = stated(facts, node) if node is not None else None
    return None if found is not None and isinstance(found.number, bool) else found


def stated(facts: Facts, node: ast.expr) -> Usual | None:
    """The number, or the truth of an option, that an expression usually is."""
    return _usual(facts, node, _DEPTH)


@fact(meanwhile=None)
def usual_turns(facts: Facts, loop: ast.AST) -> Usual | None:
    """How many turns a loop has as the author left it, with the default that this rests on; None
    where nothing says so"""
    if isinstance(loop, ast.While):
        found = _while(facts, loop)
    else:
        source = loop.iter if isinstance(loop, (ast.For, ast.AsyncFor)) else None
        if source is None and len(generators := getattr(loop, "generators", [])) == 1:
            source = generators[0].iter if not generators[0].ifs else None
        found = _turns(facts, source, _DEPTH)
    if found is None or found.number < 1:
        return None
    return replace(found, number=int(found.number))


# -- numbers ----------------------------------------------------------------------------


@fact(meanwhile=None)
def _usual(facts: Facts, node: ast.expr | None, depth: int) -> Usual | None:
    if node is None or depth <= 0:
        return None
    match node:
        case ast.Constant(int() | float() as value):
            return Usual(value) if abs(value) < LARGEST else None
        case ast.UnaryOp(ast.USub(), operand):
            inner = _usual(facts, operand, depth - 1)
            return replace(inner, number=-inner.number) if inner is not None else None
        case ast.BinOp():
            left = _usual(facts, node.left, depth - 1)
            right = _usual(facts, node.right, depth - 1) if left is not None else None
            return computed(node.op, left, right) if left and right else None
        case ast.IfExp(_, body, orelse):
            return most(_usual(facts, n, depth - 1) for n in (body, orelse))
        case ast.Call():
            return _called(facts, node, depth)
        case ast.Name():
            return _of_name(facts, node, depth)
        case ast.Subscript(ast.Attribute(array, "shape"), ast.Constant(0)):
            return _turns(facts, array, depth - 1)
        case ast.Attribute() | ast.Subscript():
            return _of_path(facts, node, depth)
    return None


def _called(facts: Facts, node: ast.Call, depth: int) -> Usual | None:
    names = facts.names
    name = names.of(node.func) or ""
    if name in _ONE:
        return Usual(1, "there is one device")
    computes = name in _ROUNDS or names.is_builtin(node.func, "max", "min", "len", *_ROUNDED)
    if node.keywords or not node.args or not computes:
        return None
    inner = [_usual(facts, a, depth - 1) for a in node.args]
    if names.is_builtin(node.func, "max", "min") and len(inner) > 1:
        return most(inner, max if names.is_builtin(node.func, "max") else min)
    if len(inner) == 1 and names.is_builtin(node.func, "len"):
        return _turns(facts, node.args[0], depth - 1)
    first = inner[0]
    if first is None or len(inner) != 1:
        return None
    if name in _ROUNDS:
        return replace(first, number=(math.ceil if "ceil" in name else math.floor)(first.number))
    if names.is_builtin(node.func, *_ROUNDED):
        whole = names.is_builtin(node.func, "int", "round")
        return replace(first, number=int(first.number)) if whole else first
    return None


def _of_name(facts: Facts, node: ast.Name, depth: int) -> Usual | None:
    bindings = [b for b in facts.names.binding(node) if b.kind not in ("declare", "delete")]
    if not bindings:
        return None
    kinds = {b.kind for b in bindings}
    if kinds <= {"param", "assign"}:
        # `n = n or 10`, `if n is None: n = 10`: what a default leaves open is set there.
        found = [_bound(facts, b, depth) for b in bindings]
        set_later = "param" in kinds and len(found) > 1
        return most([f for f in found if f is not None] if set_later else found)
    number = facts.project.constants.get(facts.names.of(node) or "")
    return Usual(number) if number is not None else None


def _bound(facts: Facts, binding: Binding, depth: int) -> Usual | None:
    if binding.kind == "param":
        return _parameter(facts, binding, depth)
    value = binding.value
    if value is None and isinstance(binding.node, ast.AnnAssign):
        value = binding.node.value
    return _usual(facts, value, depth - 1)


def _parameter(facts: Facts, binding: Binding, depth: int) -> Usual | None:
    """What a parameter is given: by the calls of this file, by those of others, by default."""
    function = facts.module.parent[facts.module.parent[binding.node]]
    if not isinstance(function, FUNCTIONS):
        return None
    name = binding.name
    default = default_of(facts, defaults(function).get(name))
    left = _usual(facts, default, depth - 1)
    if left is not None:
        left = left_at(left, f"`{name}`")
    given = [
        _argument(facts, call, function, name, left, depth) for call in callers_of(facts, function)
    ]
    if (found := most([one for one in given if one is not None])) is not None:
        return found
    if isinstance(function, DEFINITIONS):
        elsewhere = handed(facts, function, name, facts.project.numbers)
        if elsewhere is not None:
            return Usual(*elsewhere)
        return left or _option(facts, function, name, depth)
    return left


def _argument(
    facts: Facts, call: ast.Call, function: ast.AST, name: str, left: Usual | None, depth: int
) -> Usual | None:
    """What one call gives a parameter."""
    assert isinstance(function, FUNCTIONS)
    for parameter, value in arguments(call, function, leading(facts, call, function)):
        if parameter == name:
            return _usual(facts, value, depth - 1)
    return left


def _option(facts: Facts, function: ast.AST, name: str, depth: int) -> Usual | None:
    """What an option of `click` gives a parameter of its command."""
    for decorator in getattr(function, "decorator_list", ()):
        if facts.names.call(decorator) in ("click.option", "click.argument"):
            assert isinstance(decorator, ast.Call)
            texts = [
                a.value.lstrip("-").replace("-", "_") for a in decorator.args
                if isinstance(a, ast.Constant) and isinstance(a.value, str)
            ]  # fmt: skip
            found = _usual(facts, keywords(decorator).get("default"), depth - 1)
            if name in texts and found is not None:
                return left_at(Usual(found.number), f"`{name}`")
    return None


# -- settings ---------------------------------------------------------------------------


def _of_path(facts: Facts, node: ast.expr, depth: int) -> Usual | None:
    """`args.steps`, `self.config.steps`, `config["steps"]`, `settings.STEPS`."""
    dotted = facts.names.of(node)
    if dotted in facts.project.constants:
        return Usual(facts.project.constants[dotted])
    root, path = reached(node)
    if not path:
        return None
    if isinstance(root, ast.Name) and facts.module.is_self(root):
        return _of_self(facts, root, path, depth)
    return _field(facts, root, path, depth)


def _of_self(facts: Facts, root: ast.Name, path: str, depth: int) -> Usual | None:
    """A number that an object of this file holds, or that its settings do."""
    owner = facts.module.owner(root)
    if owner is None:
        return None
    first, _, rest = path.partition(".")
    stored = calls(facts).attribute_values(owner, first)
    if rest:
        found = [_field(facts, one, rest, depth - 1) for one in stored]
    else:
        found = [_usual(facts, one, depth - 1) for one in stored]
    return most(found) or _stated(facts, here(facts, facts.module.qualname(owner)), path, depth)


def _field(facts: Facts, root: ast.expr, path: str, depth: int) -> Usual | None:
    """A number of an object: what its constructor was given, or what it has by default."""
    made = facts.names.behind(root)
    if isinstance(made, ast.Call) and "." not in path and not parses(made):
        given = keywords(made).get(path)
        if given is not None and facts.names.of(made.func) is not None:
            return _usual(facts, given, depth - 1)
    maker = maker_of(facts, root)
    return _stated(facts, maker, path, depth) if maker else None


def _stated(facts: Facts, maker: str, path: str, depth: int) -> Usual | None:
    """A number that a file of the project states."""
    own = stated_here(facts)
    module, name = facts.project.home(maker)
    for _ in range(_DEPTH):
        home = f"{module}.{name}" if module else maker
        fields = own.get(maker) or own.get(home)
        if fields is None:
            told = facts.project.settings.get(home, {})
            if path in told and isinstance(told[path], tuple):
                return Usual(*told[path])
            links: dict[str, object] = {k: v for k, v in told.items() if isinstance(v, str)}
        else:
            held = fields.get(path)
            if isinstance(held, ast.expr):
                found = _usual(facts, held, depth - 1)
                if found is None:
                    return None
                last = path.rpartition(".")[2]
                option = f"--{last}" if ARGUMENTS in home or home == FLAGS else last
                return left_at(found, f"`{option}`")
            links = {k: v for k, v in fields.items() if isinstance(v, str)}
        inner = next((k for k in links if k == "" or path.startswith(f"{k}.")), None)
        if inner is None:
            return None
        maker, path = str(links[inner]), path.removeprefix(f"{inner}.") if inner else path
        module, name = facts.project.home(maker)
    return None


# -- turns ------------------------------------------------------------------------------


def _turns(facts: Facts, source: ast.expr | None, depth: int) -> Usual | None:
    """How many items come out of what is gone over."""
    if source is None or depth <= 0:
        return None
    names = facts.names
    match source:
        case ast.Tuple(items) | ast.List(items):
            starred = any(isinstance(item, ast.Starred) for item in items)
            return Usual(len(items)) if not starred else None
        case ast.ListComp(_, [one]) if not one.ifs:
            return _turns(facts, one.iter, depth - 1)
        case ast.IfExp(_, body, orelse):
            return _turns_of_one(facts, [body, orelse], depth)
        case ast.BoolOp(ast.Or(), values):
            return _turns_of_one(facts, values, depth)
        case ast.Name():
            binding = names.only_binding(source)
            if binding is not None and binding.kind == "param":
                return _turns_given(facts, binding, depth)
            return _turns(facts, binding.value, depth - 1) if binding is not None else None
        case ast.Subscript(ast.Call(func) as found, ast.Constant(0)) if names.of(func) in _WHERE:
            return _usual(facts, keywords(found).get("size"), depth - 1)
        case ast.Attribute(value) if facts.module.is_self(value):
            stored = calls(facts).stored_in(source)
            return _turns(facts, stored[0], depth - 1) if len(stored) == 1 else None
        case ast.Call(func, args):
            name = names.of(func) or ""
            ranges = names.is_builtin(func, "range") or name.endswith(_COUNTED)
            if (ranges or name in _RANGES) and args:
                return _range(facts, args[:3], depth)
            if name in ("numpy.linspace", "jax.numpy.linspace") and len(args) > 2:
                return _usual(facts, args[2], depth - 1)
            if name in _INDICES:
                return _usual(facts, keywords(source).get("size"), depth - 1)
            if names.is_builtin(func, "zip") and args:
                known = [_turns(facts, a, depth - 1) for a in args]
                return min((k for k in known if k), key=lambda u: u.number, default=None)
            passes = names.is_builtin(func, "enumerate", "reversed", "list", "tuple", "iter")
            if (passes or name.startswith(_PASS_ON) or name in _LISTS | _ROWS) and args:
                return _turns(facts, args[0], depth - 1)
            made = aval(facts, source)
            # A small array may be there to try something with; a large one is meant.
            if isinstance(made, Aval) and made.size is not None and made.size >= _MEANT:
                return Usual(made.size)
    return None


def _turns_given(facts: Facts, binding: Binding, depth: int) -> Usual | None:
    """How many items the calls of this file give a parameter, at the most, or its default has."""
    function = facts.module.parent[facts.module.parent[binding.node]]
    if not isinstance(function, FUNCTIONS):
        return None
    given = [
        _turns(facts, value, depth - 1)
        for call in callers_of(facts, function)
        for parameter, value in arguments(call, function, leading(facts, call, function))
        if parameter == binding.name
    ]
    default = defaults(function).get(binding.name)
    if given or not isinstance(default, (ast.Tuple, ast.List)):
        return most(given)
    return _left(_turns(facts, default, depth - 1), binding.name)


def _left(found: Usual | None, name: str) -> Usual | None:
    """What nobody is seen to give a parameter, and holds where it is left out."""
    if found is None or found.why:
        return found
    return replace(left_at(found, f"`{name}`", " in number"), listed=True)


def _turns_of_one(facts: Facts, values: list[ast.expr], depth: int) -> Usual | None:
    """How many items one of several lists has: `given or [1.0]`, where what is given is None if it
    is left out."""
    known: list[Usual | None] = []
    for value in values:
        binding = facts.names.only_binding(value)
        found = _turns(facts, value, depth - 1)
        if found is None and binding is not None and binding.kind == "param":
            function = facts.module.parent[facts.module.parent[binding.node]]
            default = defaults(function).get(binding.name) if isinstance(function, FUNCTIONS) else 0
            if isinstance(default, ast.Constant) and default.value is None:
                rest = [_turns(facts, v, depth - 1) for v in values if v is not value]
                return _left(most(rest), binding.name)
        known.append(found)
    return most(known)


_MEANT = 16  # rows

# They find as many places as `size` says.
_WHERE = ("jax.numpy.where", "jax.numpy.nonzero")
_INDICES = ("jax.numpy.flatnonzero", "jax.numpy.argwhere", "jax.numpy.unique")
_RANGES = ("numpy.arange", "jax.numpy.arange")
_LISTS = frozenset({"flax.nnx.List", "flax.nnx.Sequential", "equinox.nn.Sequential"})
_ROWS = frozenset(
    f"{module}.{name}"
    for module in ("numpy", "jax.numpy")
    for name in ("array", "asarray", "stack")
)


def _range(facts: Facts, args: list[ast.expr], depth: int) -> Usual | None:
    found = [_usual(facts, a, depth - 1) for a in args]
    known = [one for one in found if one is not None]
    return counted(known) if len(known) == len(found) else None


def _while(facts: Facts, loop: ast.While) -> Usual | None:
    """`while step < steps: ...; step += 1`, from 0."""
    match loop.test:
        case ast.Compare(ast.Name(counter), [ast.Lt() | ast.LtE()], [stop]):
            pass
        case _:
            return None
    steps = [
        one for one in ast.walk(loop)
        if isinstance(one, ast.AugAssign)
        and isinstance(one.target, ast.Name)
        and one.target.id == counter
        and isinstance(one.op, ast.Add)
    ]  # fmt: skip
    end = usual(facts, stop)
    each = usual(facts, steps[0].value) if len(steps) == 1 else None
    if end is None or each is None or each.number <= 0:
        return None
    return Usual(math.ceil(end.number / each.number), end.why or each.why)
