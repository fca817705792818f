"""Keeps the keys that are split in one array, in place of a list that is stacked again."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.array_unpacked_and_stacked import UnpackedKeys


class KeepStacked(Codemod[UnpackedKeys]):
    """Keep the keys in the array that `split` gives."""

    def rewrite(self, found: UnpackedKeys) -> None:
        name, count = found.name, len(found.targets)
        fronts = [one.id for one in found.targets if isinstance(one, ast.Name)]
        if count == 0 or len(set(fronts)) < count:
            self.refuse("the keys in front have one name")
        for call in found.stacks:
            if not self._renamed(call, name):
                self.replace(call, name)
        self.replace(found.node.targets[0], name)
        if all(one == "_" for one in fronts):
            self.replace(found.node.value, f"{self.code(found.node.value)}[{count}:]")
            return
        items = ", ".join(f"{name}[{k}]" for k in range(count))
        line = f"{', '.join(fronts)}, {name} = {items}, {name}[{count}:]"
        self.insert_after(found.node, [line])

    def _renamed(self, call: ast.Call, name: str) -> bool:
        """Whether it is `keys = jnp.array(keys)`, which does no harm to an array."""
        match self.module.parent[call]:
            case ast.Assign([ast.Name(bound)]):
                return bound == name
        return False
