"""What checkpoint policies name, and which values the functions under them give names to."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.python import FunctionNode, argument, text_of

_ROOTS = ("jax.checkpoint_policies.", "jax.ad_checkpoint.checkpoint_policies.")
_KEPT = {
    "save_only_these_names": "kept",
    "save_any_names_but_these": "left out",
    "save_anything_except_these_names": "left out",
}
_LISTS = {"names_which_can_be_saved": "kept", "names_which_can_be_offloaded": "offloaded"}
_NAMES_A_VALUE = ("jax.ad_checkpoint.checkpoint_name",)


@dataclass(frozen=True, slots=True)
class PolicyName:
    """One name in a policy.

    Attributes:
        node: the string.
        name: what it says.
        use: what happens to the value of that name: "kept", "offloaded", or "left out".
    """

    node: ast.Constant
    name: str
    use: str


@dataclass(frozen=True, slots=True)
class Under:
    """A function under a checkpoint whose policy goes by names.

    Attributes:
        wrap: the checkpoint.
        policy: the names of its policy; None where they are not all written out.
        given: the names that the function, and all that it calls, give to values.
        complete: whether all code that the function runs is in sight.
    """

    wrap: Wrap
    policy: tuple[PolicyName, ...]
    given: frozenset[str]
    complete: bool


@fact
def named_checkpoints(facts: Facts) -> list[Under]:
    """The checkpoints of a file whose policy goes by names, with what is named below them."""
    found: list[Under] = []
    for wrap in tracing(facts).wraps:
        if wrap.transform.kind != "checkpoint" or wrap.function is None:
            continue
        policy = wrap.keyword("policy")
        names = policy_names(facts, policy) if policy is not None else None
        if names:
            reader = _Reader(facts, wrap.function)
            given = frozenset(reader.given)
            found.append(Under(wrap, tuple(names), given, reader.complete))
    return found


@fact
def idle_names(facts: Facts) -> dict[ast.expr, Wrap]:
    """The names that are given under a checkpoint without a policy, where no policy is in the
    file either: they change nothing."""
    found: dict[ast.expr, Wrap] = {}
    if not facts.module.mentions("policy") and not facts.module.mentions("policies"):
        for wrap in tracing(facts).wraps:
            if wrap.name == "jax.checkpoint" and wrap.function is not None:
                if wrap.options is None or all(k.arg for k in wrap.options.keywords):
                    for node in _Reader(facts, wrap.function).places:
                        found.setdefault(node, wrap)
    return found


def policy_names(facts: Facts, policy: ast.expr) -> list[PolicyName] | None:
    """The names that a policy goes by; None where that cannot be said."""
    if isinstance(policy, ast.Name):
        value = facts.names.value(policy)
        return policy_names(facts, value) if value is not None else None
    if not isinstance(policy, ast.Call):
        return None
    dotted = facts.names.of(policy.func) or ""
    root = next((r for r in _ROOTS if dotted.startswith(r)), None)
    if root is None:
        return None
    kind = dotted.removeprefix(root)
    out: list[PolicyName] = []
    if kind in _KEPT:
        known = not policy.keywords and _collect(policy.args, _KEPT[kind], out)
        return out if known else None
    if kind == "save_and_offload_only_these_names":
        for keyword in policy.keywords:
            if keyword.arg is None:
                return None
            if keyword.arg in _LISTS:
                value = keyword.value
                if not isinstance(value, (ast.List, ast.Tuple)):
                    return None
                if not _collect(value.elts, _LISTS[keyword.arg], out):
                    return None
        return None if policy.args else out
    if kind == "save_from_both_policies" and len(policy.args) == 2:
        both = [policy_names(facts, a) for a in policy.args]
        return [n for names in both for n in names or ()]
    return None


def _collect(values: list[ast.expr], use: str, out: list[PolicyName]) -> bool:
    for value in values:
        if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
            return False
        out.append(PolicyName(value, value.value, use))
    return True


class _Reader:
    """Walks a function and all that it may call, for the names that it gives."""

    def __init__(self, facts: Facts, function: FunctionNode) -> None:
        self.facts = facts
        self.given: set[str] = set()
        self.places: list[ast.expr] = []
        self.complete = True
        self._seen: set[FunctionNode] = set()
        self.function(function)

    def function(self, function: FunctionNode) -> None:
        if function in self._seen:
            return
        self._seen.add(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Call):
                self._call(node)
            elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
                # A function that is handed on, to a scan or a map, runs as well.
                callee = calls(self.facts).callee(node)
                if callee is not None and callee.node is not None:
                    self.function(callee.node)

    def _call(self, call: ast.Call) -> None:
        facts = self.facts
        dotted = facts.names.of(call.func)
        if dotted in _NAMES_A_VALUE:
            name = argument(call, 1, "name")
            literal = text_of(self.facts.names.behind(name))
            if literal is None:
                self.complete = False
            else:
                self.given.add(literal)
                assert name is not None
                self.places.append(name)
            return
        callee = calls(facts).callee(call.func)
        if callee is not None and callee.node is not None:
            return  # walked as a reference
        if callee is not None and callee.dotted is not None:
            dotted = callee.dotted
        if dotted is not None:
            self.complete &= dotted.startswith(_SILENT) and self._runs_what_is_known(call, dotted)
        elif isinstance(call.func, ast.Name):
            self.complete &= facts.names.is_builtin(call.func, call.func.id)
        elif isinstance(call.func, ast.Attribute):
            self.complete &= call.func.attr in _METHODS
        elif callee is None or not isinstance(call.func, ast.Call):
            self.complete = False  # `make(x)(y)`, where `make` is not known

    def _runs_what_is_known(self, call: ast.Call, dotted: str) -> bool:
        """Whether the functions that a call is handed are in sight, or give no names."""
        transform = TRANSFORMS.get(dotted)
        positions = transform.positions if transform is not None else ()
        if dotted in _TAKE_A_FUNCTION:
            positions = (0,)
        given = [call.args[place] for place in positions if place < len(call.args)]
        every = [f for g in given for f in (g.elts if isinstance(g, _LISTED) else [g])]
        return all(map(self._is_known, every))

    def _is_known(self, function: ast.expr) -> bool:
        callee = calls(self.facts).callee(function)
        known = self.facts.names.of(function) or (callee and callee.dotted) or ""
        here = callee is not None and callee.node is not None
        builtin = self.facts.names.is_builtin(function, getattr(function, "id", ""))
        return here or builtin or known.startswith(_SILENT)


# Code that gives no names by itself: what it is handed is walked where it is mentioned.
_SILENT = (
    "jax.", "numpy.", "math.", "functools.", "operator.", "einops.", "optax.", "dataclasses.",
    "itertools.", "collections.", "typing.",
)  # fmt: skip
_LISTED = (ast.List, ast.Tuple)
_TAKE_A_FUNCTION = LEAF_MAPS | {"functools.partial", "functools.reduce"}
_METHODS = frozenset(
    {"reshape", "astype", "transpose", "swapaxes", "sum", "mean", "max", "min", "dot", "squeeze",
     "ravel", "flatten", "set", "add", "get", "items", "values", "keys", "append", "var", "std",
     "copy", "conj", "prod", "cumsum", "argmax", "argmin", "take", "repeat", "split", "pop",
     "multiply", "apply_along_axis", "all", "any", "clip", "round", "format", "join",
     "startswith", "endswith", "extend", "update", "index", "count", "_replace", "replace"}
)  # fmt: skip
