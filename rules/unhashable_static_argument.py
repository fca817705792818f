"""Lists, dictionaries and arrays given to static parameters."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.tracer_made_static import (
    Static,
    statics_of_others,
    traced_for_static,
)
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.basics import tracing
from jaxopt_lint.semantics.jax.machine.annotations import believed
from jaxopt_lint.semantics.jax.machine.values import Array, Host
from jaxopt_lint.semantics.python import DEFINITIONS, positional, stored_names

_CONTAINERS: dict[type[ast.expr], str] = {
    ast.List: "a list", ast.ListComp: "a list", ast.Dict: "a dict", ast.DictComp: "a dict",
    ast.Set: "a set", ast.SetComp: "a set",
}  # fmt: skip
_PLAIN = frozenset({"jax.jit", "jax.pmap", "jax.experimental.pjit.pjit"})
_ARRAYS = frozenset(
    {"array", "asarray", "zeros", "ones", "full", "arange", "linspace", "eye", "zeros_like",
     "ones_like", "stack", "concatenate"}
)  # fmt: skip


class UnhashableStaticArgument(Rule[ast.AST]):
    """A static parameter is given something that has no hash.

    ## Why is this bad?
    JAX finds the program compiled for a static argument by the argument's hash. A list, a dict, a
    set and an array have none, so that the call raises `ValueError`. Nor has an object of a plain
    `@dataclass`, as Python takes the hash away from a class that can be compared and changed. A
    value that is traced where it is handed on, as a parameter of a function that is compiled
    itself, has none either: what is static within is to be static around it, too. A static
    parameter that is annotated as an array is told for information, as one of the two is wrong.

    ## Example
    ```python
    from functools import partial

    import jax
    import jax.numpy as jnp


    @partial(jax.jit, static_argnames=("axes",))
    def total(x, axes):
        return jnp.sum(x, axis=tuple(axes))


    def both(x):
        return total(x, axes=[0, 1])
    ```
    Pass a tuple: `total(x, axes=(0, 1))`. An array is data: leave its parameter traced. Make a
    dataclass `@dataclass(frozen=True)`.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL106"
    summary = "A static parameter is given a list, a dict, or something else without a hash"
    severity = Severity.ERROR
    words = ("static_arg", "jit")

    def visit_Call(self, node: ast.Call) -> None:
        facts = self.facts
        wrap = tracing(facts).jitted(node.func)
        if wrap is None:
            for given in statics_of_others(facts, node):
                self._traced(given)
            return
        if wrap.transform.lifted:
            return
        if any(isinstance(a, ast.Starred) for a in node.args):
            return
        for name, value in tracing(facts).static_arguments(node, wrap):
            what = self._unhashable(value)
            if what is not None:
                self.report(
                    value,
                    f"the static parameter `{name}` is given {what}, which has no hash: the call "
                    "raises ValueError",
                    help=self._help(what),
                    because=(f"static at {facts.at(wrap.site)}",),
                )
            else:
                self._traced(Static(value, name, wrap, facts))

    def _traced(self, given: Static) -> None:
        """What is traced where it is given to a static parameter."""
        why = traced_for_static(self.facts, given) if given.wrap.name in _PLAIN else ""
        if why:
            self.report(
                given.value,
                f"the static parameter `{given.name}` is given a traced value, which has no "
                "hash: the call raises ValueError",
                help=f"make it static around the call as well, or leave `{given.name}` traced",
                because=(f"static at {given.home.at(given.wrap.site)}", why),
            )

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """What annotations say of static parameters."""
        said = believed(self.facts, node)
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        arrays = [a for a in every if isinstance(value := said.get(a.arg), Array)
                  or (isinstance(value, Host) and value.array)]  # fmt: skip
        for wrap in tracing(self.facts).of(node) if arrays else ():
            if wrap.name not in _PLAIN:
                continue
            given = {*positional(node)[: wrap.bound], *wrap.bound_names}
            own = tracing(self.facts).static(wrap)[0] - given
            for parameter in arrays:
                name = parameter.arg
                if name in own:
                    self.report(
                        parameter,
                        f"the static parameter `{name}` is annotated as an array, which has no "
                        "hash: a call raises ValueError",
                        help="leave it traced, or annotate what it is given",
                        severity=Severity.INFO,  # who makes it static may mean something else
                        because=(f"static at {self.facts.at(wrap.site)}",),
                        assumed=("the annotation is right",),
                    )

    def _help(self, what: str) -> str:
        if "dataclass" in what:
            return "make the class `@dataclass(frozen=True)`"
        return "pass a tuple" if "list" in what else "leave the parameter traced"

    def _unhashable(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.Name):
            value = self.facts.names.value(node)
            return self._unhashable(value) if isinstance(value, ast.expr) else None
        if type(node) in _CONTAINERS:
            return _CONTAINERS[type(node)]
        if isinstance(node, ast.Call):
            module, _, short = (self.facts.names.call(node) or "").rpartition(".")
            if module in ("jax.numpy", "numpy") and short in _ARRAYS:
                return "an array"
            if self.facts.names.is_builtin(node.func, "list", "dict", "set"):
                return f"a {node.func.id}"  # type: ignore[attr-defined]
            return self._of_class(node.func)
        return None

    def _of_class(self, node: ast.expr) -> str | None:
        """What a class of the file makes, where Python takes the hash from its objects."""
        binding = self.facts.names.only_binding(node)
        owner = binding.node if binding is not None else None
        if not isinstance(owner, ast.ClassDef) or len(owner.decorator_list) != 1:
            return None
        made = owner.decorator_list[0]
        options = made if isinstance(made, ast.Call) else None
        name = self.facts.names.of(made.func if isinstance(made, ast.Call) else made)
        if name != "dataclasses.dataclass" or "__hash__" in stored_names(*owner.body):
            return None
        if any(isinstance(s, DEFINITIONS) and s.name == "__hash__" for s in owner.body):
            return None
        hashed = ("frozen", "eq", "unsafe_hash", None)
        if options is not None and any(k.arg in hashed for k in options.keywords):
            return None
        return f"an object of the dataclass `{owner.name}`"
