"""Batch norms whose running average keeps next to nothing of what it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import argument, defaults, keywords

# The batch norms that multiply what they had by `momentum`, and the place of that argument.
_LAYERS = {"flax.linen.BatchNorm": 2, "flax.nnx.BatchNorm": 9, "equinox.nn.BatchNorm": 9}
_FEW = 0.1


@dataclass(frozen=True, slots=True)
class Forgetful:
    """A batch norm that keeps next to nothing.

    Attributes:
        node: the number, where it is written.
        layer: the class.
        kept: the number.
        default: it is the default of a parameter or a field.
        more: the lines of the same in the rest of the file.
    """

    node: ast.expr
    layer: ast.expr
    kept: float
    default: bool
    more: tuple[int, ...] = ()


class RunningAverageForgets(Rule[Forgetful]):
    """A batch norm is given PyTorch's `momentum=0.1`, which means the opposite here.

    ## Why is this bad?
    In PyTorch `momentum` is the share of the new batch: `0.1` averages over some ten batches. In
    Flax and Equinox it is the share that is kept of the old average, so that `0.1` keeps a tenth
    and takes nine tenths of each batch. The running average is next to the statistics of the last
    batch of training then, whatever was in it, and every evaluation uses them: its results jump
    from one to the next, and are worse than those of the training that went before.

    ## Example
    ```python
    import flax.linen as nn


    class Block(nn.Module):
        @nn.compact
        def __call__(self, x, train: bool):
            x = nn.Conv(64, (3, 3))(x)
            x = nn.BatchNorm(use_running_average=not train, momentum=0.1)(x)
            return nn.relu(x)
    ```
    PyTorch's `0.1` is `momentum=0.9` here, and its `0.01` is `momentum=0.99`, which is what Flax
    and Equinox take if nothing is said.

    ## When to keep it
    Where the average is never used. A layer that is told once and for all which statistics it uses
    (`use_running_average=False`) is not reported.
    """

    code = "JOL843"
    summary = "The running average of a batch norm keeps next to nothing of what it was"
    words = ("BatchNorm",)

    def matches(self) -> Iterator[Forgetful]:
        """The first place of a file where each number stands: what a file does it does again."""
        found: dict[float, list[Forgetful]] = {}
        for node in self.facts.module.all(ast.Call):
            one = self._forgetful(node)
            if one is not None and one.node not in {f.node for f in found.get(one.kept, ())}:
                found.setdefault(one.kept, []).append(one)
        for same in found.values():
            yield replace(same[0], more=tuple(one.node.lineno for one in same[1:]))

    def judge(self, found: Forgetful) -> None:
        kept, taken = f"{found.kept:g}", f"{1 - found.kept:g}"
        lines = ", ".join(map(str, sorted({*found.more})))
        self.report(
            found,
            f"the running average of `{self.source(found.layer)}` keeps {kept} of what it was and "
            f"takes {taken} of each batch: evaluation uses next to nothing but the last one",
            help=f"`momentum` is the share that is kept: PyTorch's {kept} is {taken} here"
            + (f" (on line {lines}, too)" if lines else ""),
            assumed=("nobody gives another number",) if found.default else (),
        )

    def _forgetful(self, node: ast.Call) -> Forgetful | None:
        name, momentum = self._layer(node)
        if name is None or momentum is None or in_test(self.facts, node) or self._settled(node):
            return None
        value = self._number(momentum)
        if value is None or not 0 < value <= _FEW:
            return None
        default = None if isinstance(momentum, ast.Constant) else self._default(momentum)
        layer = node.args[0] if self._partial(node) else node.func
        return Forgetful(default or momentum, layer, value, default is not None)

    def _layer(self, node: ast.Call) -> tuple[str | None, ast.expr | None]:
        """The batch norm that a call makes, or binds arguments to, and its momentum."""
        name = self.facts.names.call(node)
        if name in _LAYERS:
            return name, argument(node, _LAYERS[name], "momentum")
        if self._partial(node):
            name = self.facts.names.of(node.args[0])
            if name in _LAYERS:
                return name, keywords(node).get("momentum")
        return None, None

    def _partial(self, node: ast.Call) -> bool:
        return self.facts.names.call(node) == "functools.partial" and bool(node.args)

    def _settled(self, node: ast.Call) -> bool:
        """Whether a layer is told for good which statistics it uses."""
        told = keywords(node).get("use_running_average")
        if told is None and not self._partial(node) and node.args:
            told = node.args[0] if self.facts.names.call(node) == "flax.linen.BatchNorm" else None
        called = self.facts.module.parent[node]
        if isinstance(called, ast.Call) and called.func is node:
            told = keywords(called).get("use_running_average", told)
        return isinstance(told, ast.Constant) and told.value is not None

    def _number(self, node: ast.expr | None) -> float | None:
        if not isinstance(node, ast.Constant):
            node = self._default(node)
        match node:
            case ast.Constant(int() | float() as value) if not isinstance(value, bool):
                return float(value)
        return None

    def _default(self, node: ast.expr | None) -> ast.expr | None:
        """What a parameter, or a field of the class around, is where nobody gives it."""
        if isinstance(node, ast.Attribute) and self.facts.module.is_self(node.value):
            owner = self.facts.module.owner(node)
            for field in owner.body if owner is not None else ():
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    if field.target.id == node.attr:
                        return field.value
        binding = self.facts.names.only_binding(node) if isinstance(node, ast.Name) else None
        if binding is not None and binding.kind == "param":
            home = self.facts.module.function(binding.node)
            return defaults(home).get(binding.name) if home is not None else None
        return None
