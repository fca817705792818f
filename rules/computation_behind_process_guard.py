"""Work of all processes that only one of them begins."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.patterns.computation_behind_process_guard import Alone, begun_alone
from jaxopt_lint.rule import Rule, Severity


class ComputationBehindProcessGuard(Rule[Alone]):
    """A computation that all processes must run together stands behind a test for one of them.

    ## Why is this bad?
    With several processes each one runs the same program, and a computation with an array that
    is spread over all of them needs every process to run it. Behind
    `if jax.process_index() == 0:` one process begins it and waits for the others, which never
    come: the program hangs, often at the first evaluation, hours into the training. With one
    process, where it is tried out, it works.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    from jax.sharding import NamedSharding, PartitionSpec as P

    mesh = jax.make_mesh((8,), ("data",), axis_types=(jax.sharding.AxisType.Auto,))


    @jax.jit
    def evaluate(w, x):
        return jnp.mean(x @ w)


    def report(w, local):
        x = jax.make_array_from_process_local_data(NamedSharding(mesh, P("data")), local)
        if jax.process_index() == 0:
            print(float(evaluate(w, x)))
    ```
    Let all processes compute, and one of them print:
    ```python
    value = evaluate(w, x)
    if jax.process_index() == 0:
        print(float(value))
    ```

    ## When to keep it
    Where the array is of the devices of one process; a file that names `local_devices` is only
    looked at for calls that wait for all processes by themselves, such as `sync_global_devices`.
    """

    code = "JOL614"
    summary = "A computation of all processes stands behind a test for one of them"
    severity = Severity.ERROR
    words = ("process_index", "host_id")

    def matches(self) -> Iterable[Alone]:
        return begun_alone(self.facts)

    def judge(self, found: Alone) -> None:
        called = self.source(found.node.func)
        why = "it waits for all of them"
        if found.shared is not None:
            why = f"`{found.shared.id}` is spread over all of them"
        self.report(
            found,
            f"only one process runs `{called}` behind this test, and {why}: with several processes "
            "the program hangs",
            help="run it on all processes, and use the result on one",
            because=(f"the test is at {self.facts.at(found.test)}",),
        )
