"""What a dotted expression names: the one imported or defined thing, or None.

LibCST's own provider also answers for the call or subscript around a name, and gives every
candidate of a conditional import; rules must be able to trust the answer, so this one answers
only for a dotted path, and only when there is exactly one answer.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.returned_modules import returned_modules, taken_name
from jaxopt_lint.semantics.python import Binding, Module, Scope
from jaxopt_lint.semantics.python.holding import holding

# Other public spellings of the same object. The value is the name that rules use.
ALIASES = {
    "jax.remat": "jax.checkpoint",
    "jax.ad_checkpoint.checkpoint": "jax.checkpoint",
    "jax.ad_checkpoint.remat": "jax.checkpoint",
    "jax.api.jit": "jax.jit",
    "jax.NamedSharding": "jax.sharding.NamedSharding",
    "jax.P": "jax.sharding.PartitionSpec",
    "jax.sharding.set_mesh": "jax.set_mesh",
    "flax.linen.module.compact": "flax.linen.compact",
    "equinox.filter_value_and_grad": "equinox.filter_value_and_grad",
    "jax.lax.stop_gradient": "jax.lax.stop_gradient",
    "jax.tree_util.tree_multimap": "jax.tree_util.tree_multimap",
}
# Modules that are one module under two names.
MODULE_ALIASES = {
    "jax._src.numpy.lax_numpy": "jax.numpy",
    "jax._src.numpy": "jax.numpy",
    "flax.core.lift": "flax.core.lift",
    "haiku._src.stateful": "haiku",
}


class Names:
    """Resolves names of one module, through the modules of its project.

    Args:
        module: the file.
        exports: for each module of the project, what its top-level names are imported from.
        returned: what the functions of the project return, where that is imported from JAX.
    """

    def __init__(
        self,
        module: Module,
        exports: Mapping[str, Mapping[str, str]] | None = None,
        returned: Mapping[str, Sequence[str]] | None = None,
    ):
        self.module = module
        self.exports = exports or {}
        self.returned = returned or {}
        self._handed_out: dict[ast.AST, Sequence[str]] = {}
        self._cache: dict[ast.AST, str | None] = {}
        self._canonical: dict[str, str] = {}

    def of(self, node: ast.AST | None) -> str | None:
        """The dotted name of what a `Name` or `Attribute` stands for; None when unknown.

        >>> import ast; from jaxopt_lint.semantics.python.module import Module
        >>> m = Module("import jax.numpy as np\\nnp.stack(xs)\\n")
        >>> Names(m).of(m.tree.body[1].value.func)
        'jax.numpy.stack'
        """
        known = self._cache.get(node, "") if node is not None else None
        if known != "":
            return known
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return None
        self._cache[node] = None  # a cycle of aliases has no answer
        found = self._resolve(node)
        if found is not None:
            found = self.canonical(found)
        self._cache[node] = found
        return found

    def call(self, node: ast.AST | None) -> str | None:
        """The dotted name of what a call calls; None for anything but a call of a known name."""
        return self.of(node.func) if isinstance(node, ast.Call) else None

    def binding(self, node: ast.Name) -> list[Binding]:
        """Every binding that a name may refer to, in its scope; empty for builtins."""
        holder = self._scope(node).holder(node.id)
        return holder.bindings[node.id] if holder is not None else []

    def only_binding(self, node: ast.AST | None) -> Binding | None:
        """The one binding of a name; None where it has several or none, and for all but names."""
        bindings = self.binding(node) if isinstance(node, ast.Name) else []
        if len(bindings) > 1:  # nobody reads what is deleted
            bindings = [b for b in bindings if b.kind != "delete"]
        return bindings[0] if len(bindings) == 1 else None

    def value(self, node: ast.AST | None) -> ast.expr | None:
        """What a name stands for, where it is bound once and to an expression; else None."""
        binding = self.only_binding(node)
        return binding.value if binding is not None else None

    def first_value(self, node: ast.Name) -> ast.expr | None:
        """What a name is bound to first, be it bound again later on."""
        first = min(self.binding(node), key=lambda b: getattr(b.node, "lineno", 0), default=None)
        return first.value if first is not None else None

    def behind(self, node: ast.expr | None) -> ast.expr | None:
        """What an expression stands for: of a name its value, as far as it is known."""
        return self.value(node) if isinstance(node, ast.Name) else node

    def is_builtin(self, node: ast.AST, *names: str) -> bool:
        """Whether a node is one of the named builtins, not shadowed."""
        if not isinstance(node, ast.Name) or node.id not in names or self.binding(node):
            return False
        return node.id not in self.exports.get(self.module.name, ())

    def measured(self, node: ast.AST | None) -> ast.expr | None:
        """What `len` is asked of in a call of it; None for all else."""
        if isinstance(node, ast.Call) and self.is_builtin(node.func, "len") and len(node.args) == 1:
            return node.args[0]
        return None

    def canonical(self, dotted: str) -> str:
        """The name that rules use for a dotted name, after re-exports and aliases."""
        if dotted not in self._canonical:
            self._canonical[dotted] = self._made_canonical(dotted)
        return self._canonical[dotted]

    def _made_canonical(self, dotted: str) -> str:
        for _ in range(8):
            if dotted in TRANSFORMS:
                break  # known by this name, wherever the framework's own source defines it
            head, tail = dotted, ""
            moved = None
            while head:
                module, _, last = head.rpartition(".")
                target = self.exports.get(module, {}).get(last)
                if target is not None and target != head:
                    # A package may give a function the name of its module: then that is it.
                    there = dotted == target or dotted.startswith(f"{target}.")
                    moved = dotted if there else target + tail
                    break
                tail = f".{last}{tail}"
                head = module
            if moved is None or moved == dotted:
                break
            dotted = moved
        for module, public in MODULE_ALIASES.items():
            if dotted == module or dotted.startswith(module + "."):
                dotted = public + dotted[len(module) :]
        return ALIASES.get(dotted, dotted)

    def handed_out(self, function: ast.expr) -> Sequence[str]:
        """What a call of a function of the project gives, if that is imported from JAX: a name
        for each element, empty for one that is something else."""
        binding = self.only_binding(function)
        if binding is not None and binding.kind == "def":
            node = binding.node
            if node not in self._handed_out:
                self._handed_out[node] = ()  # a function that returns what it got from itself
                self._handed_out[node] = returned_modules(self, node)
            return self._handed_out[node]
        return self.returned.get(self.of(function) or "", ()) if self.returned else ()

    # -----------------------------------------------------------------------------------

    def _scope(self, node: ast.AST) -> Scope:
        return self.module.scope.get(node, self.module.top)

    def _resolve(self, node: ast.Name | ast.Attribute) -> str | None:
        if isinstance(node, ast.Attribute):
            base = self.of(node.value) or self._got(node.value)
            return f"{base}.{node.attr}" if base is not None else None
        holder = self._scope(node).holder(node.id)
        if holder is None:  # a builtin, or a name that `from helpers import *` has brought
            return self.exports.get(self.module.name, {}).get(node.id)
        bindings = [b for b in holder.bindings[node.id] if b.kind not in ("delete", "declare")]
        found = {self._bound(b, holder) for b in bindings}
        if len(found) > 1 and all(b.kind == "import" for b in bindings):
            bindings = holding(self.module, node, holder, bindings)
            found = {self._bound(b, holder) for b in bindings}
        if len(found) == 1:
            return found.pop()
        # `try: from jax import shard_map` / `except ImportError: from jax.experimental...`
        imported = {b.target for b in bindings if b.kind == "import"}
        if len(imported) == len(found) and None not in found:
            last = {(name.partition(".")[0], name.rpartition(".")[2]) for name in imported}
            if len(last) == 1:  # not `numpy` and `jax.numpy`
                # One after the other the last counts; of alternatives, the first is preferred.
                straight = {self.module.parent[b.node] for b in bindings} == {holder.node}
                return bindings[-1 if straight else 0].target
        spelt = self._spelt_twice(imported) if len(imported) == len(found) else None
        return spelt or self._with_fallback(bindings)

    def _spelt_twice(self, imported: AbstractSet[str | None]) -> str | None:
        """The one name of the project that imports spell in several ways, as scripts do that are
        run from here or from there: `from proj.model import loss`, or `from model import loss`."""
        spelt = sorted((name for name in imported if name), key=len)
        longest = spelt[-1] if len(spelt) == len(imported) and len(spelt) > 1 else ""
        if longest not in self.exports and longest.rpartition(".")[0] not in self.exports:
            return None  # of a library, of which `numpy` is not `jax.numpy`
        return (
            longest
            if longest and all(longest.endswith(f".{name}") for name in spelt[:-1])
            else None
        )

    def _got(self, node: ast.expr) -> str | None:
        """What `getattr(jax, "core")` stands for, which some write for type checkers."""
        match node:
            case ast.Call(func, [owner, ast.Constant(str(name))], []) if name.isidentifier():
                base = self.of(owner) if self.is_builtin(func, "getattr") else None
                return f"{base}.{name}" if base is not None else None
        return None

    def _with_fallback(self, bindings: list[Binding]) -> str | None:
        """What a name means where JAX is there, if every other binding is for machines without it.

        `try: import jax.numpy as jnp` / `except ImportError: import numpy as jnp`.
        """
        targets = {
            b: b.target if b.kind == "import" else taken_name(self, b) or "" for b in bindings
        }
        of_jax = [b for b in bindings if targets[b].split(".")[0] == "jax"]
        if len({targets[b] for b in of_jax}) != 1:
            return None
        first = of_jax[0]
        guard: ast.AST = first.node
        for around in self.module.ancestors(first.node):
            if isinstance(around, (ast.Try, ast.If)) and guard in around.body:
                guard = around
                break
            guard = around
        others = [b for b in bindings if b not in of_jax]
        if not isinstance(guard, (ast.Try, ast.If)):
            return None
        return targets[first] if all(self._instead(b, guard) for b in others) else None

    def _instead(self, binding: Binding, guard: ast.Try | ast.If) -> bool:
        """Whether a binding is made where an import of JAX failed, or only says that none was."""
        value = binding.value
        if binding.kind == "assign" and isinstance(value, ast.Constant) and value.value is None:
            return True
        around = {binding.node, *self.module.ancestors(binding.node)}
        if isinstance(guard, ast.Try) and self._without_jax(guard, around):
            return True
        if binding.kind != "import" or binding.target.split(".")[0] != "numpy":
            return False
        ways = guard.handlers if isinstance(guard, ast.Try) else guard.orelse
        return any(way in around for way in ways)

    def _without_jax(self, guard: ast.Try, around: Container[ast.AST]) -> bool:
        """Whether code stands where a `try` found no JAX at all: in its handlers, or behind a test
        of a flag that they set, or that its body sets: `if not JAX_AVAILABLE:`."""
        whole = (a.name for n in guard.body if isinstance(n, ast.Import) for a in n.names)
        if not any(name in ("jax", "jax.numpy") for name in whole):
            return False
        if any(handler in around for handler in guard.handlers):
            return True
        flags = set(_set_to(False, [s for h in guard.handlers for s in h.body]))
        flags |= set(_set_to(True, guard.body))
        for test in self.module.all(ast.If):
            match test.test:
                case ast.UnaryOp(ast.Not(), ast.Name(flag)):
                    way = test.body
                case ast.Name(flag):
                    way = test.orelse
                case _:
                    continue
            if flag in flags and any(statement in around for statement in way):
                return True
        return False

    def _bound(self, binding: Binding, holder: Scope) -> str | None:
        if binding.kind == "import":
            return binding.target
        if binding.kind in ("def", "class"):
            qualname = self.module.qualname(binding.node)
            return f"{self.module.name}.{qualname}" if self.module.name else qualname
        if binding.kind == "assign" and isinstance(binding.value, (ast.Name, ast.Attribute)):
            # A local alias of an imported thing; `x = self.y` and `x = config.y` have no name.
            return self.of(binding.value)
        return taken_name(self, binding) if binding.kind in ("assign", "target") else None


def _set_to(value: bool, body: Sequence[ast.stmt]) -> Iterator[str]:
    """The names that statements give a truth value."""
    for statement in body:
        match statement:
            case ast.Assign([ast.Name(name)], ast.Constant(given)) if given is value:
                yield name


def bases_of(names: Names, owner: ast.ClassDef) -> list[tuple[ast.expr, str | None]]:
    """The bases of a class with their dotted names; of `Module[T]` it is `Module`."""
    bases = (b.value if isinstance(b, ast.Subscript) else b for b in owner.bases)
    return [(base, names.of(base)) for base in bases]
