"""Weights of Equinox that two fields of a module hold, which come apart in training."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import assigned_names

_WEIGHTS = ("weight", "bias")


class WeightsSharedByCopy(Rule[ast.AST]):
    """A field of an Equinox module is given the weights that another field holds.

    ## Why is this bad?
    A module is a tree, in which the two fields are two leaves: each gets its own gradient and its
    own update, and after the first step they are no longer the same. So it is where `eqx.tree_at`
    puts the weights of one layer into another, and where one layer is stored twice: the tree
    knows no objects. Weights that are to stay tied are marked by `eqx.nn.Shared`.

    ## Example
    ```python
    import equinox as eqx
    import jax


    class Language(eqx.Module):
        embed: eqx.nn.Embedding
        head: jax.Array

        def __init__(self, key):
            self.embed = eqx.nn.Embedding(100, 8, key=key)
            self.head = self.embed.weight
    ```
    Read the one field in both places, `self.embed.weight` in `__call__`, or wrap the pair in
    `eqx.nn.Shared`.

    ## When to keep it
    Where the second is only to begin like the first.
    """

    code = "JOL853"
    summary = "Two fields of an Equinox module hold the same weights, and come apart"
    words = ("equinox",)

    def visit_Assign(self, node: ast.Assign) -> None:
        match node.targets:
            case [ast.Attribute(me, field)] if self.facts.module.is_self(me):
                self._stored(node, field, node.value)

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(
                ast.Attribute(ast.Name("object"), "__setattr__"),
                [me, ast.Constant(str(field)), value],
                [],
            ) if self.facts.module.is_self(me):
                self._stored(node, field, value)

    def _stored(self, node: ast.AST, field: str, value: ast.expr) -> None:
        """Look at what `__init__` stores in a field, or at the statement that made it."""
        module = self.facts.module
        function, owner = module.function(node), module.owner(node)
        if getattr(function, "name", "") != "__init__" or owner is None or "Shared" in module.text:
            return
        assert isinstance(function, ast.FunctionDef)
        if isinstance(value, ast.Name):
            made = self._last(node, value.id)
            other = self._stored_before(function, node, value, made, field)
            if other is not None and self._are_leaves(owner, field, other.attr):
                self._tell(node, field, other)
                return
            if made is not None and isinstance(made.value, ast.Call):
                node, value = made, made.value
        for given in self._given(value):
            held = given.value if given.attr in _WEIGHTS else given
            if given is not value and held is given:
                continue  # `tree_at` is given more than weights
            if not self._is_layer(function, held, field):
                continue
            if self._are_leaves(owner, field):
                self._tell(node, field, given)
                return

    def _stored_before(
        self,
        function: ast.FunctionDef,
        node: ast.AST,
        value: ast.Name,
        made: ast.Assign | None,
        field: str,
    ) -> ast.Attribute | None:
        """The other field in which a layer of a variable has been stored already."""
        if made is None or not _is_made(self.facts.names.call(made.value)):
            return None
        for earlier in self.facts.module.inside(ast.Assign, function):
            match earlier:
                case ast.Assign([ast.Attribute(me, other) as target], ast.Name(name)):
                    if name != value.id or other == field or not self.facts.module.is_self(me):
                        continue
                case _:
                    continue
            in_front = earlier.lineno < getattr(node, "lineno", 0)
            if in_front and self._last(earlier, name) is made and self._runs_both(earlier, node):
                return target
        return None

    def _runs_both(self, one: ast.stmt, node: ast.AST) -> bool:
        """Whether two statements stand in the same block."""
        return one in self.facts.module.before(self.facts.module.statement(node))

    def _are_leaves(self, owner: ast.ClassDef, *fields: str) -> bool:
        known = framework_of(self.facts, owner) == "equinox"
        return known and all(self._is_leaf(owner, field) for field in fields)

    def _tell(self, node: ast.AST, field: str, given: ast.Attribute) -> None:
        self.report(
            node,
            f"`self.{field}` and `{self.source(given)}` are two leaves of the tree: each is "
            "updated by itself, and they come apart",
            help="read the one field in both places, or use `eqx.nn.Shared`",
        )

    def _given(self, value: ast.expr) -> Iterator[ast.Attribute]:
        """The attributes that a value is, or that `eqx.tree_at` puts into one."""
        if isinstance(value, ast.Attribute):
            yield value
        elif isinstance(value, ast.Call) and self.facts.names.call(value) == "equinox.tree_at":
            put = value.args[2:3] or [k.value for k in value.keywords if k.arg == "replace"]
            for one in put:
                parts = one.elts if isinstance(one, (ast.Tuple, ast.List)) else [one]
                yield from (part for part in parts if isinstance(part, ast.Attribute))

    def _last(self, node: ast.AST, name: str) -> ast.Assign | None:
        """The statement that has given a variable its value last, in front of its use."""
        module = self.facts.module
        for statement in reversed(module.before(module.statement(node))):
            if name in assigned_names(statement):
                return _assignment(statement, name)
        return None

    def _is_layer(self, function: ast.FunctionDef, held: ast.expr, field: str) -> bool:
        """Whether `__init__` stores a layer of Equinox, which has weights, in a field other than
        the one that is looked at: it is read from there, or is the variable that is stored."""
        module = self.facts.module
        for made in module.inside(ast.Assign, function):
            match made.targets:
                case [ast.Attribute(me, other)] if other != field and module.is_self(me):
                    pass
                case _:
                    continue
            layer: ast.expr = made.value
            if isinstance(held, ast.Attribute):
                if held.attr != other or not module.is_self(held.value):
                    continue
            elif ast.dump(held) != ast.dump(layer):
                continue
            if isinstance(layer, ast.Name):
                local = self._last(made, layer.id)
                if local is None:
                    return False
                layer = local.value
            return _is_made(self.facts.names.call(layer))
        return False

    def _is_leaf(self, owner: ast.ClassDef, field: str) -> bool:
        for statement in owner.body:
            match statement:
                case ast.AnnAssign(ast.Name(name), value=value) if name == field:
                    return not isinstance(value, ast.Call)
        return False


def _is_made(name: str | None) -> bool:
    """Whether what makes something is a layer of Equinox with weights."""
    head, _, last = (name or "").rpartition(".")
    return head == "equinox.nn" and last in _LAYERS


def _assignment(statement: ast.stmt, name: str) -> ast.Assign | None:
    """A statement, where it does nothing but give a variable a value."""
    match statement:
        case ast.Assign([ast.Name(target)]) if target == name:
            return statement
    return None


_LAYERS = frozenset(
    {"Linear", "MLP", "Embedding", "Conv", "Conv1d", "Conv2d", "Conv3d", "GRUCell", "LSTMCell",
     "LayerNorm", "RMSNorm", "MultiheadAttention", "ConvTranspose2d"}
)  # fmt: skip
