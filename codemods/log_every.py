"""Prints and logs on some iterations of a loop instead of on each."""

from __future__ import annotations

import ast

import libcst as cst

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.semantics.python import assigned_names
from jaxopt_lint.semantics.subjects.transfer.loop_waits import LoopWait
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync

_EVERY = 100


class LogEvery(Codemod[Sync | LoopWait]):
    """Log on every hundredth turn."""

    def rewrite(self, found: Sync | LoopWait) -> None:
        if isinstance(found, LoopWait):
            self.refuse("the loop calls no step that gets its own results back")
        self.display = True  # the log has fewer lines
        counter = self._counter(found)
        for run in self._runs(found):
            lines = [self._line(statement) for statement in run]
            comments = lines[0].leading_lines
            lines[0] = lines[0].with_changes(leading_lines=())
            test = cst.parse_expression(f"{counter} % {_EVERY} == 0")
            guarded = cst.If(test, cst.IndentedBlock(lines), leading_lines=comments)
            self.replace_statement(run[0], [guarded])
            for statement in run[1:]:
                self.remove(statement)

    def _line(self, statement: ast.stmt) -> cst.SimpleStatementLine:
        line = self.cst(statement)
        if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1:
            self.refuse("other statements stand on its line")
        return line

    def _counter(self, found: Sync) -> str:
        """The name that counts the iterations."""
        loop = found.step.loop
        if isinstance(loop, ast.For) and isinstance(loop.iter, ast.Call):
            target: ast.expr = loop.target
            counts = "range"
            if isinstance(target, ast.Tuple):
                target, counts = target.elts[0], "enumerate"
            own = isinstance(target, ast.Name) and target.id not in assigned_names(*loop.body)
            if own and self.facts.names.is_builtin(loop.iter.func, counts):
                return self.code(target)
        self.refuse("nothing counts the iterations of this loop")

    def _runs(self, found: Sync) -> list[list[ast.stmt]]:
        """The statements that wait for the step, in rows of neighbours."""
        runs: list[list[ast.stmt]] = []
        for waiting in (found, *found.also):
            statement = self.module.statement(waiting.node)
            if not isinstance(statement, ast.Expr) or isinstance(statement.value, ast.Await):
                self.refuse(f"`{self.code(waiting.node)}` is not only written")
            block = self.module.block_of(statement)
            if runs and statement is runs[-1][-1]:
                continue
            above = block[: block.index(statement)][-1:]
            if runs and above == runs[-1][-1:]:
                runs[-1].append(statement)
            else:
                runs.append([statement])
        return runs
