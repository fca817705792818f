"""Whether a turn of a loop is a whole pass of a network, which has enough to do by itself.

To run all passes at once takes the memory of all of them, and the convolutions of a `vmap` over
parameters are slower than those of one pass: nobody knows without a measurement.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from jaxopt_lint.semantics.jax.api.frameworks import is_apply
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import FunctionNode, own_nodes, root_of

_CONVOLUTIONS = ("jax.lax.conv", "jax.numpy.convolve", "jax.scipy.signal.", "flax.linen.Conv",
                 "flax.nnx.Conv", "equinox.nn.Conv", "haiku.Conv")  # fmt: skip
_DEPTH = 3


def whole_pass(facts: Facts, parts: Sequence[ast.AST]) -> str:
    """The network, or the convolution, that code runs, itself or in functions of the file that it
    calls; "" if none is seen."""
    for call in _reached(facts, parts, _DEPTH, set()):
        name = facts.names.call(call) or ""
        if name.startswith(_CONVOLUTIONS):
            return facts.module.source(call.func)
        if _applies(facts, call.func):
            return facts.module.source(call.func)
    return ""


def _reached(
    facts: Facts, parts: Sequence[ast.AST], depth: int, seen: set[FunctionNode]
) -> Iterator[ast.Call]:
    """The calls that code makes, and those of the functions that it calls or hands on."""
    for node in own_nodes(parts):
        if not isinstance(node, ast.Call):
            continue
        yield node
        for func in (node.func, *node.args) if depth else ():
            callee = calls(facts).callee(func)
            if callee is not None and callee.node is not None and callee.node not in seen:
                seen.add(callee.node)
                body = callee.node.body
                yield from _reached(
                    facts, body if isinstance(body, list) else [body], depth - 1, seen
                )


def _applies(facts: Facts, func: ast.expr) -> bool:
    """`model.apply`, `net.apply.encode`, and what haiku's transforms made."""
    part = func
    while isinstance(part, ast.Attribute):
        if is_apply(part) and facts.names.of(func) is None:
            return True
        part = part.value
    root = root_of(func)
    bindings = facts.names.binding(root) if isinstance(root, ast.Name) else []
    for binding in bindings:
        made = binding.node.value if isinstance(binding.node, ast.Assign) else binding.value
        for one in ast.walk(made) if made is not None else ():
            if isinstance(one, ast.Call):
                if (facts.names.call(one) or "").startswith(_TRANSFORMS):
                    return True
    return False


_TRANSFORMS = ("haiku.transform", "haiku.multi_transform")
