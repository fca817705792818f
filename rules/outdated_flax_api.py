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
_CELLS = frozenset(
    f"flax.linen.{name}"
    for name in (
        "GRUCell",
        "LSTMCell",
        "OptimizedLSTMCell",
        "SimpleCell",
        "ConvLSTMCell",
        "MGUCell",
    )
)


class OutdatedFlaxApi(Rule[ast.AST]):
    """Flax is used as it was before one of its breaking releases.

    ## Why is this bad?
    `flax.optim` is gone since Flax 0.6, in favour of Optax. `init` gives a plain dictionary since
    0.7: it has no `unfreeze`, and its `pop` gives one value, where that of a `FrozenDict` gave the
    rest and the value. Recurrent cells are told their `features` since 0.7, and `initialize_carry`
    is a method of a cell that is made, which takes the shape of the inputs.
    Since 0.11 `nnx.Optimizer` has to be told what it updates (`wrt=`), and `update` takes the model
    besides the gradients: an optimizer that is made in the new way and updated in the old one, or
    the other way round, raises.

    ## Example
    ```python
    from flax import optim


    def make(params, rate):
        return optim.Adam(learning_rate=rate).create(params)
    ```
    Use `optax.adam`; `params = variables.pop("params")`; `nn.GRUCell(features=64)`;
    `nnx.Optimizer(model, tx, wrt=nnx.Param)`.

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
        if node.attr == "initialize_carry":
            self._carry_of_class(node)
            return
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
        if not self._plain(node):
            return
        self.report(
            node,
            f"`{self.source(variables)}` is a plain dictionary since Flax 0.7: `pop` gives "
            f'"{name}" alone, and unpacking that into two names fails',
            help=f'write `... = {self.source(variables)}.pop("{name}")`; the rest stays in it',
        )

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "unfreeze":
            self._unfrozen(node, node.func.value)
        elif self.facts.names.call(node) in _CELLS:
            self._cell_without_features(node)
        else:
            self._optimizer(node)

    def _unfrozen(self, node: ast.Call, value: ast.expr) -> None:
        """`variables["params"].unfreeze()` of what `init` gave."""
        match value:
            case ast.Subscript(variables, ast.Constant("params")):
                is_ours = _calls_init  # nobody but Linen calls a part of it so
            case variables:
                is_ours = self._is_initialized
        made = origins(self.facts, variables)
        if not made or not all(is_ours(one) for one in made) or not self._plain(node):
            return
        if any(text.value == "unfreeze" for text in self.facts.module.all(ast.Constant)):
            return  # it asks for the method first
        self.report(
            node,
            f"`{self.source(value)}` is a plain dictionary since Flax 0.7, which has no "
            "`unfreeze`: it raises AttributeError",
            help="leave it out: what `init` gives can be changed",
        )

    def _plain(self, node: ast.AST) -> bool:
        """Whether what `init` gives is a plain dictionary, as far as the file and the releases
        that the project allows say."""
        frozen = any(one.endswith((".freeze", "FrozenDict")) for one in mentioned(self.facts))
        if frozen or "return_frozendict" in self.facts.module.text or not self._newer(_DAY_OF_7):
            return False
        return not error_meant(self.facts, node) and not in_shim(self.facts, node)

    def _cell_without_features(self, node: ast.Call) -> None:
        told = node.args or any(k.arg in ("features", None) for k in node.keywords)
        if told or not self._newer(_DAY_OF_7):
            return
        if error_meant(self.facts, node) or in_shim(self.facts, node):
            return
        cell = self.source(node.func)
        self.report(
            node,
            f"`{cell}` needs `features` since Flax 0.7: the call raises TypeError",
            help=f"`{cell}(features=...)`, the size of the carry",
        )

    def _carry_of_class(self, node: ast.Attribute) -> None:
        """`nn.GRUCell.initialize_carry(rng, batch_dims, size)`, as it was called of the class."""
        called = isinstance(self.facts.module.parent[node], ast.Call)
        if not called or self.facts.names.of(node.value) not in _CELLS:
            return
        if not self._newer(_DAY_OF_7) or error_meant(self.facts, node):
            return
        if in_shim(self.facts, node):
            return
        cell = self.source(node.value)
        self.report(
            node,
            f"`initialize_carry` is a method of a cell that is made since Flax 0.7: called of "
            f"`{cell}` it raises an error",
            help=f"`{cell}(features=size).initialize_carry(rng, (*batch_dims, size))`",
        )

    def _optimizer(self, node: ast.Call) -> None:
        """`nnx.Optimizer` without `wrt`, whose `update` is given the model; or the other way
        round."""
        if self.facts.names.call(node) != "flax.nnx.Optimizer" or not self._newer(_DAY_OF_11):
            return
        told = len(node.args) > 2 or any(k.arg == "wrt" for k in node.keywords)
        if unpacks(node) or error_meant(self.facts, node) or in_shim(self.facts, node):
            return
        if told:
            self._without_model(node)
            return
        update = next(self._updates(node, 2), None)
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

    def _without_model(self, optimizer: ast.Call) -> None:
        """The updates by gradients alone of an optimizer that is made as it is now."""
        for update in self._updates(optimizer, 1):
            if update.keywords or error_meant(self.facts, update):
                continue
            self.report(
                update,
                "`update` of `nnx.Optimizer` takes the model before the gradients since Flax 0.11: "
                "the call raises TypeError",
                help=f"`{self.source(update.func)}(model, {self.source(update.args[0])})`, with "
                "the model that it was made for",
                because=(f"it is made, with `wrt`, at {self.facts.at(optimizer)}",),
            )

    def _updates(self, optimizer: ast.Call, given: int) -> Iterator[ast.Call]:
        """The updates of an optimizer that are given so many arguments by position."""
        for call in self.facts.module.all(ast.Call):
            func = call.func
            if not isinstance(func, ast.Attribute) or func.attr != "update":
                continue
            starred = any(isinstance(a, ast.Starred) for a in call.args)
            if len(call.args) == given and not starred:
                if optimizer in origins(self.facts, func.value):
                    yield call

    def _is_initialized(self, node: ast.expr) -> bool:
        """Whether an expression is what `init` of a module of Linen gives."""
        if not _calls_init(node):
            return False
        assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
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


def _calls_init(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "init"
