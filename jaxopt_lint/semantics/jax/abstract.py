"""Where code certainly runs on abstract values, and does not provide for concrete ones."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, tracing
from jaxopt_lint.semantics.jax.wraps import KEEPS_CODE
from jaxopt_lint.semantics.python import FunctionNode

# Under these alone, what does not come from an argument stays concrete, or may be run as it is.
PARTLY = ("vmapped", "checkpointed", "passed to `custom", "passed to `linearize",
          "passed to `vmap", "passed to `checkpoint", "vmap at", "checkpoint at",
          "perhaps under")  # fmt: skip


def why_abstract(facts: Facts, node: ast.expr) -> str | None:
    """Why everything that JAX computes around a node is abstract; None where that is not certain.

    Code that may be called outside of a trace as well, that expects the error, or that makes
    sure of concrete values is left out.
    """
    function = facts.module.function(node)
    why = tracing(facts).staged(function)
    if why is None or function is None:
        return None
    if why.startswith(PARTLY) and not (
        why.startswith("vmapped") and _of_arguments(facts, function, node)
    ):
        return None
    for inner, around in facts.module.way_out(node):
        if isinstance(around, ast.Try) and inner in around.body and around.handlers:
            return None
        if isinstance(around, (ast.With, ast.AsyncWith)):
            if any(evaluates(facts, item.context_expr) for item in around.items):
                return None
        if isinstance(around, (ast.If, ast.IfExp, ast.While)):
            if separates(facts, around.test):
                return None
        if around is function:
            break
    wraps = tracing(facts).of(function)
    if wraps and not any(w.decorator for w in wraps):
        # `fast = jax.jit(f)` beside plain calls of `f`: this may be meant for those.
        for call in calls(facts).callers(function):
            concrete = tracing(facts).staged(facts.module.function(call)) is None
            if concrete and not _staged(facts, call):
                return None
    return why


def evaluates(facts: Facts, manager: ast.expr) -> bool:
    """Whether a context manager makes what stands in it run at once, traced or not."""
    made = manager.func if isinstance(manager, ast.Call) else manager
    return facts.names.of(made) in _EVALUATES


_EVALUATES = frozenset(
    {"jax.ensure_compile_time_eval", "jax.core.eval_context", "jax._src.core.eval_context"}
)


def separates(facts: Facts, test: ast.expr, depth: int = 3) -> bool:
    """Whether a condition asks for a type, or for whether something is traced."""
    for part in ast.walk(test):
        if isinstance(part, (ast.Name, ast.Attribute)):
            if (facts.names.of(part) or "").startswith(_ASKS):
                return True
        if isinstance(part, ast.Name) and depth:
            value = facts.names.value(part)
            if value is not None and separates(facts, value, depth - 1):
                return True
        if not isinstance(part, ast.Call):
            continue
        if facts.names.is_builtin(part.func, "isinstance", "type", "issubclass"):
            return True
        callee = calls(facts).callee(part.func)
        node = callee.node if callee is not None and not callee.wraps else None
        if node is not None and depth and not isinstance(node, ast.Lambda):
            returned = [n.value for n in facts.module.inside(ast.Return, node)]
            if any(v is not None and separates(facts, v, depth - 1) for v in returned):
                return True
    return False


_ASKS = (
    "jax.core.Tracer", "jax.core.is_concrete", "jax.core.concrete", "jax.core.trace_ctx",
    "jax.core.trace_state_clean", "jax.core.unsafe_am_i_under_a_jit", "jax.core.cur_sublevel",
    "jax._src.core.", "jax.config.jax_disable_jit", "jax.extend.core.Tracer", "flax.core.tracers.",
    "equinox.is_array", "equinox._misc.",
)  # fmt: skip


def rewritten(facts: Facts, function: FunctionNode) -> bool:
    """Whether a decorator that nobody knows may put other code in the place of a function's own.

    One that translates Python control flow makes `if` on a traced value legal.
    """
    known = {id(wrap.site) for wrap in tracing(facts).of(function) if wrap.decorator}
    for decorator in getattr(function, "decorator_list", ()):
        made = decorator.func if isinstance(decorator, ast.Call) else decorator
        dotted = facts.names.of(made) or ""
        builtin = facts.names.is_builtin(made, "staticmethod", "classmethod", "property")
        if id(decorator) not in known and not builtin and not dotted.startswith(KEEPS_CODE):
            return True
    return False


def _staged(facts: Facts, call: ast.Call) -> bool:
    """Whether a call goes through a transform: `jax.vmap(f)(xs)`."""
    callee = calls(facts).callee(call.func)
    wraps = callee.wraps if callee is not None else ()
    return any(TRANSFORMS[name].staged for name, _ in wraps)


def _of_arguments(facts: Facts, function: FunctionNode, node: ast.expr) -> bool:
    """Whether an expression is computed from what its own function is mapped over."""
    traced = tracing(facts).traced_parameters(function)
    pending: list[ast.AST] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, ast.Attribute) and part.attr in ("shape", "ndim", "size", "dtype"):
            continue
        if isinstance(part, ast.Call) and facts.names.is_builtin(part.func, "len", "isinstance"):
            continue
        if isinstance(part, ast.Name) and part.id in traced:
            bindings = facts.names.binding(part)
            if len(bindings) == 1 and bindings[0].kind == "param":
                return facts.module.function(part) is function
        pending += ast.iter_child_nodes(part)
    return False
