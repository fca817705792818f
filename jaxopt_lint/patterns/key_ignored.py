"""Whether what a call runs ever reads what it is given: methods that take a key only because others
of their name do.

Which class an object is of is often unknown, or it is one that leaves the method to others. Then
every method of that name counts that stands in the file, or in those that it imports.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from jaxopt_lint.patterns.key_callees import PLAIN, Code, code_of, decorated
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact
from jaxopt_lint.semantics.jax.calls import Callee, left_to_subclasses
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.python import DEFINITIONS, positional, reads_after
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse


def ignores(facts: Facts, call: ast.Call, value: ast.expr) -> bool:
    """Whether no function of the project that a call may run reads the argument `value`."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(not k.arg for k in call.keywords):
        return False
    func, callee = call.func, calls(facts).callee(call.func)
    if callee is not None and callee.wraps:
        made = facts.names.behind(func)
        inner = made.args[0] if isinstance(made, ast.Call) and made.args else None
        if not isinstance(inner, (ast.Name, ast.Attribute)) or not _keeps(callee):
            return False
        func, callee = inner, calls(facts).callee(inner)
    if callee is not None and (callee.wraps or callee.bound_names):
        return False
    code = code_of(facts, func, callee)
    if code is not None:
        found = [code]
    elif isinstance(func, ast.Attribute) and facts.names.of(func) is None:
        found = [*_methods(facts, func.attr)]
    else:
        return False
    real = [c for c in found if isinstance(c.function, DEFINITIONS)]
    real = [c for c in real if not left_to_subclasses(c.function)]  # type: ignore[arg-type]
    return bool(real) and all(_unread(code, call, value) for code in real)


def thrown_away(facts: Facts, returned: ast.AST, use: KeyUse) -> bool:
    """Whether a function returns a key in a tuple, and all calls of it give that place a name that
    nothing reads: nobody goes on with the key."""
    module, function = facts.module, facts.module.function(use.call)
    if not isinstance(returned, ast.Tuple) or not isinstance(function, DEFINITIONS):
        return False
    texts = [ast.unparse(part) for part in returned.elts]
    if ast.unparse(use.key) not in texts:
        return False
    name, place = function.name, texts.index(ast.unparse(use.key))
    others = (m for m in facts.project.texts if m != module.name)
    if not name.startswith("_") and any(facts.project.texts[m].mentions(name) for m in others):
        return False
    mentions: list[ast.Name | ast.Attribute] = [*module.named(name), *module.attributes(name)]
    read = [node for node in mentions if isinstance(node.ctx, ast.Load)]
    return bool(read) and all(_drops(facts, node, place) for node in read)


def _drops(facts: Facts, func: ast.expr, place: int) -> bool:
    """Whether a function is called here, and a place of its result is not read."""
    call = facts.module.parent[func]
    stored = facts.module.stored_by(call) if getattr(call, "func", None) is func else None
    match stored:
        case ast.Assign([ast.Tuple(targets)]) if place < len(targets):
            target = targets[place]
            return isinstance(target, ast.Name) and not reads_after(facts.module, stored, target.id)
    return False


def _keeps(callee: Callee) -> bool:
    """Whether a function is called as what one transform has made of it, which takes what it takes:
    `step = jax.jit(env.step)`."""
    return len(callee.wraps) == 1 and TRANSFORMS[callee.wraps[0][0]].kind in PLAIN


def _unread(code: Code, call: ast.Call, value: ast.expr) -> bool:
    """Whether a function never reads the parameter that an argument of a call is given as."""
    names = positional(code.function)[code.bound :]
    place = next((n for n, given in enumerate(call.args) if given is value), None)
    if place is None:
        name = next((k.arg for k in call.keywords if k.value is value), None)
    else:
        name = names[place] if place < len(names) else None
    scope = code.home.module.scopes[code.function]
    bound = [b for b in scope.bindings.get(name or "", ()) if b.kind != "delete"]
    if len(bound) != 1 or bound[0].kind != "param" or name not in _own_parameters(code):
        return False
    return not code.home.module.reads(scope, name)


def _own_parameters(code: Code) -> set[str]:
    args = code.function.args
    return {a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs)}


def _methods(facts: Facts, name: str) -> Iterator[Code]:
    """The methods of a name, in this file and those that it imports."""
    word, project = f"def {name}(", facts.project
    if word in facts.module.text:
        yield from _methods_here(facts).get(name, ())
    for module in sorted(project.near(facts.module.name)):
        if module in project.texts and project.texts[module].mentions(word):
            other = elsewhere(facts, module)
            yield from _methods_here(other).get(name, ()) if other is not None else ()


@fact
def _methods_here(facts: Facts) -> dict[str, list[Code]]:
    """The methods of the classes of a file, by their names."""
    out: dict[str, list[Code]] = {}
    for method in facts.module.all(*DEFINITIONS):
        if facts.module.class_of(method) is not None:
            code = Code(facts, method, 1)
            code = replace(code, bound=0) if decorated(code, "staticmethod") else code
            out.setdefault(method.name, []).append(code)
    return out
