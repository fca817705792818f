"""Heavy blocks that are repeated under differentiation, with every intermediate kept."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.missing_remat import checkpointed, products
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, calls, tracing
from jaxopt_lint.semantics.jax.unresolved import unresolved
from jaxopt_lint.semantics.python import FunctionNode

_HEAVY = 2


class MissingRemat(Rule[ast.Call]):
    """A heavy block is repeated under differentiation without `jax.checkpoint`.

    ## Why is this slow?
    The backward pass needs the intermediates of every repetition, so all of them are kept. With
    `jax.checkpoint` they are computed again instead: on a scanned stack of 8 blocks the temporary
    memory fell from 161 to 23 MB on a CPU, for a quarter more arithmetic. The memory that is
    freed can hold a larger batch.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss(layers, x):
        def block(h, layer):
            hidden = jax.nn.gelu(h @ layer["w1"])
            return h + hidden @ layer["w2"], None

        h, _ = jax.lax.scan(block, x, layers)
        return jnp.sum(h**2)


    gradient = jax.jit(jax.grad(loss))
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def loss(layers, x):
        def block(h, layer):
            hidden = jax.nn.gelu(h @ layer["w1"])
            return h + hidden @ layer["w2"], None

        h, _ = jax.lax.scan(jax.checkpoint(block, prevent_cse=False), x, layers)
        return jnp.sum(h**2)


    gradient = jax.jit(jax.grad(loss))
    ```

    ## Fix safety
    The values and gradients are those of the original. Whether it pays is for measurements to
    say: memory is traded for arithmetic, and an unrolled Python loop gains nothing on a CPU.
    `--verify` applies the fix only where the temporary memory falls.

    ## When to keep it
    Whatever fits into memory with room to spare is faster without. Preview, for that reason.
    """

    code = "JOL303"
    summary = "A heavy block repeated under differentiation without `jax.checkpoint`"
    severity = Severity.INFO
    preview = True
    fix = "remat"
    words = ("scan", "for ")

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node)
        if name in TRANSFORMS and TRANSFORMS[name].kind == "checkpoint" and node.args:
            what = "{} is recomputed already; in pieces of which size is not looked at"
            self.facts.doubt(node, what, node.args[0], early=True)
        if name != "jax.lax.scan" or not node.args:
            return
        callee = calls(self.facts).callee(node.args[0])
        if callee is None or callee.node is None:
            if self.facts.asked:
                why = unresolved(self.facts, node.args[0])
                self.facts.doubt(node, "it is not known what {} is: it {}", node.args[0], why)
            return
        if callee.wraps:
            self.facts.doubt(node, "{} is wrapped already", node.args[0])
            return
        self._judge(node, node.args[0], callee.node, "scanned")

    def visit_For(self, node: ast.For) -> None:
        stores = [statement for statement in node.body if isinstance(statement, ast.Assign)]
        targets = (target for store in stores for target in store.targets)
        carried = {target.id for target in targets if isinstance(target, ast.Name)}
        for call in (n for store in stores for n in ast.walk(store.value)):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            callee = calls(self.facts).callee(call.func)
            if callee is None or callee.node is None or callee.wraps or callee.bound:
                continue
            if any(isinstance(a, ast.Name) and a.id in carried for a in call.args):
                self._judge(call, call.func, callee.node, "repeated in a loop")

    def _judge(self, node: ast.Call, name: ast.expr, block: FunctionNode, how: str) -> None:
        facts = self.facts
        why = tracing(facts).differentiated(facts.module.function(node))
        if why is None:
            what = (
                "nothing in this file is seen to differentiate through it, and the gradients of "
                "other files are not followed through calls"
            )
            facts.doubt(node, what, early=how != "scanned")
            return
        if checkpointed(facts):
            facts.doubt(node, "the file says elsewhere what to keep for the backward pass")
            return
        called = {facts.names.call(inner) for inner in ast.walk(block)}
        if called & {"jax.grad", "jax.value_and_grad", "jax.vjp"}:
            facts.doubt(node, "the block takes gradients itself: nothing differentiates through it")
            return  # a training loop: nothing differentiates through it
        count = products(facts, block)
        if count < _HEAVY:
            what = "{} is seen to take {} matrix products, and under {} it counts as light"
            facts.doubt(node, what, name, count, _HEAVY, at=block)
            return
        inside = self.source(name)
        self.report(
            node,
            f"the intermediates of `{inside}`, {count} matrix products {how}, are all kept for "
            "the backward pass",
            help="wrap it in `jax.checkpoint` to compute them again instead",
            because=(why, f"{count} matrix products in `{inside}`"),
            assumed=("memory is short, so that computing twice is worth it",),
        )
