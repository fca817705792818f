"""Gradients that a compiled step returns for nobody."""

from __future__ import annotations

from jaxopt_lint.patterns.result_never_read import NeverRead, never_read
from jaxopt_lint.rule import Rule, Severity, each


class ResultNeverRead(Rule[NeverRead]):
    """A compiled step returns its gradients, and none of its calls reads them.

    ## Why is this slow?
    Within a compiled step a gradient lives until the update has used it, and the compiler may merge
    the two and never write it down. As a result of the step it has to be there in full when the
    step ends, beside the new parameters, and its memory is free only when the variable that holds
    it is bound anew: the next step runs with one more copy of all parameters.

    ## Example
    ```python
    import jax


    def loss_fn(params, batch):
        return ((batch @ params["w"] + params["b"]) ** 2).mean()


    @jax.jit
    def train_step(params, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
        return params, loss, grads


    def train(params, batches):
        for batch in batches:
            params, loss, grads = train_step(params, batch)
        return params, loss
    ```
    Return `params, loss` alone. Where the norm is what is wanted, return the norm:
    `optax.global_norm(grads)`.

    ## When to keep it
    When code that is not in sight needs the gradients. Only functions all of whose calls are in
    the file are reported, and it is for information where no loop calls them.
    """

    code = "JOL309"
    summary = "A compiled step returns gradients that nobody reads"
    words = ("grad",)
    matches = each(never_read)

    def judge(self, found: NeverRead) -> None:
        name = self.source(found.node)
        lines = ", ".join(str(call.lineno) for call in found.calls[:3])
        if found.norm is not None:
            norm = self.source(found.norm.func)
            said = f"for `{norm}` on line {found.norm.lineno} alone"
            cure = f"take the norm in `{found.function}`, and return that"
        else:
            said = "and no call reads them"
            cure = "leave them out of the result"
        self.report(
            found,
            f"`{found.function}` returns the gradients `{name}`, {said}: they are written out in "
            "full, and held until the next call has replaced them",
            help=cure,
            severity=None if found.looped else Severity.INFO,
            because=(found.why, f"all calls of `{found.function}` are in sight: line {lines}"),
        )
