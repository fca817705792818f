"""Sums over devices of which each device keeps its own part."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.python import argument, unpacks


class SumForOwnPart(Rule[ast.Call]):
    """All devices get a whole sum, of which each keeps the part of its own number.

    ## Why is this slow?
    `psum` leaves the whole sum on every device. Where only the part of the device's own number is
    read of it, `psum_scatter` gives that part alone: it sends half as much, and the device never
    holds the rest, which is what gradients in shards are kept for.

    ## Example
    ```python
    import jax
    from jax.sharding import PartitionSpec as P


    def shards(mesh, gradients):
        def own(local):
            index = jax.lax.axis_index("data")
            total = jax.lax.psum(local, "data")
            return total[index]

        return jax.shard_map(own, mesh=mesh, in_specs=P(), out_specs=P("data"))(gradients)
    ```
    Write `jax.lax.psum_scatter(local, "data")` where the first axis has one row for each device;
    with `tiled=True` it gives each device a slice of the axis. For `pmean`, divide by
    `jax.lax.axis_size("data")`.

    ## When to keep it
    Where the whole sum is read elsewhere, too; that is not reported.
    """

    code = "JOL515"
    summary = "A sum over devices is taken whole, and each device keeps its own part"
    words = ("psum", "pmean")

    def visit_Call(self, node: ast.Call) -> None:
        name = self.facts.names.call(node)
        axis = argument(node, 1, "axis_name")
        if name not in ("jax.lax.psum", "jax.lax.pmean") or axis is None or unpacks(node):
            return
        if any(k.arg == "axis_index_groups" for k in node.keywords):
            return
        reads = self._reads(node)
        if not reads or not all(self._is_own_part(read, axis) for read in reads):
            self.facts.doubt(
                node, "more than the device's own part of {} is read", node, early=True
            )
            return
        divided = " and divide by the number of devices" if name.endswith("pmean") else ""
        part = self.facts.module.parent[reads[0]]
        self.report(
            node,
            f"every device gets the whole of `{self.source(node)}`, and reads "
            f"`{self.source(part)}` alone",
            help=f"take the own part by `jax.lax.psum_scatter`{divided}",
        )

    def _reads(self, node: ast.Call) -> list[ast.expr]:
        """Where the sum is read; none where that is not known."""
        stored = self.facts.module.stored_by(node)
        if stored is None:
            return [node]
        target = stored.targets[0]
        if len(stored.targets) != 1 or not isinstance(target, ast.Name):
            return []
        if self.facts.names.value(target) is not node:
            return []
        return [*self.facts.module.reads(self.facts.module.holder(target), target.id)]

    def _is_own_part(self, read: ast.expr, axis: ast.expr) -> bool:
        """Whether a read takes the element or slice of the device's own number."""
        match self.facts.module.parent[read]:
            case ast.Subscript(value, index) if value is read:
                return self._is_own_number(index, axis)
            case ast.Call(_, [value, start, *_]) as call if value is read:
                taken = self.facts.names.call(call) in _SLICES
                factors = [start]
                if isinstance(start, ast.BinOp) and isinstance(start.op, ast.Mult):
                    factors = [start.left, start.right]
                return taken and any(self._is_own_number(f, axis) for f in factors)
        return False

    def _is_own_number(self, node: ast.expr, axis: ast.expr) -> bool:
        made = self.facts.names.behind(node)
        if not isinstance(made, ast.Call) or self.facts.names.call(made) != "jax.lax.axis_index":
            return False
        of = argument(made, 0, "axis_name")
        return of is not None and ast.dump(of) == ast.dump(axis)


_SLICES = ("jax.lax.dynamic_index_in_dim", "jax.lax.dynamic_slice_in_dim")
