"""Programs that are thrown away while a loop still needs them."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import tracing
from jaxopt_lint.semantics.jax.machine.asking import looped_work
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test, short
from jaxopt_lint.semantics.python import Loop, root_of


class CachesClearedInLoop(Rule[ast.Call]):
    """`jax.clear_caches()` in a loop that runs compiled functions.

    ## Why is this slow?
    `jax.clear_caches` drops every program that was compiled. What the loop runs is traced and
    compiled again on the next iteration, which takes seconds to minutes for a training step, and
    the memory of arrays is not freed by it. Where memory grows from iteration to iteration,
    something is compiled anew each time, or arrays are kept: `jax.config.update(
    "jax_log_compiles", True)` tells which.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(params, batch):
        return params - 0.1 * jnp.mean(batch)


    def train(params, batches):
        for batch in batches:
            params = step(params, batch)
            jax.clear_caches()
        return params
    ```
    Leave it out. Between two parts of a program that share nothing it does no harm.

    Operations outside of `jax.jit` are compiled, too, one by one, and dropped: where a turn runs
    eight of them or more, itself or in what it calls, that is reported as well.

    ## When to keep it
    Where each iteration compiles other programs, as in a benchmark over sizes, and memory is
    short. Under a test, which may run on few iterations, the finding is for information only.
    """

    code = "JOL116"
    summary = "Compiled programs are dropped on every iteration of a loop that runs them"
    words = ("clear_caches",)

    def visit_Call(self, node: ast.Call) -> None:
        facts = self.facts
        if facts.names.of(node.func) != "jax.clear_caches":
            return
        loop = body_loop(facts, node)
        if loop is None or in_test(facts, node) or short(facts, facts.module.statement(node), loop):
            facts.doubt(node, "no loop of more than a few turns is around it, or a test is")
            return
        run = self._compiled(loop)
        if run is None:
            self._tell_operations(node, loop)
            return
        tested = [a for a in self.facts.module.ancestors(node) if isinstance(a, ast.If)]
        now_and_then = any(facts.module.within(test, loop) for test in tested)
        turns = "where its test holds" if now_and_then else "on every iteration"
        self.report(
            node,
            f"`jax.clear_caches` drops all compiled programs {turns}: `{run}` is traced and "
            "compiled again on the next",
            help="leave it out; `jax_log_compiles` tells what is compiled, where memory grows",
            severity=Severity.INFO if now_and_then else None,
        )

    def _tell_operations(self, node: ast.Call, loop: Loop) -> None:
        """Operations that run one by one are programs, too, which each turn needs alike."""
        facts = self.facts
        made = facts.names.behind(loop.iter) if isinstance(loop, ast.For) else None
        own = any(facts.module.within(wrap.site, loop) for wrap in tracing(facts).wraps)
        timed = any(facts.names.call(c) in _CLOCKS for c in facts.module.inside(ast.Call, loop))
        if facts.module.statement(node) not in loop.body or own or timed:
            facts.doubt(node, "{} may compile programs of its own on each turn", loop)
            return
        work = looped_work(facts).get(loop) if not isinstance(made, _WRITTEN) else None
        if work is None or work.work < _MANY or (work.count is not None and work.count < _TURNS):
            facts.doubt(node, "{} is not seen to run anything that is compiled outside of it", loop)
            return
        self.report(
            node,
            "`jax.clear_caches` drops all compiled programs on every iteration: each of the "
            f"{work.work} operations that an iteration hands out, also in what it calls, is "
            "compiled again on the next",
            help="leave it out; `jax_log_compiles` tells what is compiled, where memory grows",
        )

    def _compiled(self, loop: Loop) -> str | None:
        """What a loop calls that is compiled, by a name that the loop does not bind."""
        for part in loop.body:
            for call in ast.walk(part):
                if not isinstance(call, ast.Call) or not tracing(self.facts).compiled(call.func):
                    continue
                root = root_of(call.func)
                bound = self.facts.names.binding(root) if isinstance(root, ast.Name) else []
                if not any(self.facts.module.within(b.node, loop) for b in bound):
                    return self.source(call.func)
        return None


_WRITTEN = (ast.List, ast.Tuple, ast.Dict, ast.Set)
_CLOCKS = ("time.time", "time.perf_counter", "time.monotonic", "timeit.default_timer")
# So many operations cost about a second to compile, on each of so many turns.
_MANY, _TURNS = 8, 16
