"""Why a function that runs on concrete values may not run under jit; what can be seen of it.

A function can be traced where it computes arrays from arrays and does nothing else. Whatever
else is found is a reason to leave it alone: host calls, branches on values, changes of what
stands outside, arguments and results that are no arrays.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.captures import captured
from jaxopt_lint.semantics.jax.effects.deeds import deed_of
from jaxopt_lint.semantics.jax.effects.walk import own_effects
from jaxopt_lint.semantics.jax.objects import is_plain_object
from jaxopt_lint.semantics.jax.recurrence import loop_around
from jaxopt_lint.semantics.python import defaults
from jaxopt_lint.semantics.python.nodes import PATH, root_name, root_of
from jaxopt_lint.semantics.python.scopes import Binding, FunctionNode, Scope
from jaxopt_lint.semantics.python.signatures import parameters, positional
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.modules import module_class

_DEPTH = 3


def hindrance(facts: Facts, function: ast.FunctionDef, *, lifted: bool) -> str:
    """Why a function should not be jitted as it is; "" where nothing speaks against it.

    Args:
        lifted: it would be jitted by a framework that follows its objects and keeps what is no
            array static.
    """
    if any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await)) for n in ast.walk(function)):
        return "it is a generator"
    if function.args.vararg is not None or function.args.kwarg is not None:
        return "it takes any number of arguments"
    reached = _reached(facts, function, _DEPTH)
    inside = (_on_the_host(facts, r, lifted) or _branches(facts, r) for r in reached)
    checks = (
        c(facts, function, lifted) for c in (_arguments, _choices, _given, _results, _outside)
    )
    return next(filter(None, inside), "") or next(filter(None, checks), "")


def untraceable(facts: Facts, function: FunctionNode) -> Iterator[tuple[ast.AST, str]]:
    """Where a function, or what it runs in this file, does what no trace can, and what that is, as
    a clause."""
    for reached in _reached(facts, function, _DEPTH):
        for effect in own_effects(facts, reached):
            needed = effect.kind == "waits" and _reads_values(facts, effect.node)
            if needed or effect.kind in ("writes", "mutates", "draws", "prints"):
                yield effect.node, effect.why
        if why := _branches(facts, reached):
            yield reached, why


def _reached(facts: Facts, function: FunctionNode, depth: int) -> Iterator[FunctionNode]:
    """A function and what it runs in this file."""
    pending, seen = [(function, depth)], {function}
    while pending:
        current, left = pending.pop()
        yield current
        for node in facts.module.inside(ast.Call, current):
            for func in (node.func, *node.args[:1]):
                callee = calls(facts).callee(func)
                if callee is None or callee.node is None or callee.node in seen or not left:
                    continue
                if not facts.module.within(callee.node, function):
                    seen.add(callee.node)
                    pending.append((callee.node, left - 1))


# -- what it does --------------------------------------------------------------------------


def _on_the_host(facts: Facts, function: FunctionNode, lifted: bool) -> str:
    """What a function does that only works, or only happens, outside of a trace."""
    for node in facts.module.inside(ast.Expr, function):
        if isinstance(node.value, ast.Call) and not _on_own(facts, function, node.value):
            if not (lifted and _on_argument(function, node.value)):
                return f"it calls `{facts.module.source(node.value.func)}` for what that does"
    for effect in own_effects(facts, function):
        needed = effect.kind == "waits" and _reads_values(facts, effect.node)
        if needed or effect.kind in ("writes", "mutates", "draws", "prints"):
            return effect.why
    return ""


def _on_own(facts: Facts, function: FunctionNode, call: ast.Call) -> bool:
    """Whether a call is that of a method of a list or dictionary that the function itself makes,
    out of nothing that comes from elsewhere."""
    root = root_of(call.func.value, PATH) if isinstance(call.func, ast.Attribute) else None
    if not isinstance(root, ast.Name):
        return False
    bindings = facts.names.binding(root)
    holder = facts.module.scope[root].holder(root.id)
    return bool(bindings) and holder is not None and holder.node is function and all(
        isinstance(b.value, (ast.List, ast.Dict))
        and b.kind != "param"
        and not any(isinstance(part, ast.Name) for part in ast.walk(b.value))
        for b in bindings
    )  # fmt: skip


def _on_argument(function: FunctionNode, call: ast.Call) -> bool:
    """Whether a call is that of a method of an argument."""
    return isinstance(call.func, ast.Attribute) and root_name(call.func) in parameters(function)


def _branches(facts: Facts, function: FunctionNode) -> str:
    """A test of a function that may depend on values."""
    for node in ast.walk(function):
        test: ast.expr | None = None
        if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            test = node.test
        elif (
            isinstance(node, ast.BoolOp)
            or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
            or (isinstance(node, ast.Call) and facts.names.is_builtin(node.func, "range"))
        ):
            test = node
        elif isinstance(node, (ast.Match, ast.Try)):
            return "it branches"
        if test is not None and _reads_values(facts, test):
            return f"it branches on `{facts.module.source(test)}`"
    return ""


def _reads_values(facts: Facts, test: ast.AST, depth: int = _DEPTH) -> bool:
    """Whether an expression may depend on what a function is given, beyond its structure."""
    pending: list[ast.AST] = [test]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Attribute) and node.attr in ("shape", "ndim", "size", "dtype"):
            continue
        func = node.func if isinstance(node, ast.Call) else node
        if facts.names.is_builtin(func, "isinstance", "len", "hasattr", "callable"):
            continue
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            continue
        if isinstance(node, ast.Name):
            holder = facts.module.scope[node].holder(node.id)
            if holder is not None and holder is not facts.module.top:
                made = facts.names.binding(node)
                if not depth or not made or not all(_is_structure(facts, b, depth) for b in made):
                    return True
        pending += ast.iter_child_nodes(node)
    return False


def _is_structure(facts: Facts, binding: Binding, depth: int) -> bool:
    """Whether what a name is bound to is made of shapes and the like: `b, n = x.shape`."""
    if not isinstance(binding.node, ast.Assign):
        return False
    value = binding.node.value
    called = (node.func for node in ast.walk(value) if isinstance(node, ast.Call))
    return all(
        facts.names.is_builtin(func, "len", "int", "min", "max", "isinstance") for func in called
    ) and not _reads_values(facts, value, depth - 1)


# -- what it takes -------------------------------------------------------------------------


def _arguments(facts: Facts, function: ast.FunctionDef, lifted: bool) -> str:
    """A parameter that is no array, as the function uses it."""
    args = function.args
    for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs):
        note = facts.module.source(arg.annotation) if arg.annotation is not None else ""
        if not lifted and (_words(note) & _NO_ARRAYS):
            return f"`{arg.arg}` is annotated as `{note}`"
        if facts.module.class_of(function) is not None and arg is (args.posonlyargs + args.args)[0]:
            return "it is a method, and jit would have to trace the object"
        if arg.annotation is not None and is_plain_object(facts, arg.annotation):
            return f"`{arg.arg}` is a `{note}`, which is no pytree"
    for default in defaults(function).values():
        fixed = isinstance(default, ast.Constant) and isinstance(default.value, (bool, str))
        if fixed or not isinstance(default, (ast.Constant, ast.UnaryOp)):
            return f"an argument defaults to `{facts.module.source(default)}`"
    names = set(parameters(function))
    for node in ast.walk(function):
        bounds = (node.lower, node.upper, node.step) if isinstance(node, ast.Slice) else ()
        for bound in bounds:
            if isinstance(bound, ast.UnaryOp):
                bound = bound.operand
            if isinstance(bound, ast.Name) and bound.id in names:
                return f"`{bound.id}` is the bound of a slice, so it is no array"
    for node in ast.walk(function) if not lifted else ():
        if not isinstance(node, ast.Call):
            continue
        base = root_of(node.func.value if isinstance(node.func, ast.Attribute) else node.func)
        if isinstance(base, ast.Name) and base.id in names:
            last = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if last not in _OF_DATA:
                return f"`{base.id}` is called, so it is no array"
        if _makes_module(facts, node):
            for given in (*node.args, *(k.value for k in node.keywords)):
                if isinstance(given, ast.Name) and given.id in names:
                    return f"`{given.id}` is handed to `{facts.module.source(node.func)}`"
    return ""


def _choices(facts: Facts, function: ast.FunctionDef, lifted: bool) -> str:
    """A parameter that takes one of several things from outside, which may be a list: a traced
    number chooses from arrays alone."""
    names = {*parameters(function)}
    own = facts.module.scopes[function]
    for node in ast.walk(function):
        if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Slice):
            continue
        chosen = [n.id for n in ast.walk(node.slice) if isinstance(n, ast.Name) and n.id in names]
        root = root_of(node.value, PATH)
        inside = not isinstance(root, ast.Name) or own.holder(root.id) is own
        if chosen and not inside and not arrays(facts).is_array(node.value):
            return f"`{chosen[0]}` chooses from `{facts.module.source(node.value)}`, maybe a list"
    return ""


def _makes_module(facts: Facts, call: ast.Call) -> bool:
    """Whether a call builds an object that is then called, or applied."""
    bindings = facts.names.binding(call.func) if isinstance(call.func, ast.Name) else []
    if any(b.kind == "class" for b in bindings) or module_class(facts, call.func) is not None:
        return True
    parent = facts.module.parent[call]
    if isinstance(parent, ast.Call) and parent.func is call:
        name = facts.names.of(call.func) or ""
        return not name.startswith(("jax.", "equinox.", "flax.nnx."))
    return isinstance(parent, ast.Attribute) and parent.attr in ("apply", "init", "bind")


def _given(facts: Facts, function: ast.FunctionDef, lifted: bool) -> str:
    """An argument at a call that jit would not take, or would compile for each value of."""
    names = positional(function)
    for call in calls(facts).callers(function):
        if any(isinstance(a, ast.Starred) for a in call.args):
            return f"the call at {facts.at(call)} unpacks its arguments"
        given = [*zip(names, call.args, strict=False)]
        given += [(k.arg or "", k.value) for k in call.keywords]
        for name, value in given:
            text, passes = facts.module.source(value), f"the call at {facts.at(call)} passes"
            told = isinstance(value, ast.Constant) and isinstance(value.value, (str, bool))
            if told or isinstance(value, (ast.Lambda, ast.JoinedStr)):
                return f"{passes} `{text}` for `{name}`"
            root: ast.AST = root_of(value, PATH)
            if root is not value and isinstance(root, ast.Name) and _is_settings(facts, root):
                return f"{passes} the setting `{text}`"
            bindings = facts.names.binding(value) if isinstance(value, ast.Name) else []
            if any(b.kind in ("def", "class", "import") for b in bindings):
                return f"{passes} the function `{text}`"
            if lifted and _counts(facts, value):
                return f"`{text}` differs at each call, and would be compiled in"
    return ""


def _is_settings(facts: Facts, name: ast.Name) -> bool:
    """Whether a name stands for what the command line or a file of settings says."""
    for binding in facts.names.binding(name):
        made = binding.value
        if binding.kind == "param" and isinstance(binding.node, ast.arg):
            made = binding.node.annotation
        dotted = facts.names.of(made.func if isinstance(made, ast.Call) else made) or ""
        if dotted.startswith(_SETTINGS):
            return True
        if isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute):
            if made.func.attr in ("parse_args", "parse_known_args"):
                return True
    return (facts.names.of(name) or "").startswith(_SETTINGS)


_SETTINGS = ("absl.flags.", "argparse.", "ml_collections.", "omegaconf.", "hydra.", "click.")


def _counts(facts: Facts, value: ast.expr) -> bool:
    bindings = facts.names.binding(value) if isinstance(value, ast.Name) else []
    heads = [b.node.iter for b in bindings if isinstance(b.node, ast.For)]
    called = (head.func for head in heads if isinstance(head, ast.Call))
    return any(facts.names.is_builtin(func, "range", "enumerate") for func in called)


# -- what it gives, and what it reads ------------------------------------------------------


def _results(facts: Facts, function: ast.FunctionDef, lifted: bool) -> str:
    for node in facts.module.returns(function):
        pending: list[ast.AST] = [node.value] if node.value is not None else []
        while pending:
            part = pending.pop()
            text = isinstance(part, ast.Constant) and isinstance(part.value, (str, bytes))
            if isinstance(part, (ast.Tuple, ast.List)):
                pending += part.elts
            elif isinstance(part, ast.Dict):
                pending += part.values
            elif text or isinstance(part, (ast.Lambda, ast.JoinedStr, ast.Set)):
                return f"it returns `{facts.module.source(part)}`, which is no array"
    return ""


def _outside(facts: Facts, function: ast.FunctionDef, lifted: bool) -> str:
    """Something that a function reads from outside and that changes: jit would keep the first."""
    module = facts.module
    for reached in _reached(facts, function, _DEPTH):
        for name, holder in captured(module, reached):
            if holder.node is function or function in module.ancestors(holder.node):
                continue
            if holder.fixed(name.id):
                continue
            bindings = holder.bindings[name.id]
            declared = any(s.outer.get(name.id) for s in module.scopes.values())
            if len(bindings) != 1 or declared or not _once(facts, bindings[0]):
                return f"it reads `{name.id}`, which changes"
            if _changed(facts, name, holder):
                return f"it reads `{name.id}`, which is changed in place"
            if lifted and isinstance(module.parent[name], (ast.Attribute, ast.Call)):
                return f"it reads `{name.id}` from outside, which the step may change"
    return ""


def _once(facts: Facts, binding: Binding) -> bool:
    """Whether a binding gives a name its value once, and not on every turn of a loop."""
    if binding.kind == "param":
        return True
    statement = isinstance(binding.node, (ast.Assign, ast.AnnAssign))
    return statement and loop_around(facts, binding.node) is None


def _changed(facts: Facts, name: ast.Name, holder: Scope) -> bool:
    """Whether anything of a file changes in place what a name holds."""
    module = facts.module
    for node in module.held(holder, name.id):
        path: ast.AST = node
        while isinstance(module.parent[path], PATH):
            path = module.parent[path]
        call = module.parent[path]
        if path is not node and not isinstance(getattr(path, "ctx", None), ast.Load):
            return True
        if isinstance(call, ast.Call) and call.func is path and path is not node:
            deed = deed_of(facts, call)
            if isinstance(module.parent[call], ast.Expr) or (deed and deed.kind == "mutates"):
                return True
    return False


def _words(text: str) -> set[str]:
    parts = text.replace("|", " ").replace("[", " ").split()
    return {text.rpartition(".")[2], *(part.strip("\"'") for part in parts)}


_NO_ARRAYS = frozenset(
    {"str", "bool", "int", "Callable", "Module", "GradientTransformation", "Optimizer", "dict"}
)
_OF_DATA = frozenset(
    {"apply_gradients", "apply_fn", "replace", "_replace", "items", "keys", "values", "reshape",
     "astype", "mean", "sum", "squeeze", "flatten", "ravel", "transpose", "max", "min", "dot",
     "copy", "get", "set", "add", "at", "std", "var", "swapaxes", "argmax"}
)  # fmt: skip
