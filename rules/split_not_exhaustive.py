"""Splits of NNX modules that do not take all of the state, or unpack another number of parts."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.forward import model_class
from jaxopt_lint.semantics.subjects.versions.allowed import is_older

# Layers with state that is no parameter.
_MORE = {"flax.nnx.BatchNorm": "statistics", "flax.nnx.Dropout": "random state"}


class SplitNotExhaustive(Rule[ast.Call]):
    """`nnx.split` is given filters that leave state out, or is unpacked into other parts.

    ## Why is this bad?
    `nnx.split(model, nnx.Param)` has to find a place for all of the state: statistics of a batch
    norm and the counts of a dropout are no parameters, and it raises `ValueError`. `...` takes the
    rest, and so has to come last. It gives the graph and one state for each filter, or one in all
    where there is none. Each part of the state goes to the first filter that takes it: behind
    `nnx.Param` nothing is left for `nnx.LoRAParam`, which is one, and an optimizer of the second
    state trains nothing.

    ## Example
    ```python
    from flax import nnx


    class Net(nnx.Module):
        def __init__(self, rngs: nnx.Rngs):
            self.hidden = nnx.Linear(4, 4, rngs=rngs)
            self.norm = nnx.BatchNorm(4, rngs=rngs)


    model = Net(nnx.Rngs(0))
    graph, params = nnx.split(model, nnx.Param)
    ```
    Take the rest as well: `graph, params, rest = nnx.split(model, nnx.Param, ...)`.

    ## When to keep it
    Never: it raises, or the second state is empty.
    """

    code = "JOL834"
    summary = "A split of a module of NNX leaves out state, or gives another number of parts"
    severity = Severity.ERROR
    words = ("nnx",)

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node)
        if name not in ("flax.nnx.split", "flax.nnx.state") or not node.args or node.keywords:
            return
        starred = any(isinstance(a, ast.Starred) for a in node.args)
        if starred or error_meant(self.facts, node):
            return
        filters = node.args[1:]
        if self._taken_before(node, filters) or name != "flax.nnx.split":
            return
        rest = [f for f in filters if isinstance(f, ast.Constant) and f.value in (..., True)]
        if rest and rest[0] is not filters[-1]:
            self.report(
                node,
                f"`{self.source(rest[0])}` takes all that is left, and has to be the last filter: "
                "it raises ValueError",
                at=rest[0],
                help="put it last",
            )
            return
        if self._miscounted(node, 1 + max(1, len(filters))):
            return
        only = [self.facts.names.of(f) for f in filters]
        if only == ["flax.nnx.Param"]:
            self._left_out(node)

    def _taken_before(self, node: ast.Call, filters: list[ast.expr]) -> bool:
        """Whether a filter stands behind one that takes all that is left for it."""
        kinds = [kinds_of(self.facts, f) for f in filters]
        for place, own in enumerate(kinds):
            for before, others in zip(filters[:place], kinds[:place], strict=True):
                if own and others and others[0] in own:
                    self.report(
                        node,
                        f"each part goes to the first filter that takes it: "
                        f"`{self.source(before)}` leaves nothing for "
                        f"`{self.source(filters[place])}`, whose state is empty",
                        at=filters[place],
                        help="put the special filter before the general one",
                        severity=Severity.WARNING,
                    )
                    return True
        return False

    def _miscounted(self, node: ast.Call, count: int) -> bool:
        stored = self.facts.module.stored_by(node)
        target = stored.targets[0] if stored is not None else None
        if not isinstance(target, ast.Tuple) or len(target.elts) == count:
            return False
        if any(isinstance(t, ast.Starred) for t in target.elts):
            return False
        self.report(
            node,
            f"`nnx.split` gives {count} parts here, the graph and one for each filter, and "
            f"{len(target.elts)} names take them: it raises ValueError",
            help="give it a filter for each state",
        )
        return True

    def _left_out(self, node: ast.Call) -> None:
        owner = model_class(self.facts, node.args[0])
        maker = look_up(self.facts, owner, "__init__") if owner is not None else None
        for made in self.facts.module.inside(ast.Call, maker) if maker is not None else ():
            name = self.facts.names.call(made) or ""
            if name in _MORE:
                self.report(
                    node,
                    f"the {_MORE[name]} of `{self.source(made.func)}` are no `nnx.Param`: "
                    "`nnx.split` raises, as no filter takes them",
                    help="add `...` for the rest",
                    because=(f"the layer is made at {self.facts.at(made)}",),
                )
                return


def kinds_of(facts: Facts, node: ast.expr) -> list[str]:
    """The name of a class of variables that a filter is, and of what it is derived from."""
    found: list[str] = []
    pending, seen = [node], set[ast.ClassDef]()
    while pending:
        one = pending.pop(0)
        name = facts.names.of(one) or ""
        short = name.removeprefix("flax.nnx.")
        if short != name and short in _BASES:
            while short:
                found.append(f"flax.nnx.{short}")
                apart = short == "LoRAParam" and is_older(facts, "flax", _OF_PARAM)
                short = "Variable" if apart else _BASES[short]
            continue
        owner = class_made(facts, one)
        if owner is not None and owner not in seen:
            seen.add(owner)
            found.append(f"{facts.at(owner)} {owner.name}")
            pending += owner.bases
    known = any(kind.startswith("flax.nnx.") for kind in found)
    return found if known else []


_OF_PARAM = (0, 10, 0)  # from which on `LoRAParam` is derived from `Param`
# The classes of variables, each with the one that it is derived from.
_BASES = {
    "Variable": "",
    "Param": "Variable",
    "LoRAParam": "Param",
    "BatchStat": "Variable",
    "Cache": "Variable",
    "Intermediate": "Variable",
    "Perturbation": "Intermediate",
    "OptState": "Variable",
    "RngState": "Variable",
    "RngKey": "RngState",
    "RngCount": "RngState",
}
