"""Compiled steps that return new versions of arguments whose memory they could have reused."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.misplaced_donation import Misplaced, misplaced
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.subjects.memory.donation import Candidate, candidates
from jaxopt_lint.semantics.subjects.memory.unseen_steps import UnseenStep, unseen_steps


class MissingDonation(Rule[Candidate | Misplaced | UnseenStep]):
    """A compiled training step that renews its arguments without donating the old ones.

    ## Why is this slow?
    A step takes parameters and optimizer state and returns new ones of the same size. Unless the
    old ones are donated, XLA cannot write the new ones in their place: both copies are alive
    during the step, which is often what decides whether a model fits into memory at all.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    import optax

    tx = optax.adam(1e-3)


    @jax.jit
    def train_step(params, opt_state, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state


    def train(batches):
        params = jnp.ones((8, 4))
        opt_state = tx.init(params)
        for batch in batches:
            params, opt_state = train_step(params, opt_state, batch)
        return params
    ```
    becomes
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp
    import optax

    tx = optax.adam(1e-3)


    @partial(jax.jit, donate_argnames=("params", "opt_state"))
    def train_step(params, opt_state, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        updates, opt_state = tx.update(grads, opt_state)
        return optax.apply_updates(params, updates), opt_state


    def train(batches):
        params = jnp.ones((8, 4))
        opt_state = tx.init(params)
        for batch in batches:
            params, opt_state = train_step(params, opt_state, batch)
        return params
    ```

    ## Fix safety
    A donated array is deleted by the call, so whoever still holds it fails with "Array has been
    deleted"; and one buffer that stands twice in the donated arguments is an error. The fix asks
    first, and only where every call is in the file, gives the arguments by position as plain
    names, stores the new versions under the same names, and nothing there keeps a second
    reference. Everywhere else it is only shown. A step whose old values are certainly read after
    a call is not reported at all. What a container hides (a parameter average that starts as the
    parameters themselves, another thread that reads the state) cannot be seen in the source: run
    the step twice before you trust it.

    ## When to keep it
    Where old versions are needed after the step: for a line search, or an agent whose actors read
    the parameters from other threads; and where the state is small beside the memory. How large it
    is is seldom known here, so that findings are for information only, but for steps that train a
    network with a table of embeddings of more than 32 million numbers, and of which the calls in
    sight replace the old state.
    """

    code = "JOL301"
    summary = "A compiled step renews its arguments without donating the old ones"
    severity = Severity.INFO
    fix = "donate"
    words = ("jit", "pmap")

    def matches(self) -> Iterable[Candidate | Misplaced | UnseenStep]:
        known = candidates(self.facts)
        unseen = [s for site, s in unseen_steps(self.facts).items() if site not in known]
        return [*known.values(), *misplaced(self.facts).values(), *unseen]

    def judge(self, found: Candidate | Misplaced | UnseenStep) -> None:
        if isinstance(found, UnseenStep):
            self._report_unseen(found)
            return
        if isinstance(found, Misplaced):
            self._report_scan(found)
            return
        place = found.function if found.wrap.decorator else found.node
        if not isinstance(place, (ast.FunctionDef, ast.Call)):
            return
        name = getattr(found.function, "name", "the function")
        listed = _listed([f"`{p}`" for p in found.parameters])
        done = "does not donate the old" + (" values" if found.in_place else "")
        if found.idle:
            idle = _listed([f"`{p}`" for p in found.idle])
            done = f"donates {idle} instead of the old"
        help = "donate them, so that the new values are written in their place"
        if found.wrap.transform.kind == "pmap" and "by keyword" in found.blocked:
            help += "; give them by position, as `pmap` donates no keyword"
        if found.twice is not None:
            help = (
                f"first copy the arrays of `{self.source(found.twice)}` on line "
                f"{found.twice.lineno}, which puts them into two places, as no array may be "
                "donated twice; then donate them"
            )
        renews = "writes into" if found.in_place else "returns new"
        self.report(
            found,
            f"`{name}` {renews} {listed} but {done}, so both are in memory during the step",
            at=place,
            help=help,
            severity=Severity.WARNING if found.known else None,
            because=(found.known or found.large,),
            assumed=(
                f"nobody needs the old {listed}: {found.blocked}" if found.blocked else "",
                "no array stands twice in it" if found.blocked and not found.twice else "",
            ),
        )

    def _report_unseen(self, found: UnseenStep) -> None:
        step = self.source(found.call.func)
        listed = _listed([f"`{p}`" for p in found.renewed])
        self.report(
            found,
            f"`{step}` returns new {listed} but does not donate the old, so both are in memory "
            "during the step",
            help="donate the arguments that hold them, so that the new values are written in "
            "their place",
            because=(
                f"the call on line {found.call.lineno} stores the new {listed} in their place",
            ),
            assumed=(f"nobody else holds the old {listed}, and no array stands twice in it",),
        )

    def _report_scan(self, found: Misplaced) -> None:
        step = self.source(found.call.func)
        listed = _listed([f"`{p}`" for p in found.renewed])
        self.report(
            found,
            f"`{step}` donates `{found.donated}`, which no result replaces, and not the carry "
            f"with {listed}, so old and new are both in memory",
            help="donate argument 0, the carry",
            assumed=("nobody needs the old carry",),
        )


def _listed(items: list[str]) -> str:
    if len(items) < 2:
        return items[0]
    return ", ".join(items[:-1]) + f" and {items[-1]}"
