"""Objects as far as one file tells: what makes them, whose they are, what their methods are."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, Kind, calls, fact, values
from jaxopt_lint.semantics.jax.effects.table import TYPES
from jaxopt_lint.semantics.python import annotated_fields
from jaxopt_lint.semantics.python.nodes import LOOPS, is_name
from jaxopt_lint.semantics.python.scopes import (
    DEFINITIONS,
    FUNCTIONS,
    Binding,
    Definition,
    FunctionNode,
    Scope,
)
from jaxopt_lint.semantics.python.signatures import arguments, positional
from jaxopt_lint.syntax.reading import expression

_LITERALS: dict[type[ast.expr], str] = {
    ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict",
    ast.Set: "set", ast.SetComp: "set", ast.Tuple: "tuple", ast.JoinedStr: "str",
}  # fmt: skip
_MUTABLE = ("list", "dict", "set", "deque", "numpy.ndarray")
_DEPTH = 4


def made_by(facts: Facts, node: ast.expr) -> str:
    """What made an object, as the table of effects names it: "list", "logging.getLogger".

    It is the same wherever the object may come from: every value of a name, everything that an
    attribute of `self` is given, every call that gives a parameter; "" where one is not known.
    An annotation by a class says it too.
    """
    return _made_by(facts, node, _DEPTH)


@fact
def _made_by(facts: Facts, node: ast.expr, depth: int) -> str:
    literal = _LITERALS.get(type(node))
    if literal is not None:
        return literal
    if isinstance(node, ast.Constant):
        return "str" if isinstance(node.value, str) else ""
    if isinstance(node, ast.Call):
        return _made(facts, node)
    if not depth:
        return ""
    if isinstance(node, ast.Name):
        return _held(facts, node, depth)
    if isinstance(node, ast.Attribute):
        return _of_self(facts, node, depth)
    if isinstance(node, ast.Subscript):
        return _item(facts, facts.names.behind(node.value), depth)
    if isinstance(node, ast.IfExp):
        return _agreed(facts, [node.body, node.orelse], depth)
    return ""


def _made(facts: Facts, call: ast.Call) -> str:
    func = call.func
    if isinstance(func, ast.Name) and not facts.names.binding(func):
        return TYPES.get(f"builtins.{func.id}", f"builtins.{func.id}")
    owner = class_made(facts, func)
    if owner is not None:
        return _base(facts, owner)
    dotted = facts.names.of(func) or ""
    return TYPES.get(dotted, dotted)


def _agreed(facts: Facts, given: list[ast.expr], depth: int) -> str:
    """What made all of some values; a `None` among them says nothing."""
    given = [v for v in given if not (isinstance(v, ast.Constant) and v.value is None)]
    found = {_made_by(facts, v, depth - 1) for v in given}
    return found.pop() if len(found) == 1 else ""


def _held(facts: Facts, name: ast.Name, depth: int) -> str:
    holder = facts.module.holder(name)
    bindings = reaching(facts, name, holder) if holder is not None else []
    if len(bindings) == 1 and bindings[0].kind == "param":
        return _given(facts, name, bindings[0], depth)
    # `times = times[-100:]` keeps what it is.
    given = [v for b in bindings if not is_part_of(v := _bound(b), name.id)]
    return _agreed(facts, [v for v in given if v is not None], depth) if all(given) else ""


def reaching(facts: Facts, name: ast.Name, holder: Scope) -> list[Binding]:
    """The bindings whose value a name may have where it stands: the last one in front of it that
    is always passed on the way, where no other lies between; else all of its scope."""
    module = facts.module
    found = [b for b in holder.bindings.get(name.id, ()) if b.kind not in ("augmented", "declare")]
    if len(found) < 2 or module.function(name) is not _function(holder):
        return found
    around = list(module.ancestors(name))
    passed: Binding | None = None
    for binding in found:
        at = module.parent.get(binding.node)
        plain = isinstance(binding.node, ast.Assign) and at in around
        if plain and binding.node.lineno < name.lineno:  # type: ignore[attr-defined]
            in_branch = isinstance(at, (ast.If, ast.Try)) and not any(
                s in around
                for s in module.block_of(binding.node)  # type: ignore[arg-type]
            )
            passed = passed if in_branch else binding
    if passed is None:
        return found
    outer = module.parent[passed.node]
    loops = [n for n in around[: around.index(outer)] if isinstance(n, LOOPS)]
    again = {id(n) for loop in loops for n in ast.walk(loop)}
    first = passed.node.lineno  # type: ignore[attr-defined]
    for other in found:
        between = first < getattr(other.node, "lineno", first + 1) <= name.lineno
        if isinstance(other.node, ast.Assign) and other.node in around:
            between = False  # it stores what this reads for it
        if other is not passed and (between or id(other.node) in again):
            return found
    return [passed]


def is_part_of(value: ast.expr | None, name: str) -> bool:
    """Whether a value is a slice of what a name holds."""
    sliced = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)
    return sliced and is_name(value.value, name)  # type: ignore[union-attr]


def _function(scope: Scope) -> ast.AST | None:
    return scope.node if scope.is_function else None


def _bound(binding: Binding) -> ast.expr | None:
    """The expression that a binding gives a name the value of."""
    node = binding.node
    if isinstance(node, ast.withitem) and isinstance(node.optional_vars, ast.Name):
        return node.context_expr
    if isinstance(node, ast.Assign) and binding.value is None:
        for target in node.targets:  # `losses, norms = [], []`
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for item, value in zip(target.elts, node.value.elts, strict=False):
                    if is_name(item, binding.name):
                        return value
    return binding.value


def _given(facts: Facts, name: ast.Name, binding: Binding, depth: int) -> str:
    """What made the value of a parameter: by its annotation, or by all calls of this file."""
    note = _annotated(facts, getattr(binding.node, "annotation", None))
    if note:
        return note
    holder = facts.module.scope[name].holder(name.id)
    function = holder.node if holder is not None else None
    if not isinstance(function, FUNCTIONS):
        return ""
    owner = facts.module.class_of(function)
    if owner is not None and positional(function)[:1] == [name.id]:
        return _base(facts, owner)
    sites = calls(facts).callers(function)
    given: list[ast.expr] = []
    for site in sites:
        callee = calls(facts).callee(site.func)
        bound = callee.bound if callee is not None else 0
        given += [v for n, v in arguments(site, function, bound) if n == name.id]
    if not sites or len(given) != len(sites):
        return ""
    if any(facts.module.parent[r] not in sites for r in calls(facts).references(function)):
        return ""
    return _agreed(facts, given, depth)


def _annotated(facts: Facts, note: ast.expr | None) -> str:
    """The class that an annotation names, without `Optional` and `None` beside it."""
    if isinstance(note, ast.Constant) and isinstance(note.value, str):
        try:
            text = expression(note.value)
        except (SyntaxError, ValueError):
            return ""
        written = ast.unparse(text)
        return next((t for t in _BUILTIN_NOTES if written.startswith(f"{t}[") or written == t), "")
    if isinstance(note, ast.BinOp):
        sides = [s for s in (note.left, note.right) if not isinstance(s, ast.Constant)]
        return _annotated(facts, sides[0]) if len(sides) == 1 else ""
    if isinstance(note, ast.Subscript):
        if facts.names.of(note.value) == "typing.Optional":
            return _annotated(facts, note.slice)
        note = note.value
    if isinstance(note, ast.Name) and facts.names.is_builtin(note, *_BUILTIN_NOTES):
        return note.id
    dotted = facts.names.of(note) or ""
    if dotted.startswith("typing."):
        return dotted[7:].lower() if dotted[7:].lower() in _BUILTIN_NOTES else ""
    return TYPES.get(dotted, dotted)


_BUILTIN_NOTES = ("list", "dict", "set", "str", "tuple")


def _base(facts: Facts, owner: ast.ClassDef) -> str:
    """The class of elsewhere that a class is made from, where it is one; "" for none."""
    for base in owner.bases:
        inner = class_made(facts, base)
        found = _base(facts, inner) if inner is not None and inner is not owner else ""
        found = found or (facts.names.of(base) or "" if inner is None else "")
        if found:
            return TYPES.get(found, found)
    return ""


def _of_self(facts: Facts, node: ast.Attribute, depth: int) -> str:
    """What made an attribute of `self`; what an attribute of something else is, nobody knows."""
    if not facts.module.is_self(node.value):
        return ""
    owner = facts.module.owner(node)
    if owner is None:
        return ""
    declared = annotated_fields(owner).get(node.attr)
    if declared is not None:
        return _annotated(facts, declared.annotation)
    stored = calls(facts).attribute_values(owner, node.attr)
    return _agreed(facts, stored, depth) if stored else ""


def _item(facts: Facts, container: ast.expr | None, depth: int) -> str:
    """What made the items of a container that is seen: `{"loss": []}`, `defaultdict(list)`."""
    if isinstance(container, ast.Dict) and container.values:
        return _agreed(facts, container.values, depth)
    if isinstance(container, (ast.List, ast.Tuple)) and container.elts:
        return _agreed(facts, container.elts, depth)
    if isinstance(container, (ast.ListComp, ast.SetComp)):
        return _made_by(facts, container.elt, depth - 1)
    if isinstance(container, ast.DictComp):
        return _made_by(facts, container.value, depth - 1)
    if isinstance(container, ast.Call) and container.args:
        if facts.names.of(container.func) == "collections.defaultdict":
            made = container.args[0]
            return made.id if facts.names.is_builtin(made, "list", "dict", "set") else ""  # type: ignore[attr-defined]
    return ""


# -- whose they are ---------------------------------------------------------------------


def is_new(facts: Facts, value: ast.expr) -> bool:
    """Whether an expression makes an object that nobody else holds."""
    if isinstance(value, (*_LITERALS, ast.Constant)):
        return True
    if not isinstance(value, ast.Call):
        return False
    made = _made(facts, value)
    copies = made == "" and (facts.names.of(value.func) or "").startswith("copy.")
    return made in (*_MUTABLE, "tuple") or copies or class_made(facts, value.func) is not None


def all_new(facts: Facts, bindings: Iterable[Binding]) -> bool:
    """Whether each value that a name gets is an object that nobody else holds."""
    return all(b.value is not None and is_new(facts, b.value) for b in bindings)


def is_iterator(facts: Facts, value: ast.expr | None) -> bool:
    """Whether going over a value uses it up."""
    if isinstance(value, ast.GeneratorExp):
        return True
    if not isinstance(value, ast.Call):
        return False
    if facts.names.is_builtin(value.func, "iter", "zip", "map", "filter", "enumerate"):
        return True
    function = calls(facts).function(value)
    return function is not None and any(
        isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(function)
    )


def array_type(facts: Facts, node: ast.expr) -> str:
    """What kind of array a value certainly is, as the table of effects names it; else ""."""
    kind = values(facts).kind(node)
    if kind in (Kind.DEVICE, Kind.TRACER):
        return "jax.Array"
    return "numpy.ndarray" if kind is Kind.HOST else ""


# -- classes of this file ---------------------------------------------------------------


def class_made(facts: Facts, func: ast.expr) -> ast.ClassDef | None:
    """The class of this file whose objects calling an expression makes."""
    binding = facts.names.only_binding(func)
    node = binding.node if binding is not None else None
    return node if isinstance(node, ast.ClassDef) else None


def look_up(facts: Facts, owner: ast.ClassDef, name: str) -> Definition | None:
    """A method of a class, its own or that of a base in this file."""
    methods = (s for s in owner.body if isinstance(s, DEFINITIONS))
    own = next((method for method in methods if method.name == name), None)
    bases = (class_made(facts, b) for b in owner.bases) if own is None else ()
    return own or next((m for b in bases if b is not None and (m := look_up(facts, b, name))), None)


def is_known_base(facts: Facts, base: ast.expr) -> bool:
    """Whether a base class is of this file, or does nothing when an object is made."""
    name = facts.names.of(base) or facts.module.source(base)
    return (
        class_made(facts, base) is not None
        or name in ("object", "NamedTuple")
        or name.startswith(("typing.", "abc.", "enum.", "equinox.Module"))
    )


def property_of(facts: Facts, function: FunctionNode, name: str) -> Definition | None:
    """The property of that name in the class that a method is of."""
    owner = facts.module.class_of(function)
    method = look_up(facts, owner, name) if owner is not None else None
    made = method.decorator_list if method is not None else ()
    return method if any(facts.names.is_builtin(d, "property") for d in made) else None


def method_of(facts: Facts, func: ast.expr) -> Definition | None:
    """The method of a class of this file that `rng.next` is, or `rng` where it is called."""
    base = func.value if isinstance(func, ast.Attribute) else func
    made = facts.names.value(base)
    owner = class_made(facts, made.func) if isinstance(made, ast.Call) else None
    if owner is None:
        return None
    return look_up(facts, owner, func.attr if isinstance(func, ast.Attribute) else "__call__")


def innermost(facts: Facts, made: ast.Call) -> ast.expr | None:
    """The function that `jax.vmap(jax.grad(f))` is made of."""
    node: ast.expr | None = made
    while isinstance(node, ast.Call):
        name = facts.names.of(node.func)
        if name in TRANSFORMS:
            node = calls(facts).function_argument(node, TRANSFORMS[name])
        else:
            node = node.args[0] if node.args else None
    return node


def is_local_function(facts: Facts, func: ast.Name) -> bool:
    """Whether a name stands for functions of this file alone."""
    bindings = facts.names.binding(func)
    return bool(bindings) and all(
        b.kind == "def" or isinstance(b.value, ast.Lambda) for b in bindings
    )
