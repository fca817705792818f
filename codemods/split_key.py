"""Gives every use of a random key a key of its own."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.prng_key_reuse import KeyReuse
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, calls
from jaxopt_lint.semantics.jax.excerpt import fresh
from jaxopt_lint.semantics.python import COMPREHENSIONS, assigned_names, captured, reads_after
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)


class SplitKey(Codemod[KeyReuse]):
    """Split the key, once for each use."""

    def rewrite(self, found: KeyReuse) -> None:
        name, statements = self._plain(found)
        first, last = statements[0], statements[-1]
        names: list[str] = []
        # Each key once: a loop comes by a use more than once.
        for number, key in enumerate(dict.fromkeys(use.key for use in found.group), 1):
            names.append(fresh(self.facts, first, f"{name}_{number}", taken=set(names)))
            self.replace(key, names[-1])
        if name not in assigned_names(last) and reads_after(self.module, last, name):
            names.insert(0, name)
        split = self.spelled("jax.random.split", at=first)
        count = "" if len(names) == 2 else f", {len(names)}"
        self.insert_before(first, [f"{', '.join(names)} = {split}({name}{count})"])

    def _plain(self, found: KeyReuse) -> tuple[str, list[ast.stmt]]:
        """The name of the key and the statements that use it, where all of it is plain to see."""
        if found.later.kind == "handed":
            self.refuse(f"what `{found.later.what}` does with the key is not known here")
        if found.repeats is not None:
            self.refuse("the key comes around in a loop: what to fold in is for you to say")
        if any(use.kind not in ("sample", "split", "call", "layer") for use in found.group):
            self.refuse("not every use of the key draws from it or splits it")
        if found.idle:
            self.refuse(f"`{found.idle}` is there for one of them: which, is for you to say")
        if all(use.kind == "sample" and not use.sampler for use in found.group):
            self.refuse("nothing shows that it is a key: it may be a seed")
        if any(self._mapped(use) for use in found.group):
            self.refuse("each row has a key of its own: what splits all of them is for you to say")
        names = {use.key.id if isinstance(use.key, ast.Name) else "" for use in found.group}
        if len(names) != 1 or names == {""}:
            self.refuse("the key is not in one plain variable")
        name = names.pop()
        statements = [self.module.statement(use.call) for use in found.group]
        if any(self.module.statement(use.key) is not self.module.statement(use.call)
               for use in found.group):  # fmt: skip
            self.refuse("the key is handed over in what was packed before")
        first, last = statements[0], statements[-1]
        block = self.module.block_of(first)
        if any(s not in block for s in statements):
            self.refuse("its uses do not follow each other in one block")
        if any(not isinstance(s, _SIMPLE) for s in statements):
            self.refuse("a use stands in the head of a compound statement")
        if any(self._conditional(use) for use in found.group):
            self.refuse("a use runs only sometimes, or often")
        if captured(self.module, first, name):
            self.refuse(f"a function inside reads `{name}`")
        given = self._given_before(block[: block.index(first)], name)
        if given is not None:
            self.refuse(f"`{name}` may be used up on line {given.lineno} already")
        uses = {use.key for use in found.group}
        for statement in block[block.index(first) : block.index(last) + 1]:
            for part in self.module.inside(ast.Name, statement):
                if part.id == name and part not in uses:
                    if self.module.scope[part] is not self.module.scope[first]:
                        continue  # a variable of its own: nothing inside reads this one
                    if statement is not last or isinstance(part.ctx, ast.Load):
                        self.refuse(f"`{name}` is used in another way on line {part.lineno}")
        return name, statements

    def _given_before(self, statements: list[ast.stmt], name: str) -> ast.Name | None:
        """Where the same key is handed to something unknown in front of its first known use."""
        for statement in reversed(statements):
            if name in assigned_names(statement):
                return None
            for part in self.module.inside(ast.Name, statement):
                if part.id == name:
                    if isinstance(self.module.parent[part], (ast.Call, ast.keyword)):
                        return part
        return None

    def _mapped(self, use: KeyUse) -> bool:
        """Whether a use takes many keys at once, one for each row."""
        callee = calls(self.facts).callee(use.call.func)
        wraps = callee.wraps if callee is not None else ()
        return any(TRANSFORMS[name].kind in ("vmap", "pmap") for name, _ in wraps)

    def _conditional(self, use: KeyUse) -> bool:
        for around in self.module.ancestors(use.call):
            if isinstance(around, ast.stmt):
                return False
            if isinstance(around, (ast.IfExp, ast.BoolOp, ast.Lambda, *COMPREHENSIONS)):
                return True
        return False
