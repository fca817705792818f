"""Fetches what a loop collects once, instead of on every iteration."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.semantics.python import FUNCTIONS, PATH, all_names, is_name, root_of, stored_names
from jaxopt_lint.semantics.subjects.transfer.loop_waits import LoopWait
from jaxopt_lint.semantics.subjects.transfer.single_steps import StepWait
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync


class FetchAfterLoop(Codemod[Sync | LoopWait | StepWait]):
    """Keep the values on the device and fetch them together."""

    def rewrite(self, found: Sync | LoopWait | StepWait) -> None:
        if isinstance(found, LoopWait):
            self.refuse("only results of a step of the loop can be kept until after it")
        if isinstance(found, StepWait):
            self.refuse("the loop that calls the function has to fetch the values")
        if found.kind != "fetch":
            self.refuse("nothing is fetched here on every iteration of a loop")
        if found.needed:
            self.refuse("the loop needs a result of that step on every iteration anyway")
        self._no_handlers(found)
        waiting = [found, *found.also]
        for sync in waiting:
            if sync.kind != "fetch":
                self.refuse(f"line {sync.node.lineno} waits for the same step anyway")
            if sync.array is not None:
                self.refuse("arrays that are kept until the end may not fit the device's memory")
            self._fresh(sync)
        collected = [self._collected(sync) for sync in waiting]
        if collected[0] is None:
            self._together(found)
            return
        after: dict[ast.stmt, list[str]] = {}
        for sync, items in zip(waiting, collected, strict=True):
            if items is None:
                self.refuse(f"line {sync.node.lineno} waits for the same step anyway")
            loop, line = self._after_loop(sync, items)
            after.setdefault(loop, []).append(line)
        for loop, lines in after.items():
            self.insert_after(loop, list(lines))

    def _no_handlers(self, found: Sync) -> None:
        """A loop that is interrupted leaves what it has fetched to a handler."""
        for around in self.module.ancestors(found.node):
            if isinstance(around, FUNCTIONS):
                return
            if isinstance(around, ast.Try) and (around.handlers or around.finalbody):
                self.refuse(f"the handlers of line {around.lineno} may read what came so far")

    def _fresh(self, found: Sync) -> None:
        """The step may donate its arguments: they, and their parts, cannot be kept for later."""
        root: ast.expr = root_of(found.value, PATH)
        call = found.step.call
        given = all_names(*call.args, *(k.value for k in call.keywords))
        if isinstance(root, ast.Name) and not self._is_fresh(root, found, given, set()):
            self.refuse(f"`{root.id}` goes into the next step, which may reuse its memory")

    def _is_fresh(self, name: ast.Name, found: Sync, given: set[str], seen: set[str]) -> bool:
        """Whether a name holds only what the step has made and nobody takes."""
        if name.id in given or name.id in seen:
            return name.id in seen and name.id not in given
        inside = set(ast.walk(found.step.loop))
        for binding in self.facts.names.binding(name):
            value = binding.value
            if binding.node not in inside or value is found.step.call:
                continue
            for part in value.elts if isinstance(value, (ast.Tuple, ast.List)) else [value]:
                root = root_of(part, PATH)
                known = seen | {name.id}
                if isinstance(root, ast.Name) and not self._is_fresh(root, found, given, known):
                    return False
        return True

    # -- values that are collected in a list --------------------------------------------

    def _collected(self, found: Sync) -> ast.Name | None:
        """`losses.append(float(loss))`: the list."""
        call = self.module.parent[found.node]
        match call, self.module.parent[call]:
            case ast.Call(ast.Attribute(ast.Name() as items, "append"), [value]), ast.Expr():
                return items if value is found.node else None
        return None

    def _after_loop(self, found: Sync, items: ast.Name) -> tuple[ast.stmt, str]:
        """Keep the values, and say what is to be done with them after which statement."""
        scope = self.module.scope[items].holder(items.id)
        bindings = scope.bindings[items.id] if scope is not None else []
        if scope is not self.module.scope[items] or len(bindings) != 1:
            self.refuse(f"`{items.id}` is not made in this function, or more than once")
        start = bindings[0].node
        if not isinstance(start, ast.stmt) or not _starts_empty(start, items.id):
            self.refuse(f"`{items.id}` does not start as an empty list")
        loop = self._outermost(found.step.loop, self.module.block_of(start))
        if loop is None:
            self.refuse(f"`{items.id}` is made in another block than the loop")
        inside = set(ast.walk(loop))
        for name in self.module.named(items.id):
            if self.module.scope[name].holder(name.id) is not scope:
                continue
            line = f"on line {name.lineno}"
            nested = self.module.function(name) is not self.module.function(items)
            if self.module.scope[name] is not scope and nested:
                self.refuse(f"`{items.id}` is also used by a nested function, {line}")
            if name in inside and name is not items:
                self.refuse(f"the loop itself uses `{items.id}` {line}")
            if name not in inside and isinstance(name.ctx, ast.Load) and name.lineno < loop.lineno:
                self.refuse(f"`{items.id}` is used before the loop, {line}")
        get = self.spelled("jax.device_get", loop)
        each = found.value.id if isinstance(found.value, ast.Name) else "value"
        fetched = f"{get}({items.id})"
        made = self._made(found, each)
        if made:
            fetched = f"[{made} for {each} in {fetched}]"
        self.replace(found.node, self.code(found.value))
        return loop, f"{items.id} = {fetched}"

    def _outermost(self, node: ast.stmt, block: list[ast.stmt]) -> ast.stmt | None:
        """The statement of a block that holds the loop."""
        for current in (node, *self.module.ancestors(node)):
            if current in block or isinstance(current, (*FUNCTIONS, ast.ClassDef)):
                return current if current in block else None  # type: ignore[return-value]
        return None

    def _made(self, found: Sync, each: str) -> str:
        """What becomes of one fetched value; "" where it stays a NumPy array."""
        call = found.node
        assert isinstance(call, ast.Call)
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("item", "tolist"):
            return f"{each}.{call.func.attr}()"
        if isinstance(call.func, ast.Name) and call.func.id in ("float", "int", "bool"):
            return f"{call.func.id}({each})"
        if len(call.args) != 1 or call.keywords:
            self.refuse("the value is converted on the way")
        name = self.facts.names.of(call.func)
        if name not in ("jax.device_get", "numpy.asarray", "numpy.array"):
            self.refuse(f"`{self.code(call.func)}` does more than fetch the value")
        return ""

    # -- values that are fetched side by side -------------------------------------------

    def _together(self, found: Sync) -> None:
        statement = self.module.statement(found.node)
        block = self.module.block_of(statement)
        names: dict[ast.stmt, list[str]] = {}
        for sync in (found, *found.also):
            there = self.module.statement(sync.node)
            if not isinstance(found.value, ast.Name):
                self.refuse("the value is used within the iteration")
            if there not in block or not isinstance(sync.value, ast.Name):
                self.refuse(f"line {sync.node.lineno} waits for the same step anyway")
            names.setdefault(there, []).append(sync.value.id)
        at = block.index(statement)
        first, last = at, at
        while first > 0 and block[first - 1] in names:
            first -= 1
        while last + 1 < len(block) and block[last + 1] in names:
            last += 1
        group = list(dict.fromkeys(n for s in block[first : last + 1] for n in names.get(s, ())))
        if len(group) < 2:
            self.refuse("the value is used within the iteration")
        if any(there not in block[first : last + 1] for there in names):
            self.refuse("the values are fetched in different places")
        for inner in block[first:last]:
            if stored_names(inner) & set(group):
                self.refuse("one of the values is stored again in between")
        listed = ", ".join(group)
        get = self.spelled("jax.device_get", statement)
        self.insert_before(block[first], [f"{listed} = {get}(({listed}))"])


def _starts_empty(statement: ast.stmt, name: str) -> bool:
    """Whether `x = []`, or `x, y = [], []`, is where a name comes from."""
    match statement:
        case ast.Assign([ast.Tuple(items), *_], ast.Tuple(values)):
            pairs = zip(items, values, strict=False)
            made = next((value for item, value in pairs if is_name(item, name)), None)
        case ast.Assign(_, value) | ast.AnnAssign(_, _, value):
            made = value
        case _:
            return False
    return isinstance(made, ast.List) and not made.elts
