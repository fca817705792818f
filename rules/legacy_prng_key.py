"""Random keys of the old kind."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.legacy_prng_key import LEGACY, raw_layout
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.shims import in_shim

_TYPED_SINCE = (0, 4, 16)


class LegacyPrngKey(Rule[ast.Call]):
    """`jax.random.PRNGKey` makes a key that looks like any array of `uint32`.

    ## Why is this bad?
    The old keys are arrays of two words. JAX cannot tell them from data: adding to one, indexing
    it or passing it where an array is wanted goes unnoticed, and the generator that it was made
    for is not known from the key. `jax.random.key` makes keys of an own dtype that draw the same
    numbers; what is not a use of a key raises, and the JAX documentation recommends them.

    Files that use the layout of keys, or know both kinds, are left alone.

    ## Example
    ```python
    import jax


    def noise(seed, shape):
        key = jax.random.PRNGKey(seed)
        return jax.random.normal(key, shape)
    ```
    becomes
    ```python
    import jax


    def noise(seed, shape):
        key = jax.random.key(seed)
        return jax.random.normal(key, shape)
    ```

    ## Fix safety
    Unsafe. It is offered where every use of the key, and of the keys split from it, is in the
    file: a key that is returned, stored in an object or given to another library may be saved,
    or taken apart as two words. The numbers that are drawn stay the same.

    ## When to keep it
    Where keys are written to checkpoints of the old layout, or a library expects that layout.
    """

    code = "JOL707"
    summary = "`jax.random.PRNGKey` makes a key of the old kind, a plain array"
    about_names = True
    across_files = True
    severity = Severity.INFO
    preview = True
    fix = "typed-key"
    words = ("PRNGKey",)

    def visit_Call(self, node: ast.Call) -> None:
        facts = self.facts
        if facts.names.call(node) != LEGACY or in_shim(facts, node):
            return
        if facts.min_jax is not None and facts.min_jax < _TYPED_SINCE:
            return
        if raw_layout(facts) is not None:
            return
        self.report(
            node,
            f"`{facts.module.source(node.func)}` makes a plain array of two words, which JAX "
            "cannot tell from data",
            help="make a typed key with `jax.random.key`; it draws the same numbers",
        )
