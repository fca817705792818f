"""Comparisons of devices and backends with names that JAX gives none of them."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from jaxopt_lint.patterns.device_api_misuse import is_device
from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.python import text_of


class PlatformNeverSoCalled(Rule[ast.Compare]):
    """A device or backend is compared with a name that JAX never gives it.

    ## Why is this bad?
    `device.device_kind` is the name of a model, such as `NVIDIA H100 80GB HBM3` or `TPU v5 lite`:
    it is never `gpu`. That is the `platform`, which is `cpu`, `gpu` or `tpu`, and `gpu` for CUDA,
    too; so is what `jax.default_backend()` gives. The comparison is false on every machine, and
    what it guards is never done: the program says that there is no GPU, and goes the slow way.

    ## Example
    ```python
    import jax


    def has_gpu():
        return any(d.device_kind == "gpu" for d in jax.devices())
    ```
    Ask for the platform: `d.platform == "gpu"`.

    ## When to keep it
    Where other names are accepted besides, one of which is right; that is not reported.
    """

    code = "JOL844"
    summary = "A device or backend is compared with a name that JAX never gives it"
    about_names = True
    words = ("device_kind", "platform", "default_backend")

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) != 1:
            return
        for value, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            names = self._names(node.ops[0], other)
            what = self._asked(value) if names else ""
            if what and all(name in _NEVER[what] for name in names):
                self._tell(node, value, what, names)
                return

    def _names(self, op: ast.cmpop, other: ast.expr) -> Sequence[str]:
        """The names that something is compared with."""
        if isinstance(op, (ast.Eq, ast.NotEq)):
            text = text_of(other)
            return [text] if text is not None else []
        if isinstance(op, (ast.In, ast.NotIn)):
            items = other.elts if isinstance(other, (ast.Tuple, ast.List, ast.Set)) else []
            texts = [text_of(item) for item in items]
            return [t for t in texts if t is not None] if None not in texts else []
        return []

    def _asked(self, node: ast.expr) -> str:
        """What a value is: the kind of a device, its platform, or that of the backend."""
        if isinstance(node, ast.Attribute) and node.attr in ("device_kind", "platform"):
            return node.attr if is_device(self.facts, node.value) else ""
        made = self.facts.names.behind(node)
        return "platform" if self.facts.names.call(made) == "jax.default_backend" else ""

    def _tell(self, node: ast.Compare, value: ast.expr, what: str, names: Sequence[str]) -> None:
        never = " or ".join(f'"{name}"' for name in names)
        right = dict.fromkeys(_PLATFORMS.get(name.lower(), name.lower()) for name in names)
        asked = self.source(value)
        if what == "device_kind":
            said = f"`{asked}` is the name of a model and never {never}: the comparison is always"
            asked = f"{asked.removesuffix('device_kind')}platform"
        else:
            said = (
                f"`{asked}` is never {never} but one of cpu, gpu and tpu: the comparison is always"
            )
        negated = isinstance(node.ops[0], (ast.NotEq, ast.NotIn))
        cure = " or ".join(f'"{name}"' for name in right)
        self.report(
            node,
            f"{said} {'true' if negated else 'false'}",
            help=f"compare `{asked}` with {cure}",
        )


_PLATFORMS = {"cuda": "gpu", "nvidia": "gpu"}
# Names that are never given.
_NEVER = {
    "device_kind": frozenset({"gpu", "GPU", "cuda", "CUDA", "tpu", "TPU"}),
    "platform": frozenset({"cuda", "CUDA", "nvidia", "GPU", "TPU", "CPU"}),
}
