"""Arrays in fields of tree classes that are part of the structure, and compared with it."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.machine.annotations import believed_of, present
from jaxopt_lint.semantics.jax.machine.values import Array, Host
from jaxopt_lint.semantics.python import keywords

# What makes a field, and the word and value that take it out of the leaves.
_FIELDS = {
    "equinox.field": ("static", True),
    "equinox.static_field": ("", True),
    "flax.struct.field": ("pytree_node", False),
}


class ArrayInStaticField(Rule[ast.AnnAssign]):
    """A class that is a tree says of a field that holds an array that it is static.

    ## Why is this bad?
    What is static belongs to the structure of the tree, which JAX hashes and compares: at each call
    of a compiled function, and whenever two trees are mapped together. Arrays have no hash, and
    `==` of two gives an array, so this works as long as the program has one such array. With the
    second, a layer of the same class or a reloaded model, it raises `ValueError`; and what is
    computed from the array is compiled in as a constant, without gradients.

    ## Example
    ```python
    import equinox as eqx
    import jax


    class Normalized(eqx.Module):
        weight: jax.Array
        mean: jax.Array = eqx.field(static=True)

        def __call__(self, x):
            return self.weight * (x - self.mean)
    ```
    Leave it among the leaves, and stop its gradient where it is read
    (`jax.lax.stop_gradient(self.mean)`), or filter it out of what is trained. A table that never
    changes can be a tuple of numbers.

    ## When to keep it
    Where the program makes one such object. Arrays of NumPy are for information only, as tables
    that are made once often are, and arrays of which nothing tells that they have an axis: two
    numbers compare.
    """

    code = "JOL815"
    summary = "A static field of a tree class holds an array"
    words = ("static", "pytree_node")

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        name = self.facts.names.call(node.value) or ""
        if name not in _FIELDS or not isinstance(node.value, ast.Call):
            return
        word, value = _FIELDS[name]
        told = keywords(node.value).get(word)
        if word and not (isinstance(told, ast.Constant) and told.value is value):
            return
        held = believed_of(self.facts, present(self.facts, node.annotation))
        of_numpy = isinstance(held, Host) and held.array
        if not isinstance(held, Array) and not of_numpy:
            return
        axes = _axes(node.annotation)
        if axes is False:
            return  # two numbers compare
        option = f"{word}={value}" if word else "static"
        self.report(
            node,
            f"`{self.source(node.target)}` is an array in a field with `{option}`: comparing it "
            "raises ValueError when a second one comes",
            help="leave it among the leaves, or make it a tuple of numbers",
            severity=Severity.INFO if of_numpy or axes is None else None,
            assumed=(
                "the program makes more than one such object",
                "it has an axis" if axes is None else "",
            ),
        )


def _axes(annotation: ast.expr) -> bool | None:
    """Whether an annotation names axes, as those of jaxtyping do; None where it says nothing."""
    for node in ast.walk(annotation):
        match node:
            case ast.Subscript(slice=ast.Tuple([_, ast.Constant(str() as axes)])):
                return bool(axes.strip())
    return None
