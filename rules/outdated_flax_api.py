"""What Flax had once, in code that its newer releases run."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import unpacks

# The newest JAX on the day of a release of Flax: what is pinned to an older one has no such Flax.
_DAY_OF_6 = (0, 3, 15)
_DAY_OF_7 = (0, 4, 13)
_DAY_OF_11 = (0, 6, 0)


class OutdatedFlaxApi(Rule[ast.AST]):
    """Flax is used as it was before one of its breaking releases.

    ## Why is this bad?
    `flax.optim` is gone since Flax 0.6, in favour of Optax. `init` gives a plain dictionary since
    0.7: its `pop` gives one value, where that of a `FrozenDict` gave the rest and the value.
    Since 0.11 `nnx.Optimizer` has to be told what it updates (`wrt=`), and `update` takes the model
    besides the gradients; code that does the one and not the other runs on no release.

    ## Example
    ```python
    from flax import optim


    def make(params, rate):
        return optim.Adam(learning_rate=rate).create(params)
    ```
    Use `optax.adam`; `params = variables.pop("params")`; `nnx.Optimizer(model, tx, wrt=nnx.Param)`.

    ## When to keep it
    Where Flax is pinned to an older release. Where the project allows no JAX that newer releases
    of Flax run on, nothing is reported.
    """

    code = "JOL713"
    summary = "Flax is used as it was before one of its breaking releases"
    severity = Severity.ERROR
    words = ("flax",)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level or not self._newer(_DAY_OF_6):
            return
        for alias in node.names:
            old = node.module == "flax.optim" or (node.module, alias.name) == ("flax", "optim")
            if old and not in_shim(self.facts, node) and not error_meant(self.facts, node):
                self._gone(alias, "importing")
                return

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name == "flax.optim" and self._newer(_DAY_OF_6):
                if not in_shim(self.facts, node) and not error_meant(self.facts, node):
                    self._gone(alias, "importing")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        spelt = node.attr == "optim" and isinstance(node.value, ast.Name)
        if spelt and self.facts.names.of(node) == "flax.optim" and self._newer(_DAY_OF_6):
            if not in_shim(self.facts, node) and not error_meant(self.facts, node):
                self._gone(node, "reading")

    def visit_Assign(self, node: ast.Assign) -> None:
        """`state, params = variables.pop("params")` of what `init` gave."""
        match node:
            case ast.Assign(
                [ast.Tuple([_, _])],
                ast.Call(ast.Attribute(ast.Name() as variables, "pop"), [ast.Constant(str(name))]),
            ):
                pass
            case _:
                return
        made = origins(self.facts, variables)
        if not made or not all(self._is_initialized(one) for one in made):
            return
        frozen = any(one.endswith(("freeze", "FrozenDict")) for one in mentioned(self.facts))
        if frozen or "return_frozendict" in self.facts.module.text or not self._newer(_DAY_OF_7):
            return
        if error_meant(self.facts, node):
            return
        self.report(
            node,
            f"`{self.source(variables)}` is a plain dictionary since Flax 0.7: `pop` gives "
            f'"{name}" alone, and unpacking that into two names fails',
            help=f'write `... = {self.source(variables)}.pop("{name}")`; the rest stays in it',
        )

    def visit_Call(self, node: ast.Call) -> None:
        """`nnx.Optimizer` without `wrt`, whose `update` is given the model."""
        if self.facts.names.call(node) != "flax.nnx.Optimizer" or not self._newer(_DAY_OF_11):
            return
        told = len(node.args) > 2 or any(k.arg == "wrt" for k in node.keywords)
        if told or unpacks(node) or error_meant(self.facts, node) or in_shim(self.facts, node):
            return
        update = next(self._updates(node), None)
        if update is None:
            self.facts.doubt(node, "nothing shows that {} is meant for Flax 0.11", node)
            return
        self.report(
            node,
            "`nnx.Optimizer` needs `wrt` since Flax 0.11, and before that `update` took the "
            "gradients alone: no release runs both",
            help="say what it updates: `wrt=nnx.Param`",
            because=(f"`update` is given the model at {self.facts.at(update)}",),
        )

    def _updates(self, optimizer: ast.Call) -> Iterator[ast.Call]:
        """The updates of an optimizer that are given the model."""
        for call in self.facts.module.all(ast.Call):
            func = call.func
            if isinstance(func, ast.Attribute) and func.attr == "update" and len(call.args) == 2:
                if optimizer in origins(self.facts, func.value):
                    yield call

    def _is_initialized(self, node: ast.expr) -> bool:
        """Whether an expression is what `init` of a module of Linen gives."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return False
        if node.func.attr != "init":
            return False
        models = origins(self.facts, node.func.value)
        return bool(models) and all(self._is_linen(model) for model in models)

    def _is_linen(self, node: ast.expr) -> bool:
        if not isinstance(node, ast.Call):
            return False
        binding = self.facts.names.only_binding(node.func)
        owner = binding.node if binding is not None else None
        if isinstance(owner, ast.ClassDef):
            return framework_of(self.facts, owner) == "linen"
        name = self.facts.names.call(node) or ""
        return name.startswith("flax.linen.") and calls(self.facts).function(node) is None

    def _gone(self, node: ast.AST, doing: str) -> None:
        self.report(
            node,
            f"`flax.optim` was removed in Flax 0.6: {doing} it raises an error",
            help="use Optax",
        )

    def _newer(self, jax: tuple[int, ...]) -> bool:
        """Whether the project allows a JAX as new as a release of Flax."""
        return self.facts.targets(jax)
