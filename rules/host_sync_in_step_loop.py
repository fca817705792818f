"""Results of a step that are fetched to the host on every iteration of its loop."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, each
from jaxopt_lint.semantics.python import COMPREHENSIONS, is_name
from jaxopt_lint.semantics.subjects.transfer.branches import kept_under
from jaxopt_lint.semantics.subjects.transfer.loop_waits import LoopWait, through
from jaxopt_lint.semantics.subjects.transfer.single_steps import StepWait
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync
from jaxopt_lint.semantics.subjects.transfer.told_once import waits_told


class HostSyncInStepLoop(Rule[Sync | LoopWait | StepWait]):
    """A step's result is turned into a Python number or a NumPy array on every iteration.

    ## Why is this slow?
    JAX dispatches work ahead: Python prepares the next step while the device runs this one.
    `float(loss)`, `.item()` or `np.asarray(...)` makes Python wait until the device is done, and
    the device then waits for Python. Small steps suffer most.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def train_step(params, batch):
        loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * grads, loss


    def train(params, batches):
        losses = []
        for batch in batches:
            params, loss = train_step(params, batch)
            losses.append(float(loss))
        return params, losses
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def train_step(params, batch):
        loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * grads, loss


    def train(params, batches):
        losses = []
        for batch in batches:
            params, loss = train_step(params, batch)
            losses.append(loss)
        losses = [float(loss) for loss in jax.device_get(losses)]
        return params, losses
    ```

    ## Fix safety
    Values that are only collected are kept on the device and fetched once after the loop; several
    fetches side by side become one. The numbers are the same, but a loop that is interrupted has
    fetched nothing, an error on the device shows up later, and the values stay in device memory
    until the end: the fix asks first. It is refused where the loop itself reads the list.

    Each step is reported once, where it is first waited for; with that wait gone, the next one
    would take its place, so the fix is refused where another one has to stay.

    Besides steps, whatever a turn computes counts, through helpers, comprehensions and containers:
    a test of convergence, a forward pass that is read at once, elements that are taken out of an
    array one by one. Of these one place is reported for each loop, and no fix is offered.

    A compiled function that evaluates one batch after the other needs nothing of the batch before:
    all of them can be handed out before one number is fetched. That is a warning where a turn
    brings the batch and the weights stay, for information where the loop is come to every so often
    only; arrays, which may not fit the device together, are left alone. A function that makes one
    step of a training, keeps the new state and returns its loss as a number is for information,
    unless a loop is seen to call it.

    What is handed out operation by operation is for information: that is what costs, more than the
    wait. So are elements that are taken out of an array one by one, unless a loop that calls
    something compiled, or makes batches, comes to them on every turn, or a loop calls their
    function; and where the turn draws, writes or decodes something.

    It is a warning where the value is only gathered, so that to fetch it later changes nothing: put
    into a list, a sum or a meter that is looked at behind the loop or on some turns, read behind a
    test of every so many turns (of a number that is known, and not 1), or used to count the turns.
    What is printed where it is fetched is judged as a print is (JOL404). All else is for
    information: what is shown, named, tested or handed on at once, what waits beside something else
    that waits on the same turn, and what only an option lets through that is off by default. Where
    something compiled has been handed out since, the device has work meanwhile: nothing is
    reported.

    What `equinox.filter_jit` compiles waits for its results by itself, and is left alone.

    ## When to keep it
    When each iteration needs the value. Where it, or another result of the turn, is tested, or
    handed to somebody who is not known here, the finding is for information only; a loop that does
    nothing but compute on the device and ask when it is over is one `jax.lax.while_loop`, and what
    is the best so far can be kept on the device. What is fetched for
    a simulator, a file or a socket is no finding. A clock that is started in each turn asks for a
    wait before it is read where each turn shows its time, not where times are summed or shown now
    and then. Behind `if step % n == 0`, after `if step % n: continue`, and for values of an earlier
    step nothing is reported. What waits because it is printed or logged as it is, is JOL404's; what
    is certainly a larger array is JOL405's.
    """

    code = "JOL402"
    summary = "A step's result is fetched to the host on every iteration of its loop"
    weighed_by_runs = True
    fix = "fetch-after-loop"
    matches = each(waits_told)

    def judge(self, found: Sync | LoopWait | StepWait) -> None:
        if isinstance(found, Sync):
            self._of_step(found)
        elif isinstance(found, StepWait):
            step, name = self.source(found.step.func), found.function.name
            self.report(
                found,
                f"{self.quoted(found.node, 'this', 60)} waits for `{step}` each time that "
                f"`{name}` makes a step, and the device idles meanwhile",
                help="return the array, and `jax.device_get` what was gathered every N steps",
                because=(found.often or f"`{name}` leaves the next step to another call",),
            )
        else:
            self._of_turn(found)

    def _of_turn(self, found: LoopWait) -> None:
        tested = found.kind == "test"
        shown = self._shown(found.node)
        whole = self.source(found.value.value) if isinstance(found.value, ast.Subscript) else ""
        often = through(self.facts, found)
        if found.single:
            whole = whole or self._gone_over(found)
            taken = f"one element out of `{whole}`" if whole else "one element out of an array"
            self.report(
                found,
                f"{shown} takes {taken} on the device and waits for it, {often}",
                help=f"fetch it whole before the loop: `np.asarray({whole})`"
                if whole
                else "fetch the array whole before the loop",
                because=("indexing an array of JAX is an operation of its own",),
            )
            return
        work = found.work if found.work and "\n" not in found.work else "the device"
        self.report(
            found,
            f"{'the test of ' if tested else ''}{shown} waits for {work} {often}, and the device "
            "idles meanwhile",
            help=self._instead_of_test(found.node, "turns")
            if tested or self._ends_loop(found.node)
            else "decide on the device, and fetch no more than the host needs"
            if found.steers
            else "keep the array, and `jax.device_get` what was gathered every N turns",
            because=(
                "each turn of the loop computes it anew",
                f"the value is asked for at {found.there}" if found.there else "",
            ),
        )

    def _instead_of_test(self, test: ast.expr, turns: str) -> str:
        if kept_under(self.facts, test):
            return "keep the best on the device: `jnp.where(better, new, best)` for each array"
        return f"keep the test on the device (`jax.lax.while_loop`), or test every N {turns}"

    def _ends_loop(self, node: ast.AST) -> bool:
        """Whether a wait stands in the test of a `while`: it cannot be put off."""
        loop = self.facts.module.around(node, ast.While)
        return isinstance(loop, ast.While) and self.facts.module.within(node, loop.test)

    def _shown(self, node: ast.expr) -> str:
        """A node as it stands; without its arguments, where it is long."""
        text = self.source(node)
        if len(text) <= 60 and "\n" not in text:
            return f"`{text}`"
        func = self.source(node.func) if isinstance(node, ast.Call) else ""
        return f"`{func}(...)`" if func and len(func) <= 60 and "\n" not in func else "this"

    def _gone_over(self, found: LoopWait) -> str:
        """The array that a loop goes over, where the value is its item; else nothing."""
        loop = found.loop.generators[0] if isinstance(found.loop, COMPREHENSIONS) else found.loop
        if isinstance(loop, ast.While) or not isinstance(found.value, ast.Name):
            return ""
        return self.source(loop.iter) if is_name(loop.target, found.value.id) else ""

    def _of_step(self, found: Sync) -> None:
        tested = found.kind == "test"
        step = self.source(found.step.call.func)
        shown = self.quoted(found.value if tested else found.node, "this", 60)
        if tested:
            shown = f"the test of {shown}"
        self.report(
            found,
            f"{shown} waits for `{step}` on every iteration of the loop, and the device idles "
            "meanwhile",
            help=self._instead_of_test(found.node, "steps")
            if tested or self._ends_loop(found.node)
            else "append the array to a list, and `jax.device_get` the list every N steps",
            because=(f"the loop passes what `{step}` returns back to it",),
        )
