"""Objects of plain classes that are given to transforms, which take trees of arrays."""

from __future__ import annotations

from jaxopt_lint.patterns.unregistered_tree import Unregistered, unregistered
from jaxopt_lint.rule import Rule, Severity, each


class UnregisteredTree(Rule[Unregistered]):
    """An object of a plain class is given to `jax.jit` or its kin, or is returned from there.

    ## Why is this bad?
    What is traced is a tree of arrays: numbers, arrays, and lists, tuples and dictionaries of
    these. JAX does not look into the objects of any other class, a dataclass among them, unless
    the class is registered. The call raises `TypeError`.

    ## Example
    ```python
    import dataclasses

    import jax


    @dataclasses.dataclass
    class State:
        params: dict
        step: jax.Array


    @jax.jit
    def advance(state):
        return State(state.params, state.step + 1)
    ```
    Register it, `@jax.tree_util.register_dataclass` above `@dataclasses.dataclass`, or derive it
    from `typing.NamedTuple`; `flax.struct.dataclass` and `equinox.Module` do it themselves.

    ## When to keep it
    Never: it raises. What is registered in another file is not reported if that takes the class
    from here.
    """

    code = "JOL850"
    summary = "An object of a plain class is given to a transform, or comes out of it"
    severity = Severity.ERROR
    words = ("jax",)
    matches = each(unregistered)

    def judge(self, found: Unregistered) -> None:
        how = "is given" if found.given else "returns"
        self.report(
            found,
            f"`{found.node.name}` is no tree that JAX knows, and `{found.taker}` {how} an object "
            f"of it at {self.facts.at(found.where)}: it raises TypeError",
            help="register the class, `@jax.tree_util.register_dataclass` for a dataclass, or "
            "make it a `NamedTuple`",
        )
