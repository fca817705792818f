"""What code that a call runs stores anew: `info["rng"], key = split(info["rng"])` within a helper
that is given `info`, or takes it from around itself.

After the call that place holds another key, which nobody here has seen.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from jaxopt_lint.patterns.key_callees import Code, code_of, runs
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.python import positional, root_of
from jaxopt_lint.semantics.python.scopes import FunctionNode

_DEEPEST = 3  # helpers of helpers
_PATH = (ast.Attribute, ast.Subscript)


def renewed_places(facts: Facts, call: ast.Call, keys: Collection[str]) -> Iterator[str]:
    """The holders of keys, names or attributes, in which a call stores another key.

    Args:
        keys: the keys, as they are written where the call is.
    """
    if not any("[" in key for key in keys):
        return  # attributes that others store are no matter of this
    for text, holder in _stored_by(facts, call, _DEEPEST):
        if any(key == text or key.startswith((f"{text}[", f"{text}.")) for key in keys):
            yield holder


def _stored_by(facts: Facts, call: ast.Call, depth: int) -> Iterator[tuple[str, str]]:
    """The items that a call stores, as its caller would write them, and what holds each."""
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr == "update":  # of a dictionary, perhaps
        held = ast.unparse(func.value)
        items = [k.arg for k in call.keywords if not call.args]
        yield from ((held if i is None else f"{held}[{i!r}]", held) for i in items or [None])
    for run in runs(facts, call):
        code = code_of(facts, run.function, calls(facts).callee(run.function))
        if code is None:
            continue
        names = positional(code.function)
        given = dict(zip(names[code.bound :], run.given, strict=False)) | run.named
        if code.bound and names and isinstance(run.function, ast.Attribute):
            given[names[0]] = run.function.value
        for root, rest, inner in _stores_of(code.home, code.function, depth):
            value = given.get(root)
            if root in names and not isinstance(value, (ast.Name, *_PATH)):
                continue
            if root not in names and not _is_around(facts, code, root, call):
                continue
            there = ast.unparse(value) if root in names and value is not None else root
            yield there + rest, there + inner


@fact
def _stores_of(
    facts: Facts, function: FunctionNode, depth: int
) -> tuple[tuple[str, str, str], ...]:
    """The items that a function stores in what it does not make itself: the name that a path
    starts from, the rest of the path, and that of what holds the item."""
    out: list[tuple[str, str, str]] = []
    own = facts.module.scopes[function]
    foreign = {
        name for name, bound in own.bindings.items() if any(b.kind != "param" for b in bound)
    }
    for node in facts.module.inside(ast.Subscript, function):
        root = root_of(node, _PATH)
        stored = isinstance(node.ctx, ast.Store) and facts.module.function(node) is function
        if stored and isinstance(root, ast.Name) and root.id not in foreign:
            rest, inner = ast.unparse(node), ast.unparse(root_of(node, ast.Subscript))
            out.append((root.id, rest[len(root.id) :], inner[len(root.id) :]))
    for call in facts.module.inside(ast.Call, function) if depth else ():
        if facts.module.function(call) is function:
            for text, held in _stored_by(facts, call, depth - 1):
                name = text.partition("[")[0].partition(".")[0]
                if name.isidentifier() and name not in foreign:
                    out.append((name, text[len(name) :], held[len(name) :]))
    return tuple(dict.fromkeys(out))


def _is_around(facts: Facts, code: Code, name: str, call: ast.Call) -> bool:
    """Whether a name of a function that is called is the variable that the caller has by it."""
    if code.home is not facts:
        return False
    there = facts.module.scopes[code.function].holder(name)
    return there is not None and there is facts.module.scope[call].holder(name)
