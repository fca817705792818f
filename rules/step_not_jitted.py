"""Training steps that run operation by operation."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.eager import Eager, eager
from jaxopt_lint.patterns.eager_bodies import EagerBody
from jaxopt_lint.patterns.eager_calls import EagerProgram
from jaxopt_lint.patterns.eager_forwards import EagerForward
from jaxopt_lint.patterns.eager_methods import EagerMethod
from jaxopt_lint.patterns.eager_passes import EagerPass
from jaxopt_lint.patterns.eager_updates import EagerUpdate
from jaxopt_lint.patterns.eager_weight import weighs_little
from jaxopt_lint.patterns.seen_eager import SeenEager
from jaxopt_lint.patterns.step_not_jitted import EagerStep
from jaxopt_lint.rule import Rule, Severity, each


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

    matches = each(eager)

    def judge(self, found: Eager) -> None:
        severity = Severity.INFO if weighs_little(self.facts, found) else None
        if isinstance(found, EagerStep):
            self._step(found, severity)
            return
        message, help = self._words(found)
        host = self.facts.at(found.loop) if isinstance(found, EagerPass) else ""
        self.report(
            found,
            message,
            help=help,
            severity=severity,
            because=(f"the loop at {host} runs on the host",) if host else None,
            weighed=True if isinstance(found, SeenEager) else None,  # the run told what it costs
        )

    def _step(self, step: EagerStep, severity: Severity | None) -> None:
        if step.function is not None:
            told = (
                f"`{step.function.name}` takes a gradient and applies it on every iteration of a "
                "loop, but nothing compiles it, so that Python dispatches every operation by itself"
            )
            help = self._compile(step)
            where = f"called in the loop at {self.facts.at(step.loop)}"
        elif step.applies:
            told = (
                "the loop takes a gradient and applies it on every iteration, but nothing compiles "
                "that, so that Python dispatches every operation by itself"
            )
            help, where = "move the step into a function, and compile it with `jax.jit`", ""
        else:
            told = (
                f"the loop takes a gradient through `{self.source(step.gradient.func)}` on every "
                "iteration, but nothing compiles that, so that Python dispatches every operation "
                "of it by itself, and traces the function anew"
            )
            help = "compile what takes the gradient once, outside of the loop, with `jax.jit`"
            where = "the loop runs on the host"
        self.report(
            step,
            told,
            help=help,
            severity=severity,
            certain=step.certain,
            because=(f"the gradient is taken at {self.facts.at(step.gradient)}", where),
            weighed=True if step.applies else None,
        )

    def _compile(self, step: EagerStep) -> str:
        """What compiles a step: a network of NNX is written to, which `jax.jit` would not see."""
        made = step.gradient.func  # `nnx.grad(loss)` of `nnx.grad(loss)(model)`
        name = self.facts.names.call(made if isinstance(made, ast.Call) else step.gradient)
        if not (name or "").startswith("flax.nnx."):
            return "compile the step with `jax.jit`"
        return "compile the step with `nnx.jit`, an optimizer of Optax static or outside of it"

    def _words(self, found: Eager) -> tuple[str, str]:
        """What Python dispatches operation by operation, and what helps."""
        match found:
            case EagerPass():
                name = self.source(found.node.func)
                help = f"call `jax.jit({name})`, made once outside of the loop"
                if found.objects:
                    several = " and ".join(f"`{one}`" for one in found.objects)
                    help = f"hand it the numbers of {several}, and compile it with `jax.jit`"
                return (
                    f"`{name}` runs {found.operations} operations of JAX one by one, and the loop "
                    f"at {self.facts.at(found.loop)} comes here on every iteration: nothing "
                    "compiles them"
                ), help
            case EagerForward():
                return (
                    f"the loop at {self.facts.at(found.loop)} calls `{found.network}` on every "
                    "iteration, and nothing compiles that forward pass, so that Python dispatches "
                    "every operation of it by itself"
                ), "call it in a function that is compiled once, outside of the loop"
            case EagerProgram():
                by = found.transform.rpartition(".")[2]
                what = f"`{found.name}` through `{by}`" if by else f"`{found.name}`"
                return (
                    f"the loop at {self.facts.at(found.loop)} runs {what} on every iteration, and "
                    f"nothing compiles it, so that Python dispatches its {found.operations} "
                    "operations one by one"
                ), "compile it once, outside of the loop, with `jax.jit`"
            case EagerUpdate():
                return (
                    f"the loop at {self.facts.at(found.loop)} applies this update on every "
                    "iteration, and nothing compiles it, so that Python dispatches several "
                    "operations for each array of the parameters"
                ), "take the gradient and apply it in one function that is compiled"
            case EagerMethod():
                by = found.transform.rpartition(".")[2]
                return (
                    f"each call of `{found.method.name}` runs `{found.name}` through `{by}`, and "
                    "nothing compiles it, so that Python traces it anew and dispatches every "
                    "operation by itself"
                ), "make it once, in the constructor, and compile it with `jax.jit`"
            case EagerBody():
                return (
                    f"each turn of the loop runs {found.operations} operations of JAX one by one "
                    "on what it is given, and nothing compiles them"
                ), "move what they compute into a function that is compiled once, with `jax.jit`"
            case SeenEager():
                return (
                    f"`{found.function.name}` hands its operations to the device one by one, as "
                    "nothing compiles it"
                ), f"compile `{found.function.name}` with `jax.jit`"
        raise TypeError(found)
