"""`jax.pmap`, which `jax.shard_map` under `jax.jit` has taken over."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.pmap_data_parallel import (
    Pmapped,
    Unclear,
    applications,
    is_factory,
    options,
)
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.history import not_yet
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, fact
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import positional


class PmapDataParallel(Rule[Pmapped]):
    """A function runs on all devices through `jax.pmap`.

    ## Why is this slow?
    `jax.pmap` is in maintenance: since JAX 0.8 it is a wrapper around `jax.shard_map`. Every value
    keeps a leading device axis, a replicated parameter is stacked once a device, looking at one
    entry of a result moves data between devices, and the function can use neither more than one
    mesh axis nor shardings. `@pmap(axis_name=...)` does not work at all: `pmap` needs its function
    at once and raises `TypeError`.

    ## Example
    ```python
    import functools

    import jax
    import jax.numpy as jnp


    @functools.partial(jax.pmap, axis_name="d", in_axes=(0, 0, None))
    def step(params, batch, rate):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - rate * jax.lax.pmean(grads, "d")
    ```
    becomes
    ```python
    import functools

    import jax
    import jax.numpy as jnp

    mesh = jax.make_mesh(
        (jax.device_count(),),
        ("d",),
        axis_types=(jax.sharding.AxisType.Auto,),
    )


    @jax.jit
    @functools.partial(
        jax.shard_map,
        mesh=mesh,
        in_specs=(jax.P("d"), jax.P("d"), jax.P()),
        out_specs=jax.P("d"),
        check_vma=False,
    )
    def step(params, batch, rate):
        params, batch = jax.tree.map(lambda x: x.squeeze(0), (params, batch))
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return jax.tree.map(
            lambda x: jnp.expand_dims(x, 0),
            params - rate * jax.lax.pmean(grads, "d"),
        )
    ```

    ## Fix safety
    The fix asks first. It keeps the layout that callers know, one leading entry a device, so that
    no caller has to change, and gives the same bits. `check_vma=False` is essential: with the
    default the gradient of replicated parameters is summed over the devices already, and the
    `pmean` that follows would leave it too large by the number of devices. The fix takes it
    that there is one process: of several, `pmap` takes each one's own devices and rows, and the
    mesh holds the devices of all. It is refused where a file of the project calls
    `jax.distributed.initialize`, and in a file that speaks of processes. The mesh is made when
    that line runs, which starts the backend; arrays whose leading axis is shorter than the number
    of devices raise instead of using fewer devices. The fix is also refused for arguments by
    keyword, and for options that `shard_map` lacks. It is only shown where no call of the function
    is in the file.

    ## When to keep it
    In code that is about to be rewritten for `jax.jit` with shardings anyway, which also gets rid
    of the leading axis.
    """

    code = "JOL602"
    summary = "A function runs on all devices through `jax.pmap`"
    about_names = True
    across_files = True
    severity = Severity.INFO
    fix = "stacked-shard-map"
    words = ("pmap",)

    def visit_Call(self, node: ast.Call) -> None:
        self._look(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call):
                self._look(decorator)

    def _look(self, site: ast.expr) -> None:
        wrap = applications(self.facts).get(site)
        if wrap is None or in_shim(self.facts, site) or not self.facts.targets((0, 6, 1)):
            return
        name = getattr(wrap.function, "name", "")
        what = f"`{name}`" if name else "this function"
        if is_factory(wrap):
            self.report(
                Pmapped(wrap),
                f"`pmap` needs its function at once: decorating {what} with "
                f"`{self.source(site)}` raises TypeError",
                severity=Severity.ERROR,
                help="use `jax.shard_map`, which has a decorator form",
            )
            return
        same = _shared(self.facts).get(wrap.options, []) if wrap.options is not None else []
        if len(same) > 1 and site is not same[0]:
            return  # one `partial(jax.pmap, ...)` is one decision
        too_old = not_yet("`jax.shard_map`", (0, 6, 1), self.facts.min_jax)
        help = too_old or "use `jax.shard_map` under `jax.jit`"
        more = f" (and {len(same) - 1} more through the same `partial`)" if len(same) > 1 else ""
        self.report(Pmapped(wrap), self._cost(wrap, what) + more, help=help)

    def _cost(self, wrap: Wrap, what: str) -> str:
        """What the device axis asks of the arguments, as far as the options are written out."""
        try:
            given = options(self.facts, wrap)
        except Unclear:
            return f"`jax.pmap` runs {what} with a device axis in front of what it maps and returns"
        names = positional(wrap.function)[wrap.bound :]
        axes = given.in_axes
        whole = list(given.static)
        if isinstance(axes, tuple):
            whole += [i for i, axis in enumerate(axes) if axis is None and i not in whole]
        if axes is None or (isinstance(axes, tuple) and len(whole) >= len(axes)):
            return f"`jax.pmap` runs {what} with a device axis in front of what it returns"
        taken = f"takes a device axis in front of every argument of {what}"
        left = [f"`{names[i]}`" for i in sorted(whole) if i < len(names)]
        if whole and len(left) == len(whole):
            taken += " but " + " and ".join(left)
        elif whole:
            taken = f"takes a device axis in front of the arguments of {what} that it maps"
        outs = given.out_axes
        if outs is None or (isinstance(outs, tuple) and None in outs):
            return f"`jax.pmap` {taken}, and puts one in front of the results that it maps"
        return f"`jax.pmap` {taken}, and puts one in front of every result"


@fact
def _shared(facts: Facts) -> dict[ast.Call, list[ast.expr]]:
    """The sites by the call that holds their options: several behind one `partial`."""
    out: dict[ast.Call, list[ast.expr]] = {}
    for site, wrap in applications(facts).items():
        assert isinstance(site, ast.expr)
        if wrap.options is not None:
            out.setdefault(wrap.options, []).append(site)
    return {k: sorted(v, key=lambda s: s.lineno) for k, v in out.items()}
