"""Processes that are forked off a program in which JAX runs."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.recurrence import in_test

_MAKING = ("jax.numpy.", "jax.random.", "jax.device")


class ForkAfterStart(Rule[ast.Call]):
    """A program forks after JAX has started its threads.

    ## Why is this bad?
    A fork copies the memory of the process and one of its threads. The locks that JAX's other
    threads hold at that moment are never given back in the copy: it may hang, now or years later.
    JAX warns of it while it runs. `os.fork` forks, and so do `multiprocessing` with the `fork`
    method and, before Python 3.14, `multiprocessing.Pool` on Linux unless it is told otherwise.

    ## Example
    ```python
    import multiprocessing

    import jax


    def main(load, paths):
        params = jax.random.normal(jax.random.key(0), (32,))
        with multiprocessing.get_context("fork").Pool(2) as pool:
            return params, pool.map(load, paths)
    ```
    Use `multiprocessing.get_context("spawn")`, or `"forkserver"`; or make the processes before
    JAX is used for the first time.

    ## When to keep it
    Where the copy replaces itself by another program at once.
    """

    code = "JOL838"
    summary = "A program forks after JAX has started"
    words = ("fork", "multiprocessing")

    def visit_Call(self, node: ast.Call) -> None:
        if self.facts.module.seams:
            return  # what a notebook defines, no spawned process finds
        name = self.facts.names.call(node) or ""
        if name == "os.fork":
            what = "`os.fork`"
        elif name in ("multiprocessing.get_context", "multiprocessing.set_start_method"):
            given = [*node.args, *(k.value for k in node.keywords)][:1]
            if not given or not isinstance(given[0], ast.Constant) or given[0].value != "fork":
                return
            what = 'the method "fork"'
        elif name in ("multiprocessing.Pool", "multiprocessing.pool.Pool"):
            if "set_start_method" in self.facts.module.text or self._chosen():
                return
            what = "`Pool`, which forks on Linux before Python 3.14,"
        else:
            return
        started = self._started(node)
        if started is not None and not in_test(self.facts, node):
            if not error_meant(self.facts, node):
                self.report(
                    node,
                    f"{what} copies a process whose JAX has threads by then: the copy may hang",
                    help='use `multiprocessing.get_context("spawn")`',
                    because=(f"JAX has started at {self.facts.at(started)}",),
                )

    def _chosen(self) -> bool:
        """Whether the file speaks of another method anywhere."""
        return any(c.value in ("spawn", "forkserver") for c in self.facts.module.all(ast.Constant))

    def _started(self, node: ast.Call) -> ast.Call | None:
        """A call in front of a node, on every way to it, that starts JAX."""
        statement = self.facts.module.statement(node)
        home = self.facts.module.function(node)
        while True:
            for earlier in self.facts.module.before(statement):
                if isinstance(earlier, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
                    continue
                for call in ast.walk(earlier):
                    if isinstance(call, ast.Call) and self._starts(call):
                        return call
            around = self.facts.module.parent[statement]
            if not isinstance(around, ast.stmt) or around is home:
                return self._at_top(home) if home is not None else None
            statement = around

    def _at_top(self, home: ast.AST) -> ast.Call | None:
        """A call at the top of the file that starts JAX as soon as it is imported."""
        for statement in self.facts.module.tree.body:
            if isinstance(statement, (ast.Assign, ast.Expr, ast.AnnAssign)):
                for call in ast.walk(statement):
                    plain = isinstance(call, ast.Call) and self.facts.module.function(call) is None
                    if plain and isinstance(call, ast.Call) and self._starts(call):
                        return call
        return None

    def _starts(self, call: ast.Call) -> bool:
        if self.facts.module.function(call) is not None and any(
            isinstance(f, ast.Lambda) for f in self.facts.module.functions(call)
        ):
            return False
        name = self.facts.names.call(call) or ""
        return name.startswith(_MAKING) and name != "jax.numpy.dtype"
