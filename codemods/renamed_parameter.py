"""Calls functions of JAX with the keywords that they have today."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.changed_parameter import Changed
from jaxopt_lint.patterns.refused_call import Refused
from jaxopt_lint.rewriting.arguments import COMMA, option
from jaxopt_lint.semantics.jax.api.history import Change, text

# Where a parameter stands when it is given by position, which no renaming touches.
_POSITION = {
    "jax.make_mesh(axis_shapes)": 0, "jax.numpy.reshape(newshape)": 1, "jax.numpy.clip(a)": 0,
    "jax.numpy.clip(a_min)": 1, "jax.numpy.clip(a_max)": 2, "jax.numpy.where(condition)": 0,
    "jax.numpy.where(x)": 1, "jax.numpy.where(y)": 2, "jax.scipy.special.beta(x)": 0,
    "jax.scipy.special.betaln(x)": 0, "jax.dlpack.from_dlpack(dlpack)": 0,
    "jax.numpy.broadcast_to(arr)": 0, "jax.numpy.empty_like(a)": 0,
    "jax.experimental.checkify.checkify(fun)": 0,
}  # fmt: skip
# Those of them of which the one before may be given as None, by position as well.
_AFTER_NONE = {"jax.numpy.clip(a_max)"}
# Keywords that never had an effect, or whose only harmless values are these.
_IDLE = {
    "jax.numpy.clip(out)": ("None",),
    "jax.numpy.argsort(kind)": ("None", "'stable'", "'mergesort'", "'quicksort'", "'heapsort'"),
    "jax.numpy.sort(kind)": ("None", "'stable'", "'mergesort'", "'quicksort'", "'heapsort'"),
    "jax.checkpoint(concrete)": ("False",),
    "jax.pmap(global_arg_shapes)": (),
}
# Keywords whose values changed with their names.
_VALUES = {
    "jax.pure_callback(vectorized)": (
        "vmap_method", {"True": "'legacy_vectorized'", "False": "'sequential'"},
    ),
    "jax.ffi.ffi_call(vectorized)": (
        "vmap_method", {"True": "'legacy_vectorized'", "False": "'sequential'"},
    ),
    "jax.scipy.linalg.solve(sym_pos)": ("assume_a", {"True": "'pos'", "False": "'gen'"}),
}  # fmt: skip

_KNOWN, _SINCE, _VALUE, _SAME_DEFAULT = _PRECONDITIONS = (
    Precondition("function-is-jax", "The function is the one of JAX whose keyword was renamed."),
    Precondition(
        "new-keyword-is-there", "The oldest JAX that the project supports knows the new keyword."
    ),
    Precondition("value-means-the-same", "The value means the same under the new keyword."),
    Precondition("nothing-new-is-said", "No argument is added that the call did not have."),
)


class RenamedParameter(Codemod[Changed | Refused | ast.keyword | ast.expr]):
    """Use the keywords that the function has today."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Changed | Refused | ast.keyword | ast.expr) -> None:
        if isinstance(found, Refused):
            self.refuse("what the argument is called today is not known")
        if isinstance(found, ast.keyword):
            self.refuse("no release has a keyword that does the same", _KNOWN)
        if isinstance(found, ast.expr):
            if not isinstance(found, ast.Call) or self.facts.names.call(found) != "jax.make_mesh":
                self.refuse("this is no keyword argument")
            self._axis_types(found)
            return
        if found.change.ends_after(self.facts.newest_jax):
            self.refuse("the JAX of this project has the keyword")
        done: set[ast.keyword] = set()
        for one in reversed((found, *found.also)):  # the last by position takes those before along
            if one.node not in done:
                done |= self._keyword(one)

    def _keyword(self, found: Changed) -> set[ast.keyword]:
        """Set a keyword right; gives all that are right with it."""
        node, change = found.node, found.change
        value = ast.unparse(node.value)
        if value in _IDLE.get(change.symbol, ()):
            self._drop(found.call, node)
        elif change.symbol in _VALUES:
            new, values = _VALUES[change.symbol]
            if value not in values:
                self.refuse(f"what `{node.arg}={value}` becomes depends on its value", _VALUE)
            self._rename(found, new, values[value])
        else:
            by_position = set() if found.partial else self._by_position(found.call, change)
            if by_position:
                return by_position
            if not change.rename or "." in found.new or not found.new.isidentifier():
                self.refuse(f"`{node.arg}` has no drop-in replacement", _VALUE)
            self._rename(found, found.new, None)
        return {node}

    def _axis_types(self, call: ast.Call) -> None:
        """Say that the axes are what they were before the default changed."""
        self.lower(_SAME_DEFAULT, "`axis_types` says what the default was before it changed")
        self.needs((0, 5, 3), "JAX {} does not know `axis_types` yet")
        given = [k.value for k in call.keywords if k.arg == "axis_names"] or call.args[1:]
        if not given or not isinstance(given[0], ast.Tuple | ast.List):
            self.refuse("how many axes the mesh has is not written here")
        kind = self.spelled("jax.sharding.AxisType", at=call)
        count = len(given[0].elts)
        types = f"({', '.join([f'{kind}.Auto'] * count)}{'' if count > 1 else ','})"
        old = self.cst(call)
        args = list(old.args)
        tail = args[-1].comma
        if isinstance(tail, cst.MaybeSentinel):
            args[-1] = args[-1].with_changes(comma=COMMA)
        new = option("axis_types", types).with_changes(comma=tail)
        self.replace(call, old.with_changes(args=[*args, new]))

    def _drop(self, call: ast.Call, node: ast.keyword) -> None:
        old, gone = self.cst(call), self.cst(node)
        args = [a for a in old.args if a is not gone]
        if args and old.args[-1] is gone:
            args[-1] = args[-1].with_changes(comma=old.args[-1].comma)
        self.replace(call, old.with_changes(args=args))

    def _rename(self, found: Changed, new: str, value: str | None) -> None:
        oldest, node, call = self.facts.oldest_jax, found.node, found.call
        if not found.change.available(oldest):
            self.refuse(f"JAX {text(oldest)} does not know `{new}` yet", _SINCE)
        if any(k.arg == new for k in call.keywords):
            self.refuse(f"`{new}` is given as well")
        arg = self.cst(node)
        assert isinstance(arg, cst.Arg) and arg.keyword is not None
        arg = arg.with_changes(keyword=arg.keyword.with_changes(value=new))
        if value is not None:
            arg = arg.with_changes(value=cst.parse_expression(value))
        self.replace(node, arg)

    def _by_position(self, call: ast.Call, change: Change) -> set[ast.keyword]:
        """Give the argument by position, where no keyword name holds in all releases, and all
        that come before it; none where that can't be done."""
        place = _POSITION.get(change.symbol)
        if place is None or any(isinstance(a, ast.Starred) for a in call.args):
            return set()
        has_name = change.rename and change.since not in (None, change.removed)
        if has_name and change.available(self.facts.oldest_jax):
            return set()
        # The keywords in front of it have to go by position as well.
        first = place - len(call.args)
        if change.symbol in _AFTER_NONE and first == 1 and len(call.keywords) == 1:
            self._after_none(call)
            return {call.keywords[0]}
        wanted = [k.arg for k in call.keywords[: first + 1]]
        symbol = change.symbol.partition("(")[0]
        places = [_POSITION.get(f"{symbol}({k})") for k in wanted]
        if first < 0 or places != list(range(len(call.args), place + 1)):
            return set()
        for keyword in call.keywords[: first + 1]:
            bare = {"keyword": None, "equal": cst.MaybeSentinel.DEFAULT}
            self.replace(keyword, self.cst(keyword).with_changes(**bare))
        return set(call.keywords[: first + 1])

    def _after_none(self, call: ast.Call) -> None:
        """Give the only keyword by position, behind a None for the parameter in front of it."""
        old = self.cst(call)
        last = old.args[-1].with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT)
        none = cst.Arg(cst.Name("None"), comma=old.args[-2].comma)
        self.replace(call, old.with_changes(args=[*old.args[:-1], none, last]))
