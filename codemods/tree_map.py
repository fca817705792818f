"""Takes an optimizer's step on a whole tree."""

from __future__ import annotations

import ast
import io
import tokenize

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.finding import Limit
from jaxopt_lint.patterns.per_leaf_python_update import LeafUpdate, sources
from jaxopt_lint.rewriting.swapping import swapped
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python import parameters, reads_after

(_OWN_TREE,) = _PRECONDITIONS = (
    Precondition(
        "nobody-else-holds-the-tree",
        "Nobody but this function holds the tree that is changed in place.",
    ),
)


class TreeMap(Codemod[LeafUpdate]):
    """Take the step with `jax.tree.map`."""

    preconditions = _PRECONDITIONS
    limits = (Limit.ITERATORS, Limit.UNLIKE_TREES)  # one tree is the gradient in the other

    def rewrite(self, found: LeafUpdate) -> None:
        if not found.simple:
            self.refuse("the loop does more than one step of arithmetic")
        mapped = self._mapped(found)
        if not isinstance(found.node, ast.For):
            self.replace(found.node, mapped)
            return
        target = found.target
        assert target is not None
        self._kept(found.node, target, found)
        tokens = tokenize.generate_tokens(io.StringIO(self.code(found.node) + "\n").readline)
        comments = [t.string for t in tokens if t.type == tokenize.COMMENT]
        lead = "".join(f"{c}\n" for c in comments if c not in mapped)
        self.replace_statement(found.node, [f"{lead}{target.id} = {mapped}"])

    def _mapped(self, found: LeafUpdate) -> str:
        trees = [self.code(t) for t in sources(found)]
        names = self._names(found)
        texts = {self._with(found, value, names) for value in found.values}
        if len(texts) != 1:
            self.refuse("the leaves are treated differently")
        tree_map = self.spelled("jax.tree.map", at=found.node)
        taken = ", ".join(names[t] for t in trees)
        return f"{tree_map}(lambda {taken}: {texts.pop()}, {', '.join(trees)})"

    def _names(self, found: LeafUpdate) -> dict[str, str]:
        """A parameter of the lambda for each tree."""
        nodes = [n for value in found.values for n in ast.walk(value) if n not in found.leaves]
        taken = {n.id for n in nodes if isinstance(n, ast.Name)}
        spelled = {ast.unparse(t): set[str]() for t in sources(found)}
        for leaf, tree in found.leaves.items():
            if isinstance(leaf, ast.Name):
                spelled[ast.unparse(tree)].add(leaf.id)
        out: dict[str, str] = {}
        plain = ["p", "m", "v", "s", "t", "u"]
        for tree in sources(found):
            own = spelled[ast.unparse(tree)]
            free = [n for n in plain if n not in taken and n not in out.values()]
            if not free:
                self.refuse("there are too many trees")
            gradient = "grad" in self.code(tree) and "g" not in {*taken, *out.values()}
            name = "g" if gradient else free[0]
            out[self.code(tree)] = own.pop() if len(own) == 1 else name
        if len(set(out.values())) != len(out) or taken & set(out.values()):
            self.refuse("its names are taken")
        return out

    def _with(self, found: LeafUpdate, value: ast.expr, names: dict[str, str]) -> str:
        """A value in terms of the lambda's parameters."""
        if isinstance(found.node, ast.For) and isinstance(found.node.body[0], ast.AugAssign):
            assert isinstance(value, ast.BinOp)
            left = names[self.code(found.tree)]
            right = self._swapped(value.right, found, names)
            match value.right:
                case ast.BinOp(_, ast.Mult() | ast.Div() | ast.Pow()):
                    bare = True
                case _:
                    bare = isinstance(value.right, (ast.Name, ast.Call, ast.Subscript))
            return f"{left} - {right}" if bare or right[0] == "(" else f"{left} - ({right})"
        return self._swapped(value, found, names)

    def _swapped(self, node: ast.expr, found: LeafUpdate, names: dict[str, str]) -> str:
        swaps: dict[cst.CSTNode, cst.CSTNode] = {}
        for leaf, tree in found.leaves.items():
            if hasattr(leaf, "ctx") and isinstance(leaf.ctx, ast.Load):
                swaps[self.cst(leaf)] = cst.Name(names[self.code(tree)])
        return cst.Module([]).code_for_node(swapped(self.cst(node), swaps))

    def _kept(self, loop: ast.For, target: ast.Name, found: LeafUpdate) -> None:
        """Refuse where somebody else sees the tree change in place."""
        if target.id == self.code(found.tree):
            function = self.module.function(loop)
            given = function is not None and target.id in parameters(function)
            own = self._made_here(target)
            if given and function is not None:  # jit takes a mapping apart and makes a new one
                own = target.id in tracing(self.facts).traced_parameters(function)
            if not reads_after(self.module, loop, target.id) or (given and not own):
                self.refuse(f"`{target.id}` is changed in place, for whoever holds it", _OWN_TREE)
            if not own:
                self.lower(_OWN_TREE, f"`{target.id}` is changed in place, for whoever holds it")
            return
        block = self.module.block_of(loop)
        at = block.index(loop)
        before = block[at - 1] if at else None
        match before:
            case ast.Assign([ast.Name(name)], ast.Dict([])) if name == target.id:
                self.remove(before)
            case _:
                self.refuse(f"`{target.id}` may hold something already")

    def _made_here(self, target: ast.Name) -> bool:
        """Whether a tree is a new one: a dict that is written out, or what a call gave."""
        values = [b.value for b in self.facts.names.binding(target) if b.value is not None]
        new = (ast.Dict, ast.DictComp, ast.Call)
        return bool(values) and all(isinstance(v, new) for v in values)
