"""Networks: modules of frameworks, whose calls are forward passes whatever their layers do."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.frameworks import is_apply
from jaxopt_lint.semantics.jax.machine.core import Arguments
from jaxopt_lint.semantics.jax.machine.objects import APPLIED, RUN_AS_CALLED, Objects
from jaxopt_lint.semantics.jax.machine.values import (
    Instance,
    Map,
    Method,
    Network,
    Record,
    Tree,
    Value,
)

# What gives functions beside arrays.
_GIVE_FUNCTIONS = frozenset({"vjp", "linearize", "closure_convert"})
# What gives the network back that it is given, with other weights or flags, by its place.
SAME_NETWORK = {
    "equinox.nn.inference_mode": 0, "equinox.tree_inference": 0, "equinox.apply_updates": 0,
    "equinox.tree_at": 1, "equinox.tree_deserialise_leaves": 1, "equinox.combine": 0,
    "equinox.filter_shard": 0, "flax.nnx.clone": 0,
}  # fmt: skip
FORWARD = 10  # operations that a forward pass has at least


class Networks(Objects):
    """Tells what is a network, and notes where one runs."""

    def forward(self, node: ast.expr, name: str) -> Tree:
        """What a network computes, as it is called; its layers are not looked at."""
        self.handed += FORWARD
        if not self.staged:
            self.forwards.append((node, name, tuple(self.chain)))
        elif self.weighed is not None and not self.passed:
            self.passed = name
        return self.tree(node, "eager", name)

    def network(self, node: ast.expr, value: Value) -> str:
        """The network whose layers run where a value is called; "" where it is none."""
        match value:
            case Network(name, framework) if framework in RUN_AS_CALLED:
                return name or self.model(node)
            case Method(Network(name, framework), "apply") if framework in APPLIED:
                return name or self.model(node)
            case Instance(owner) | Record(owner) if self.framework(owner) in RUN_AS_CALLED:
                return owner.name if self.looked_up(value, "__call__") is not None else ""
            case Tree(levels, made) if made is not None and not levels:
                # Of the trees that compiled code gives, networks are the ones that are called;
                # what stands behind a dot is a method of arrays.
                func, called = _func(node), _model(node)
                plain = isinstance(called, ast.Name) and made.name not in _GIVE_FUNCTIONS
                return self.shown(func) if plain and made.how == "jitted" else ""
        return ""

    def model(self, node: ast.expr) -> str:
        """What a call of a network calls, as the file says it."""
        return self.shown(_model(node))

    def same_network(self, value: Value) -> Network | None:
        """A network of which all weights and flags may have changed; None for what is none."""
        match value:
            case Network():
                return value
            case Instance(owner) if self.framework(owner) in RUN_AS_CALLED:
                return Network(owner.name, self.framework(owner) or "")
        return None

    def decorated_call(self, owner: ast.ClassDef) -> bool:
        """Whether something is made of what calling an object runs: it may be compiled."""
        method = self._method(owner, "__call__")
        return bool(getattr(method, "decorator_list", ()))


def applies(call: ast.Call, args: Arguments) -> bool:
    """`state.apply_fn({"params": params}, x)`: flax looks the parameters up under that name."""
    if not is_apply(call.func):
        return False
    given = args[0] if args else None
    return isinstance(given, Map) and any(key == "params" for key, _ in given.items)


def _func(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _model(node: ast.expr) -> ast.expr:
    """What a call runs: `model` of `model(x)` and of `jax.vmap(model)(x)`."""
    func = _func(node)
    return func.args[0] if isinstance(func, ast.Call) and func.args else func
