"""Code that nothing comes to: what it would do there, it never does.

Said only where it is certain: behind a `return`, a `raise` or `exit()` in one block, under a test
that is written as False, or asks for a name that is given one value, in an inner function that
nobody reads, and behind a statement that always fails, as it reads a variable of its function
before anything gives it a value. What an error is made of is little better.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from jaxopt_lint.semantics.jax.definitions import Defined, body_rows, takes_no_note
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.old_tpus import VARIABLE, of_old_tpus
from jaxopt_lint.semantics.jax.switched_off import switched_off
from jaxopt_lint.semantics.jax.unbound import read_surely
from jaxopt_lint.semantics.python import DEFINITIONS, FUNCTIONS
from jaxopt_lint.semantics.python.nodes import rows_of
from jaxopt_lint.semantics.python.walking import walk

_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_FOR_TOOLS = ("typing.TYPE_CHECKING", "typing_extensions.TYPE_CHECKING")
# By these a block may be left before its end, and what it made be used.
_WAY_OUT = (ast.Return, ast.Continue, ast.Break, ast.Yield, ast.YieldFrom)
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)


@fact
def unreached_rows(facts: Facts) -> Mapping[int, str]:
    """The rows that nothing comes to when the file runs, each with the reason."""
    out = dict[int, str]()
    for statements, why in (
        (_behind(facts), ""),
        (_ruled_out(facts), ""),
        (of_old_tpus(facts), f"nothing sets `{VARIABLE}` any more: Colab's old TPUs are gone"),
        (_unread(facts), "nothing reads the function"),
        (_thrown_away(facts), "the block ends in a `raise NotImplementedError`"),
    ):
        for statement in statements:
            out |= dict.fromkeys(rows_of(statement), why)
    for row in _of_messages(facts):
        out.setdefault(row, "it makes an error that is raised anyway")
    for statement, why in switched_off(facts):
        out |= dict.fromkeys(rows_of(statement), why)
    for node, later in shadowed(facts):
        why = f"line {later.lineno} defines `{later.name}` again, before anything reads this"
        out |= dict.fromkeys(body_rows(node), why)
    return out


def _thrown_away(facts: Facts) -> Iterator[ast.stmt]:
    """What stands before a `raise NotImplementedError` that every way through the block runs into:
    its author is not done."""
    module = facts.module
    for leaving in module.all(ast.Raise):
        made = leaving.exc.func if isinstance(leaving.exc, ast.Call) else leaving.exc
        if made is None or not facts.names.is_builtin(made, "NotImplementedError"):
            continue
        block = module.block_of(leaving)
        before = block[: block.index(leaving)]
        left = any(isinstance(node, _WAY_OUT) for one in before for node in walk(one))
        if not left and not isinstance(module.parent[leaving], ast.Try):
            yield from before


def _of_messages(facts: Facts) -> Iterator[int]:
    """The rows of errors, and of what asserts say: where one fails, another error is raised in its
    place. A row is left out on which something else stands before."""
    made = [node.exc for node in facts.module.all(ast.Raise) if node.exc is not None]
    made += [node.msg for node in facts.module.all(ast.Assert) if node.msg is not None]
    for error in made:
        first, before = error.lineno, facts.module.lines[error.lineno - 1][: error.col_offset]
        alone = before.strip() in ("", "raise")
        yield from range(first + (not alone), (error.end_lineno or first) + 1)


def shadowed(facts: Facts) -> Iterator[tuple[Defined, Defined]]:
    """Definitions that a later one of the same block takes the place of before anything reads
    them, each with the later one."""
    module = facts.module
    classes = (node.body for node in module.all(ast.ClassDef))
    functions = (node.body for node in module.all(*DEFINITIONS))
    for block in (module.tree.body, *classes, *functions):
        last: dict[str, tuple[int, Defined]] = {}
        for i, node in enumerate(block):
            if not isinstance(node, Defined):
                continue
            before = last.get(node.name)
            if before is not None and _is_lost(facts, before[1], node, block[before[0] + 1 : i]):
                yield before[1], node
            last[node.name] = i, node


def _is_lost(facts: Facts, first: Defined, later: Defined, between: list[ast.stmt]) -> bool:
    """Whether nothing reads a definition until the later one takes its place."""
    if not takes_no_note(facts, first, method=True):
        return False
    for statement in between:
        if isinstance(statement, (*DEFINITIONS, ast.ClassDef)):
            run: list[ast.AST] = [*statement.decorator_list]
            if isinstance(statement, ast.ClassDef):
                run = [statement]
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        else:
            run = [statement]
        # Functions that are called there may read it.
        if any(facts.module.inside(ast.Call, *run)):
            return False
        if any(n.id == first.name for n in facts.module.inside(ast.Name, *run)):
            return False
    head: list[ast.AST] = [*later.decorator_list]
    if isinstance(later, ast.ClassDef):
        head += [*later.bases, *(k.value for k in later.keywords)]
    else:
        head.append(later.args)
    return not any(n.id == first.name for n in facts.module.inside(ast.Name, *head))


def _behind(facts: Facts) -> Iterator[ast.stmt]:
    """What stands behind a statement that always leaves its block."""
    module = facts.module
    ends = (s for s in module.all(ast.Expr) if _ends_the_program(facts, s.value))
    for leaving in (*module.all(*_LEAVES), *ends):
        block = module.block_of(leaving)
        yield from block[block.index(leaving) + 1 :]
    for function in module.all(ast.FunctionDef, ast.AsyncFunctionDef):
        if any(module.inside(ast.Yield, function)):
            continue  # what makes a function a generator often stands behind its end
        for i, statement in enumerate(function.body):
            if isinstance(statement, _SIMPLE) and _fails(facts, function, statement):
                yield from function.body[i + 1 :]
                break


def _ends_the_program(facts: Facts, value: ast.expr) -> bool:
    """Whether an expression is a call that nothing comes back from: `exit()`, `sys.exit(1)`."""
    if not isinstance(value, ast.Call):
        return False
    named = facts.names.call(value) in ("sys.exit", "os._exit", "os.abort")
    return named or facts.names.is_builtin(value.func, "exit", "quit")


def _fails(
    facts: Facts, function: ast.FunctionDef | ast.AsyncFunctionDef, statement: ast.stmt
) -> bool:
    """Whether a statement reads a variable of its function that has no value yet."""
    value = getattr(statement, "value", None)
    for name in read_surely(value) if value is not None else ():
        holder = facts.module.scope[name].holder(name.id)
        if holder is None or holder.node is not function:
            continue
        bindings = holder.bindings.get(name.id, ())
        if bindings and all(
            b.kind not in ("param", "import")
            and isinstance(b.node, ast.stmt)
            and not isinstance(b.node, (*DEFINITIONS, ast.ClassDef))
            and b.node.lineno >= statement.lineno
            for b in bindings
        ):
            return True
    return False


def _ruled_out(facts: Facts) -> Iterator[ast.stmt]:
    """What stands under a test that is written as false, or only holds for type checkers."""
    for node in facts.module.all(ast.If, ast.While):
        if isinstance(node.test, ast.Constant):
            if not node.test.value:
                yield from node.body
            elif isinstance(node, ast.If):
                yield from node.orelse
        elif facts.names.of(node.test) in _FOR_TOOLS:
            yield from node.body


def _unread(facts: Facts) -> Iterator[ast.stmt]:
    """Functions in functions that nobody reads and nothing decorates."""
    if any(
        call in facts.module.text for call in ("locals(", "globals(", "vars(", "eval(", "exec(")
    ):
        return
    for function in facts.module.all(ast.FunctionDef):
        if function.decorator_list:
            continue
        holder = facts.module.scope[function].holder(function.name)
        outer = holder is not None and isinstance(holder.node, FUNCTIONS)
        if outer and not facts.module.reads(holder, function.name):
            yield function
