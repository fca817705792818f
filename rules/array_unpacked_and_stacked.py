"""JOL211: keys that are unpacked into a list, of which an array is made again."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.array_unpacked_and_stacked import UnpackedKeys, unpacked_keys
from jaxopt_lint.rule import Rule, Severity


class ArrayUnpackedAndStacked(Rule[UnpackedKeys]):
    """Random keys are unpacked into a list, and an array is made of the list.

    ## Why is this slow?
    `jax.random.split` gives all keys in one array, as `vmap` wants them. `key, *keys = ...` takes
    it apart into one array for each key, and `jnp.array(keys)` joins these again: outside of
    `jax.jit` that is a transfer of work for each key, inside it is a slice and an operand for each
    key in the program, which take compile time.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def reset_all(key, positions, reset):
        key, *keys = jax.random.split(key, len(positions) + 1)
        return key, jax.vmap(reset)(jnp.array(keys), positions)
    ```
    becomes
    ```python
    import jax


    def reset_all(key, positions, reset):
        keys = jax.random.split(key, len(positions) + 1)
        key, keys = keys[0], keys[1:]
        return key, jax.vmap(reset)(keys, positions)
    ```

    ## Fix safety
    The keys are the same. Where there are none at all, an empty list of them fails or gives an
    array of floats, and the slice is an empty array of keys.

    ## When to keep it
    Lists that are used as lists are not reported, nor are fewer than 16 keys. It is for
    information: keys are made once a step or once a run, and none of nine that were judged cost
    anything to speak of.
    """

    code = "JOL211"
    summary = "Keys are unpacked into a list and stacked again"
    severity = Severity.INFO
    fix = "keep-stacked"
    words = ("split",)

    def visit_Assign(self, node: ast.Assign) -> None:
        found = unpacked_keys(self.facts, node)
        if found is None:
            return
        cost = (
            f"the program has a slice for each of them ({found.staged})"
            if found.staged is not None
            else "each of them becomes an array by itself on the way"
        )
        count = f"{found.count} keys" if found.count is not None else "keys"
        self.report(
            found,
            f"{count} are unpacked into the list `{found.name}`, of which an array is made again: "
            f"{cost}",
            help=f"keep what `split` gives: `{found.name} = keys[{len(found.targets)}:]`",
            because=("nothing else reads the list",),
            assumed=("there are more than a few keys",) if found.severity else (),
        )
