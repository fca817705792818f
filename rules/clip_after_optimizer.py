"""Gradient clipping that comes after the optimizer, and clips finished updates."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from jaxopt_lint.patterns.optax_chains import FINISHING, handed_over, optimizer_updates
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import argument

_CLIPS = frozenset({"clip", "clip_by_global_norm", "adaptive_grad_clip"})
_ZEROS = "zero_nans"


class ClipAfterOptimizer(Rule[ast.expr]):
    """In a chain of Optax, gradients are clipped after the optimizer.

    ## Why is this bad?
    `optax.chain` applies its parts in the order in which they are given. Behind `optax.adam`, or
    whatever else multiplies by the learning rate, stand the finished updates: a limit that is meant
    for gradients is far above them and never clips, and a gradient that explodes is in the moments
    of the optimizer already. The same goes for `optax.zero_nans`: one NaN in the gradients makes
    the moments NaN for good, and behind the optimizer every update from then on is set to zero, so
    that training stops without a word.

    ## Example
    ```python
    import optax

    optimizer = optax.chain(optax.adam(1e-3), optax.clip_by_global_norm(1.0))
    ```
    Clip first:
    ```python
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1e-3))
    ```

    ## When to keep it
    Where the length of the step is what has to be bounded. A chain that clips in front of the
    optimizer as well is not reported, nor is a limit on the updates of a fixed block, as
    `optax.clip_by_block_rms` sets it.
    """

    code = "JOL810"
    summary = "In a chain of Optax, gradients are clipped after the optimizer"
    words = ("chain",)

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.names.call(node) != "optax.chain":
            return
        if any(isinstance(part, ast.Starred) for part in node.args):
            self.facts.doubt(node, "the order of {} is not known", node)
            return
        parts = [self._part(part) for part in node.args]
        if _ZEROS in parts:
            self._zeroed(node, parts)
        finished = next((at for at, part in enumerate(parts) if part in FINISHING), None)
        clips = [at for at, part in enumerate(parts) if part in _CLIPS]
        if finished is None or not clips:
            return
        if None in parts[:finished] or clips[0] < finished:
            self.facts.doubt(node, "{} may clip in front of the optimizer, too", node)
            return
        if any(part is None or "scale" in part or part in FINISHING for part in parts[clips[0] :]):
            # `optax.scale(-1.0)` in front turns descent into ascent: the optimizer comes yet.
            self.facts.doubt(node, "{} may go on to an optimizer", node.args[clips[0]])
            return
        self.report(
            node.args[clips[0]],
            f"`optax.{parts[clips[0]]}` stands behind `optax.{parts[finished]}` and clips its "
            "finished updates, not the gradients",
            help="put it first in the chain",
            assumed=("the gradients are what has to be clipped",),
        )

    def _zeroed(self, node: ast.Call, parts: list[str | None]) -> None:
        """NaNs that are looked for when the optimizer has taken them in."""
        facts, at = self.facts, parts.index(_ZEROS)
        before, behind = parts[:at], parts[at + 1 :]
        finished = next((p for p in before if p in FINISHING), None)
        if any(p is None or "scale" in p or p in FINISHING for p in behind):
            facts.doubt(node, "{} may go on to an optimizer", node.args[at])
            return
        if finished is None:
            # What is not known is the optimizer, where there is no other in what is handed over.
            whole = handed_over(facts, node) is not None or bool(optimizer_updates(facts, node))
            whole = whole or self._updates_by_property(node)
            if before.count(None) != 1 or not whole:
                return
            known = facts.module.source(node.args[before.index(None)])
        else:
            known = f"optax.{finished}"
        self.report(
            node.args[at],
            f"`optax.zero_nans` stands behind `{known}`: a NaN is in the moments of the optimizer "
            "by then, and all further updates are set to zero",
            help="put it first in the chain, or wrap the optimizer in `optax.apply_if_finite`",
            assumed=() if finished else (f"`{known}` is the optimizer",),
        )

    def _updates_by_property(self, chain: ast.Call) -> bool:
        """Whether an object keeps a chain, and updates with what a property of it gives."""
        module = self.facts.module
        stored, owner = module.stored_by(chain), module.owner(chain)
        kept = stored.targets[0] if stored is not None and len(stored.targets) == 1 else None
        if owner is None or not isinstance(kept, ast.Attribute) or not module.is_self(kept.value):
            return False
        names = {kept.attr}
        for function in module.inside(ast.FunctionDef, owner):
            if any(self.facts.names.is_builtin(d, "property") for d in function.decorator_list):
                results = module.results(function)
                if results and all(
                    isinstance(r, ast.Attribute) and r.attr == kept.attr for r in results
                ):
                    names.add(function.name)
        return any(
            isinstance(call.func, ast.Attribute)
            and call.func.attr == "update"
            and len(call.args) > 1
            and isinstance(call.func.value, ast.Attribute)
            and module.is_self(call.func.value.value)
            and call.func.value.attr in names
            for call in module.inside(ast.Call, owner)
        )

    def _part(self, part: ast.expr) -> str | None:
        """The name in Optax of what one part of a chain is made by."""
        made: Sequence[ast.expr] = origins(self.facts, part)
        if len(made) != 1 or not isinstance(made[0], ast.Call):
            return None
        name = self.facts.names.call(made[0]) or ""
        if name == "optax.chain":
            return None  # it may clip itself
        if name == "optax.scale" and _is_negative(argument(made[0], 0, "step_size")):
            return "scale_by_learning_rate"
        return name.removeprefix("optax.") if name.startswith("optax.") else None


def _is_negative(node: ast.expr | None) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
