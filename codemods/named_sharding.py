"""Spreads arrays over devices with `jax.device_put` and a `NamedSharding`."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.semantics.python import keywords, layout, unpacks
from jaxopt_lint.semantics.subjects.versions.uses import uses

_PARAMETERS = {
    "device_put_replicated": ("x", "devices"),
    "device_put_sharded": ("shards", "devices"),
}


class NamedSharding(Codemod[ast.expr]):
    """Use `jax.device_put` with a `NamedSharding`."""

    def rewrite(self, node: ast.expr) -> None:
        dotted = uses(self.facts).paths[node]
        self.needs((0, 4, 27), "JAX {} does not know `jax.NamedSharding`")
        call = self.module.parent[node]
        if not isinstance(call, ast.Call) or call.func is not node:
            self.refuse("it is passed on here, not called")
        if unpacks(call):
            self.refuse("its arguments are unpacked from a sequence or a mapping")
        if dotted.endswith("PositionalSharding"):
            self._positional(call)
        else:
            self._stacked(call, dotted.rpartition(".")[2])

    def _stacked(self, call: ast.Call, name: str) -> None:
        given = dict(zip(_PARAMETERS[name], call.args, strict=False))
        given |= keywords(call)
        what, devices = (given.get(p) for p in _PARAMETERS[name])
        if what is None or devices is None or len(given) > 2:
            self.refuse("its arguments are not what it takes")
        if not self._repeatable(devices):
            self.refuse("the devices are an expression that cannot be written twice")
        on = self.code(devices)
        tree, stack = self.spelled("jax.tree.map", call), self.spelled("jax.numpy.stack", call)
        if name == "device_put_replicated":
            value = f"{tree}(lambda x: {stack}([x] * len({on})), {self.code(what)})"
        elif isinstance(what, ast.List | ast.Tuple) and not what.elts:
            self.refuse("there are no shards")
        else:
            value = f"{tree}(lambda *x: {stack}(x), *{self.code(what)})"
        mesh = f'{self.spelled("jax.sharding.Mesh", call)}({on}, ("devices",))'
        spec = f'{self._spec(call)}("devices")'
        sharding = f"{self._sharding(call)}({mesh}, {spec})"
        put = self.spelled("jax.device_put", call)
        new = layout.call(put, [value, sharding], used=call.col_offset)
        self.replace(call, layout.continued(new, self.module, call))

    def _positional(self, call: ast.Call) -> None:
        """`PositionalSharding(devices).reshape(4, 1)` in one piece."""
        if len(call.args) != 1 or call.keywords:
            self.refuse("it is given more than the devices")
        shape: list[ast.expr] = []
        whole: ast.AST = call
        parent = self.module.parent[call]
        if isinstance(parent, ast.Attribute):
            outer = self.module.parent[parent]
            if parent.attr != "reshape" or not isinstance(outer, ast.Call) or outer.keywords:
                self.refuse("a method of it is used that `NamedSharding` lacks")
            shape = list(outer.args)
            if len(shape) == 1 and isinstance(shape[0], ast.Tuple | ast.List):
                shape = list(shape[0].elts)
            elif len(shape) == 1 and not isinstance(shape[0], ast.Constant):
                self.refuse(f"`{self.code(shape[0])}` may be several lengths")
            if any(isinstance(length, (ast.Starred, ast.UnaryOp)) for length in shape):
                self.refuse("one length is left open, and a mesh needs all of them")
            whole = outer
            if isinstance(self.module.parent[outer], ast.Attribute):
                self.refuse("a method of it is used that `NamedSharding` lacks")
        elif not isinstance(parent, ast.Call | ast.keyword):
            self.refuse("it is kept under a name, and how it is reshaped is not to be seen here")
        devices = self.code(call.args[0])
        axes = [f'"axis_{i}"' for i in range(len(shape))] or ['"devices"']
        comma = "," * (len(axes) == 1)
        names = f"({', '.join(axes)}{comma})"
        if shape:
            kind = f"{self.spelled('jax.sharding.AxisType', call)}.Auto"
            sizes = f"({', '.join(map(self.code, shape))}{comma})"
            types = f"axis_types=({', '.join([kind] * len(axes))}{comma})"
            parts = [sizes, names, types, f"devices={devices}"]
            mesh = layout.call(self.spelled("jax.make_mesh", call), parts, used=call.col_offset)
        else:
            mesh = f"{self.spelled('jax.sharding.Mesh', call)}({devices}, {names})"
        sharding = [mesh, f"{self._spec(call)}({', '.join(axes)})"]
        new = layout.call(self._sharding(call), sharding, used=call.col_offset)
        self.replace(whole, layout.continued(new, self.module, whole))

    def _sharding(self, at: ast.AST) -> str:
        found = self.spelled("jax.sharding.NamedSharding", at)
        return "jax.NamedSharding" if found == "jax.sharding.NamedSharding" else found

    def _spec(self, at: ast.AST) -> str:
        found = self.spelled("jax.sharding.PartitionSpec", at)
        new = (self.facts.min_jax or (0, 7)) >= (0, 7)
        return "jax.P" if found == "jax.sharding.PartitionSpec" and new else found

    def _repeatable(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return True
        if isinstance(node, ast.Attribute):
            return self._repeatable(node.value)
        name = self.facts.names.call(node)
        return name in ("jax.devices", "jax.local_devices")
