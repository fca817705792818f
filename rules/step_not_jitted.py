"""Training steps that run operation by operation."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.patterns.eager import Eager, eager
from jaxopt_lint.patterns.eager_bodies import EagerBody
from jaxopt_lint.patterns.eager_calls import EagerProgram
from jaxopt_lint.patterns.eager_forwards import EagerForward
from jaxopt_lint.patterns.eager_methods import EagerMethod
from jaxopt_lint.patterns.eager_passes import EagerPass
from jaxopt_lint.patterns.eager_turns import warned
from jaxopt_lint.patterns.eager_updates import EagerUpdate
from jaxopt_lint.patterns.held_up import is_held_up
from jaxopt_lint.patterns.seen_eager import SeenEager
from jaxopt_lint.patterns.step_not_jitted import EagerStep
from jaxopt_lint.patterns.worth import (
    NETWORK,
    SOON,
    SOON_DONE,
    UPDATES,
    compared,
    rare_turns,
    soon_over,
    turns_in_all,
)
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.machine.asking import looped_work
from jaxopt_lint.semantics.subjects.memory.optimizer_calls import is_optimizer_update


class StepNotJitted(Rule[Eager]):
    """A loop calls a training step, or a forward pass, that nothing compiles.

    ## Why is this slow?
    Outside of `jax.jit` every operation is dispatched by Python, one at a time, and the gradient
    is traced anew on each call. A step of a small network takes ten to a hundred times as long
    that way, and on an accelerator the device mostly waits.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def loss(params, x, y):
        return jnp.mean((x @ params - y) ** 2)


    def train_step(params, x, y):
        grads = jax.grad(loss)(params, x, y)
        return params - 0.1 * grads


    def train(params, batches):
        for x, y in batches:
            params = train_step(params, x, y)
        return params
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def loss(params, x, y):
        return jnp.mean((x @ params - y) ** 2)


    @jax.jit
    def train_step(params, x, y):
        grads = jax.grad(loss)(params, x, y)
        return params - 0.1 * grads


    def train(params, batches):
        for x, y in batches:
            params = train_step(params, x, y)
        return params
    ```

    ## Fix safety
    The fix adds the decorator, of the framework that takes the gradient. It changes when Python
    runs, so it asks first. It is refused where the step prints, fetches values, branches on
    them, changes something outside, takes functions or flags as arguments, or returns anything
    but arrays. What the step reads of its module is compiled in.

    ## When to keep it
    While debugging, and where each call really runs other code. A forward pass is a function of the
    file with many operations of JAX in it; it is reported where the loop that runs it asks arrays
    for numbers, and so is certainly not traced itself. Calls of networks are reported wherever a
    loop on the host comes to one, functions of the project that only compute, 8 operations or more
    a call, in loops of any kind: policies, integrators, what `jax.vmap` and gradients run for a
    report. Reported are `optax.apply_updates`, `equinox.apply_updates` and flax's
    `apply_gradients`, where only the gradient is compiled. A gradient that a loop takes is reported
    without an update, too, if what it goes through is long and the loop certainly runs on the host;
    and one, or a `jax.vmap`, that a method runs to renew its own object, as `self.params` by
    `self.params`. Layers that a network goes through are left alone, as are inputs that grow. Any
    function is reported that an observed run showed to hand its operations to the device one by
    one. For information is a loop that evaluates data batch by batch, of which each turn runs six
    operations or more on what it takes from an iterator, and asks for what comes out.

    A loop that takes a gradient and applies it, with nothing compiled, is a warning whether a run
    has shown it or not, unless what is differentiated is a function that is given, or that a call
    has made, which may be compiled; so is all else that a run has shown. It is a warning where that
    costs something. For information is what nothing says nobody traces, and what is given objects
    that `jax.jit` cannot take. So are functions that only compute, unless each turn of the loop
    goes on from what the one before has left through them, or they are a gradient of 64 operations
    and more, or the loop is known to run ten thousand; fewer than 32 operations beside a compiled
    step; loops that draw figures or write pictures, whose turns are epochs, that wait for other
    programs or compile something anew, or that are timed one beside another; and loops that are
    over, as their author left them and with the loops around counted in, after 50 turns (100 of
    updates, 15 of networks), or of plain descent after 4,000 operations.
    """

    code = "JOL109"
    summary = "A training step or forward pass that a loop calls is not compiled"
    weighed_by_runs = True
    fix = "jit"
    words = ("jax", "grad", "apply_updates")

    def matches(self) -> Iterable[Eager]:
        return eager(self.facts)

    def judge(self, step: Eager) -> None:
        if isinstance(step, EagerUpdate):
            self._update(step)
            return
        if isinstance(step, EagerForward):
            self._network(step)
            return
        if isinstance(step, EagerPass):
            self._forward(step)
            return
        if isinstance(step, EagerProgram):
            self._program(step)
            return
        if isinstance(step, EagerMethod):
            self._method(step)
            return
        if isinstance(step, EagerBody):
            self._body(step)
            return
        if isinstance(step, SeenEager):
            self._seen(step)
            return
        gradient = f"the gradient is taken at {self.facts.at(step.gradient)}"
        assumed = tuple(f"nothing is compiled in `{name}`" for name in step.unseen[:3])
        severity = Severity.INFO if step.handed or self._soon_done(step) else None
        if step.function is not None:
            self.report(
                step,
                f"`{step.function.name}` takes a gradient and applies it on every iteration of a "
                "loop, but nothing compiles it, so that Python dispatches every operation by "
                "itself",
                help=self._compile(step),
                severity=severity,
                because=(gradient, f"called in the loop at {self.facts.at(step.loop)}"),
                assumed=assumed,
                weighed=True,
            )
            return
        if not step.applies:
            through = self.facts.module.source(step.gradient.func)
            self.report(
                step,
                f"the loop takes a gradient through `{through}` "
                "on every iteration, but nothing compiles that, so that Python dispatches every "
                "operation of it by itself, and traces the function anew",
                help="compile what takes the gradient once, outside of the loop, with `jax.jit`",
                severity=severity,
                because=(gradient, "the loop runs on the host"),
                assumed=assumed,
            )
            return
        kept = "" if step.certain else "what it calls a method of keeps it on the host"
        self.report(
            step,
            "the loop takes a gradient and applies it on every iteration, but nothing compiles "
            "that, so that Python dispatches every operation by itself",
            help="move the step into a function, and compile it with `jax.jit`",
            severity=severity,
            certain=step.certain,
            because=(gradient,),
            assumed=(*assumed, kept),
            weighed=True,
        )

    def _rare(self, loop: ast.AST, few: int = SOON) -> bool:
        """Whether the turns of a loop are few, or take far longer than what they dispatch."""
        return rare_turns(self.facts, loop, few) or is_held_up(self.facts, loop)

    def _soon_done(self, step: EagerStep) -> bool:
        """Whether a loop of steps is there to be timed beside another one, or is known to be over
        after a few operations in all, as one that shows how a gradient descends."""
        if step.loop in compared(self.facts) or is_held_up(self.facts, step.loop):
            return True
        turns = turns_in_all(self.facts, step.loop)
        if turns is None or step.unseen or not isinstance(step.loop, (ast.For, ast.While)):
            return False
        parts = (step.loop, *((step.function,) if step.function is not None else ()))
        made = self.facts.module.inside(ast.Call, *parts)
        work = looped_work(self.facts).get(step.loop)
        if work is None or work.compiled or any(is_optimizer_update(self.facts, c) for c in made):
            return False
        return turns * work.work < SOON_DONE

    def _compile(self, step: EagerStep) -> str:
        """What compiles a step: a network of NNX is written to, which `jax.jit` would not see."""
        made = step.gradient.func  # `nnx.grad(loss)` of `nnx.grad(loss)(model)`
        name = self.facts.names.call(made if isinstance(made, ast.Call) else step.gradient)
        if not (name or "").startswith("flax.nnx."):
            return "compile the step with `jax.jit`"
        return "compile the step with `nnx.jit`, an optimizer of Optax static or outside of it"

    def _network(self, found: EagerForward) -> None:
        loop = self.facts.at(found.loop)
        self.report(
            found,
            f"the loop at {loop} calls `{found.network}` on every iteration, and nothing compiles "
            "that forward pass, so that Python dispatches every operation of it by itself",
            help="call it in a function that is compiled once, outside of the loop",
            severity=None
            if found.certain and not self._rare(found.loop, NETWORK)
            else Severity.INFO,
            because=("the loop waits for the device, so that nothing traces it",)
            if found.certain
            else (),
            assumed=(
                f"nothing is compiled in `{found.network}`",
                "" if found.certain else "nothing compiles the code around the loop",
            ),
        )

    def _program(self, found: EagerProgram) -> None:
        by = found.transform.rpartition(".")[2]
        what = f"`{found.name}` through `{by}`" if by else f"`{found.name}`"
        self.report(
            found,
            f"the loop at {self.facts.at(found.loop)} runs {what} on every iteration, and nothing "
            f"compiles it, so that Python dispatches its {found.operations} operations one by one",
            help="compile it once, outside of the loop, with `jax.jit`",
            # Where the loop is told as a whole, this is told already.
            severity=None
            if found.certain
            and found.large
            and not warned(self.facts, found.loop)
            and not self._rare(found.loop)
            else Severity.INFO,
            because=(
                "it only computes: nothing in it waits, or is compiled",
                "the code around the loop runs on the host" if found.certain else "",
            ),
            assumed=("" if found.certain else "nothing compiles the code around the loop",),
        )

    def _update(self, found: EagerUpdate) -> None:
        self.report(
            found,
            f"the loop at {self.facts.at(found.loop)} applies this update on every iteration, and "
            "nothing compiles it, so that Python dispatches several operations for each array of "
            "the parameters",
            help="take the gradient and apply it in one function that is compiled",
            severity=None
            if found.certain
            and not soon_over(self.facts, found.loop, UPDATES)
            and not is_held_up(self.facts, found.loop)
            else Severity.INFO,
            assumed=("" if found.certain else "nothing compiles the code around the loop",),
        )

    def _forward(self, found: EagerPass) -> None:
        name = self.facts.module.source(found.node.func)
        help = f"call `jax.jit({name})`, made once outside of the loop"
        if found.objects:
            several = " and ".join(f"`{one}`" for one in found.objects)
            help = f"hand it the numbers of {several}, and compile it with `jax.jit`"
        self.report(
            found,
            f"`{name}` runs {found.operations} operations of JAX one by one, and "
            f"the loop at {self.facts.at(found.loop)} comes here on every iteration: nothing "
            "compiles them",
            help=help,
            # To be compiled it would have to be written anew, for a gain that nobody knows.
            severity=Severity.INFO if found.objects or self._rare(found.loop) else None,
            because=(f"the loop at {self.facts.at(found.loop)} runs on the host",),
            assumed=tuple(f"nothing is compiled in `{name}`" for name in found.unseen[:3]),
        )

    def _method(self, found: EagerMethod) -> None:
        by = found.transform.rpartition(".")[2]
        self.report(
            found,
            f"each call of `{found.method.name}` runs `{found.name}` through `{by}`, and nothing "
            "compiles it, so that Python traces it anew and dispatches every operation by itself",
            help="make it once, in the constructor, and compile it with `jax.jit`",
            because=(
                f"the method renews `self.{found.carried}`, so that it is called again and again, "
                "on the host",
            ),
            assumed=(f"nothing is compiled in `{found.name}`",),
        )

    def _body(self, found: EagerBody) -> None:
        self.report(
            found,
            f"each turn of the loop runs {found.operations} operations of JAX one by one on what "
            "it is given, and nothing compiles them",
            help="move what they compute into a function that is compiled once, with `jax.jit`",
            severity=Severity.INFO,
            because=("a turn asks for the value of what it computes, so that nothing traces it",),
        )

    def _seen(self, found: SeenEager) -> None:
        name = found.function.name
        self.report(
            found,
            f"`{name}` hands its operations to the device one by one, as nothing compiles it",
            help=f"compile `{name}` with `jax.jit`",
            weighed=True,  # the run that showed it has said what it costs
        )
