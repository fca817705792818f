"""Checkpoint policies that go by names which nothing below them gives."""

from __future__ import annotations

import ast
import difflib

from jaxopt_lint.patterns.offload_policy_name_mismatch import (
    PolicyName,
    Under,
    idle_names,
    named_checkpoints,
)
from jaxopt_lint.rule import Rule, Severity


class OffloadPolicyNameMismatch(Rule[ast.AST]):
    """A checkpoint policy and the names in the function under it do not meet.

    ## Why is this bad?
    A policy such as `save_and_offload_only_these_names` acts on the values that the function
    hands to `checkpoint_name` under those names. A name that no value has is no error: it is
    ignored, so the value is computed again where it should have been kept or moved to host
    memory. Nothing tells but the memory and the time of the backward pass.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    from jax.ad_checkpoint import checkpoint_name

    policy = jax.checkpoint_policies.save_only_these_names("attention_out")


    def block(x, w):
        h = checkpoint_name(x @ w, "attn_out")
        return jnp.tanh(h)


    def loss(w, x):
        return jnp.sum(jax.checkpoint(block, policy=policy)(x, w))


    gradient = jax.grad(loss)
    ```
    Let both say the same:
    ```python
    policy = jax.checkpoint_policies.save_only_these_names("attn_out")
    ```

    ## When to keep it
    Where one policy serves several functions, and each gives some of its names. The rule is
    silent when code that the function runs is not in the file.
    """

    code = "JOL306"
    summary = "A checkpoint policy names values that the function under it does not name"
    words = ("_names", "checkpoint_name")

    def visit_Constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, str):
            return
        wrap = idle_names(self.facts).get(node)
        if wrap is not None:
            self.report(
                node,
                f'`jax.checkpoint` is given no policy, so the name "{node.value}" changes nothing '
                "and the value is computed again",
                help="pass a policy that goes by names, such as `save_only_these_names`",
                severity=Severity.INFO,
                because=(f"under `jax.checkpoint` at {self.facts.at(wrap.site)}",),
                assumed=("no other module wraps the function with a policy",),
            )
            return
        unders = [u for u in named_checkpoints(self.facts) if any(n.node is node for n in u.policy)]
        if unders and all(u.complete and node.value not in u.given for u in unders):
            name = next(n for n in unders[0].policy if n.node is node)
            self._report(name, unders)

    def _report(self, name: PolicyName, unders: list[Under]) -> None:
        given = sorted({g for u in unders for g in u.given})
        functions = sorted({getattr(u.wrap.function, "name", "the lambda") for u in unders})
        who = f"`{functions[0]}`" if len(functions) == 1 else "none of its functions"
        verb = "gives no value" if len(functions) == 1 else "gives a value"
        near = difflib.get_close_matches(name.name, given, 1, 0.5)
        if not near and len(given) == 1:
            near = given
        self.report(
            name.node,
            f'{who} {verb} the name "{name.name}", so this policy {_EFFECTS[name.use]}',
            help=f'name it "{near[0]}", as the function does'
            if near
            else f'mark the value with `checkpoint_name(value, "{name.name}")`',
            because=(
                f"names given below it: {', '.join(given)}" if given else "no names given below it",
                "all code that runs under the policy is in this file",
            ),
        )


_EFFECTS = {
    "kept": "keeps nothing under it, and the value is computed again",
    "offloaded": "moves nothing to the host under it, and the value is computed again",
    "left out": "leaves nothing out by it",
}
