"""Loops whose turns run many operations of JAX by themselves, however they are written.

The rules about rows and time know the shapes of loops that they can rewrite. Here the abstract
machine counts what a turn hands to the device, through helpers of this and of other files, and
tells whether it needs what an earlier turn has computed.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.eager_forwards import eager_forwards
from jaxopt_lint.patterns.eager_passes import eager_passes
from jaxopt_lint.patterns.eager_updates import eager_updates
from jaxopt_lint.patterns.kept_on_host import tells
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.patterns.unlike_turns import told_apart, unlike
from jaxopt_lint.patterns.worth import comes_again, compared, goes_before, turns_left
from jaxopt_lint.semantics.jax.api.results import METADATA
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.machine.asking import LoopedWork, looped_work
from jaxopt_lint.semantics.jax.perhaps_traced import unsure
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import (
    Comprehension,
    assigned_names,
    read_names,
)
from jaxopt_lint.semantics.python.walking import walk
from jaxopt_lint.semantics.subjects.looping import body as loop_body
from jaxopt_lint.semantics.subjects.looping.body import unseen
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.nest import nested, roles
from jaxopt_lint.semantics.subjects.looping.purpose import rolled_in_front
from jaxopt_lint.semantics.subjects.looping.readers import all_stack, readers
from jaxopt_lint.semantics.subjects.looping.unrolled import unrolled
from jaxopt_lint.semantics.subjects.transfer.loop_waits import loop_waits
from jaxopt_lint.semantics.subjects.transfer.syncs import syncs

FEW = 16  # turns, where they are known: fewer are not worth a word
LARGE = 10_000  # operations of a loop that cost at the least a second
WORK = 4  # operations that make a turn worth one program
HEAVY = 32  # operations of a turn that take long to compile though turns may be few
SOME = 8  # turns of that size which are worth a word where none needs another


@dataclass(frozen=True, slots=True, eq=False)
class EagerTurns:
    """A loop of operations that could be one program.

    Attributes:
        node: the loop.
        work: how many operations a turn runs; of two ways both count.
        compiled: how many of them are calls of compiled functions.
        carries: a turn needs what an earlier one has computed.
        count: how many turns there are; None if that is not known.
        staged: why it is unrolled under a trace; None where nothing says so.
        hosted: it is certainly run on the host.
        otherwise: the function has another way in front of it, which ends in a scan.
        searches: each turn asks the device whether it was the last one.
        rests: the default that the count rests on, as a clause; "" where it is known.
        repeats: how often loops around it come to it at the least.
        rows: there are as many turns as a known array has rows.
        long: each turn is a loop on the device by itself, under a trace.
        left: how many turns it has as its author left it; None where nothing says so.
        apart: its turns differ by what Python knows of their number, so that a person has to think.
        alone: on the host, a turn does nothing but to compute, and nothing times it beside another.
        again: on the host, another loop comes to it again and again.
    """

    node: ast.For | ast.While | Comprehension
    work: int
    compiled: int
    carries: bool
    count: int | None
    staged: str | None
    hosted: bool
    otherwise: bool = False
    searches: bool = False
    rests: str = ""
    repeats: int = 1
    rows: bool = False
    long: bool = False
    left: int | None = None
    apart: bool = False
    alone: bool = True
    again: bool = False

    @property
    def told(self) -> str:
        """What it does, as the beginning of a sentence."""
        if self.staged is not None:
            return f"each iteration of this loop is traced and compiled on its own ({self.staged})"
        turns = f"{self.count} iterations" if self.count is not None else "iterations"
        if self.work < WORK:
            return f"each of the {turns} of this loop calls what is compiled from Python"
        work = f"{self.work} operations to the device one by one"
        return f"each of the {turns} of this loop hands {work}"

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual: it is certain, and large by itself."""
        if self.staged is not None:
            return None if self._unrolled_for_long() and not self.otherwise else Severity.INFO
        if not self.alone or not (self.carries or self.again or self.searches):
            return Severity.INFO  # `vmap` saves a second of a run at the most
        if self.searches and self.work >= HEAVY and self.count is None:
            return None  # each turn also waits for the device, to ask whether it was the last
        if self.rows and self.count is None and not (self.compiled or self.otherwise):
            if self.work >= (4 * WORK if self.hosted else HEAVY):
                return None  # it grows with the data
        many = large(self.work, self.count, self.repeats)
        # Beside what is compiled the rest is little.
        return None if many and self.hosted and not self.compiled else Severity.INFO

    def _unrolled_for_long(self) -> bool:
        """Whether each turn is a program by itself, and there are enough of them: as many as the
        data has rows, or as something says; turns that go on from each other cost more."""
        if self.apart or not (self.long or self.work >= HEAVY):
            return False
        if self.left is not None:
            return self.left >= SOME
        return self.carries or self.long or self.rows or self.work >= 2 * HEAVY

    @property
    def why(self) -> str:
        """What was proven."""
        if self.work < WORK:
            return f"a turn calls {self.compiled} compiled functions, those of helpers too"
        return f"a turn runs up to {self.work} operations of JAX, those of helpers too"

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        few = self.rests if self.count is not None else "it takes more than a few iterations"
        eager = self.hosted or self.staged or self.searches
        return few, "" if eager else "nothing compiles the code around it"


@fact
def eager_turns(facts: Facts) -> dict[ast.AST, EagerTurns]:
    """The loops of operations of JAX that no other rule speaks of, by the loop"""
    found = {}
    kept = set[ast.AST]()  # those whose turns leave something behind
    spoken = _spoken_of(facts)
    for node, work in looped_work(facts).items():
        loop = isinstance(node, (ast.For, ast.While)) or _stacked(facts, node)
        one = _judged(facts, work) if loop else None
        if one is not None and node not in spoken:
            found[node] = one
            kept |= {node} if work.gathers or work.carries else set()
    # One word about a nest is enough: of the innermost loop, as it turns most often.
    around = {above for node in found for above in facts.module.ancestors(node)}
    rows = {one.node for one in roles(facts)}
    around |= {above for w in loop_waits(facts) for above in facts.module.ancestors(w.loop)} - kept
    return {
        node: one for node, one in found.items()
        if node not in around and rows.isdisjoint(facts.module.ancestors(node))
    }  # fmt: skip


def warned(facts: Facts, loop: ast.AST) -> bool:
    """Whether a loop is told as a whole, as loud as usual: what a turn calls is no more news."""
    found = eager_turns(facts).get(loop)
    return found is not None and found.severity is None


def large(work: int, count: int | None, repeats: int) -> bool:
    """Whether a loop that runs its operations one by one costs a second at the least, and each
    turn is worth one program."""
    return count is not None and work >= 2 * WORK and count * work * repeats >= LARGE


def does_nothing_else(facts: Facts, loop: ast.AST) -> bool:
    """Whether the turns of a loop on the host only compute, as far as is seen, and nobody times it
    beside another one, or runs another one beside it that takes far longer."""
    called = unseen(facts, [loop])
    if called and called.rpartition(".")[2] not in ("append", "extend"):
        return False
    return not (tells(facts, loop) or loop in compared(facts) or goes_before(facts, loop))


def costly(work: LoopedWork) -> bool:
    """Whether each of many turns is seen to hand enough operations to the device to be one."""
    return work.work >= WORK and (work.count is None or work.count >= FEW)


def _judged(facts: Facts, work: LoopedWork) -> EagerTurns | None:
    node = work.node
    assert not isinstance(node, ast.AsyncFor)
    if work.over == "objects":
        return facts.doubt(node, "what it goes over is not known to be rows or numbers", early=True)
    steps = work.compiled > 0 and work.carries
    handed = work.work
    if not isinstance(node, (ast.For, ast.While)):
        handed += 1  # `jnp.stack` runs an operation of its own on each of its parts
    # Rows of one array, each handed to what is compiled by itself.
    rows = work.compiled > 0 and work.over == "rows" and _only_gathers(node)
    terms = _terms(facts, work)
    staged = tracing(facts).staged(work.function)
    long = terms and staged is not None and _long(facts, node)
    unrolled_terms = long or (terms and staged is not None and handed >= HEAVY)
    if handed < WORK and not (steps or rows or unrolled_terms):
        return facts.doubt(node, "a turn runs {} operations of JAX", handed, early=True)
    if work.count is not None and work.count < (SOME if unrolled_terms else FEW):
        return facts.doubt(node, "it has {} turns", work.count)
    if in_test(facts, node) or loops(facts).exempt(node):
        return None
    why = "" if terms else _not_one(facts, work)
    if why:
        return facts.doubt(node, why)
    differs = unlike(facts, work)
    if differs is not None:
        return facts.doubt(node, "{} differs from turn to turn", differs, at=differs)
    if staged is None and not work.hosted:
        why = unsure(facts, work.function)
        if why:
            return facts.doubt(node, why)
    if staged is not None and work.count is None and handed < 2 * WORK:
        return facts.doubt(node, "it is unrolled, and how many turns it has is not known")
    one = EagerTurns(
        node, handed, work.compiled, work.carries and not terms, work.count, staged, work.hosted,
        rolled_in_front(facts, node), not work.gathers and not isinstance(node, ast.While)
        and not work.carries and bool(_leaving(facts, node)), work.rests, work.repeats,
        _as_long(facts, work), long, turns_left(facts, node),
        apart=staged is not None and told_apart(facts, node),
        alone=staged is not None or does_nothing_else(facts, node),
        again=staged is None and comes_again(facts, node),
    )  # fmt: skip
    if staged is None and one.severity is Severity.INFO and tells(facts, node):
        # It steps an environment, writes a log: whether the rest goes without is not known.
        return facts.doubt(node, "its turns do something on the host besides")
    return one


def _as_long(facts: Facts, work: LoopedWork) -> bool:
    """Whether a loop has as many turns as an array of JAX, which its turns take rows of, has; or
    goes on from row to row of something, as along a sequence of measurements."""
    if work.over == "rows":
        return work.carries and isinstance(work.node, ast.For)
    return isinstance(work.node, ast.For) and loops(facts).of(work.node).of_one_batch


def _terms(facts: Facts, work: LoopedWork) -> bool:
    """Whether all that goes from turn to turn are sums, so that each turn computes a term of its
    own; whatever the loop goes over."""
    if not isinstance(work.node, ast.For) or _leaving(facts, work.node):
        return False
    loop = loops(facts).of(work.node)
    plain = loop.obstacle in ("", loop.source.why)
    kinds = {output.kind for output in loop.outputs}
    return plain and kinds == {"sum"} and not (loop.carried or loop.live_outs)


def _long(facts: Facts, node: ast.AST) -> bool:
    """Whether a turn calls a function of the file that is a loop on the device."""
    for call in _calls(node):
        function = calls(facts).function(call)
        if function is not None and any(facts.names.of(c.func) in _LOOPS for c in _calls(function)):
            return True
    return False


_LOOPS = ("jax.lax.scan", "jax.lax.fori_loop", "jax.lax.while_loop")


def _only_gathers(node: ast.AST) -> bool:
    """Whether a turn does nothing but to compute, and to append what it has computed."""
    if not isinstance(node, ast.For):
        return not isinstance(node, ast.While)
    return all(
        isinstance(one, ast.Assign)
        or (
            isinstance(one, ast.Expr)
            and isinstance(one.value, ast.Call)
            and isinstance(one.value.func, ast.Attribute)
            and one.value.func.attr == "append"
        )
        for one in node.body
    )


def _not_one(facts: Facts, work: LoopedWork) -> str:
    """What keeps the turns of a loop from being one operation; "" if nothing is seen to."""
    node = work.node
    assert not isinstance(node, ast.AsyncFor)
    if not isinstance(node, (ast.For, ast.While)):
        if any(_in_chunks(facts, one.iter) for one in node.generators):
            return "it goes over chunks, which bounds the memory that is needed at a time"
        return "shapes differ from turn to turn" if _masks(node) else ""
    if isinstance(node, ast.While):
        if isinstance(node.test, ast.Constant) or not work.carries:
            return "it runs until something in it says otherwise"
        if any(part in work.asked for part in walk(node.test)):
            return "its test waits for the device"
        if _of_shapes(node):
            return "shapes differ from turn to turn"
    elif _in_chunks(facts, node.iter):
        return "it goes over chunks, which bounds the memory that is needed at a time"
    if any(_by_the_host(facts, inner, work) for inner in walk(node) if inner is not node):
        return "the host decides how long a loop in it runs"
    loop = loops(facts).of(node)
    if not work.carries and work.unknown.intersection(loop.carried):
        return "whether a turn needs what an earlier one has computed is not known"
    if loop_body.reshapes(facts, loop.body, {*loop.carried, *loop.sums, *loop.live_outs}):
        return "shapes differ from turn to turn"
    if any(isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load) for n in walk(node)):
        return "its turns store what they find on an object"
    if any(facts.names.is_builtin(c.func, "next") for c in _calls(node)):
        return "the host hands each turn something new"
    if not work.carries:
        searches = _leaving(facts, node) or _choosing(node, work)
        if not (work.gathers or searches):
            return "its turns leave no arrays behind"
        if not all(any(p in work.asked for p in walk(test)) for test in searches):
            return "the host decides in it when it is over"
    return ""


def _stacked(facts: Facts, node: ast.AST) -> bool:
    """Whether an array, or a sum, is made of what a comprehension gathers."""
    if not isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return False
    around = facts.module.parent.get(node)
    if isinstance(around, ast.Call):
        made = (facts.names.call(around) or "").removeprefix("jax.")
        return made in _STACKS or facts.names.is_builtin(around.func, "sum")
    match around:
        case ast.Assign([ast.Name(name)]):
            return all_stack(tuple(readers(facts, around, name)))
    return False


_STACKS = frozenset(
    f"numpy.{name}"
    for name in ("array", "asarray", "stack", "concatenate", "hstack", "vstack", "column_stack")
)


def _masks(node: ast.AST) -> bool:
    """Whether a part of it takes the items that a test is true of: `x[kinds == 2]`."""
    taken = (one.slice for one in walk(node) if isinstance(one, ast.Subscript))
    return any(isinstance(part, ast.Compare) for index in taken for part in walk(index))


def _of_shapes(loop: ast.While) -> bool:
    """Whether the test of a loop asks for a size that its turns find out."""
    asked = read_names(loop.test)
    return any(
        isinstance(one, ast.Assign)
        and asked & assigned_names(*one.targets)
        and any(isinstance(p, ast.Attribute) and p.attr in METADATA for p in walk(one.value))
        for one in walk(loop)
    )


def _in_chunks(facts: Facts, source: ast.expr) -> bool:
    """`range(0, n, size)`, whatever is wrapped around it."""
    for one in walk(source):
        if isinstance(one, ast.Call) and facts.names.is_builtin(one.func, "range"):
            if len(one.args) == 3 and not _is_one(one.args[2]):
                return True
    return False


def _is_one(step: ast.expr) -> bool:
    if isinstance(step, ast.UnaryOp):
        step = step.operand
    return isinstance(step, ast.Constant) and step.value == 1


def _calls(node: ast.AST) -> list[ast.Call]:
    return [one for one in walk(node) if isinstance(one, ast.Call)]


def _leaving(facts: Facts, loop: ast.AST) -> list[ast.expr]:
    """The tests in a loop behind which it is over."""
    out = []
    for one in walk(loop):
        if isinstance(one, (ast.Break, ast.Return)):
            around = facts.module.parent.get(one)
            if facts.module.function(one) is facts.module.function(loop):
                out += [around.test] if isinstance(around, ast.If) else []
    return out


def _by_the_host(facts: Facts, loop: ast.AST, work: LoopedWork) -> bool:
    """Whether a loop runs until something says otherwise that the device does not know."""
    if not isinstance(loop, ast.While) or not isinstance(loop.test, ast.Constant):
        return False
    asks = [any(p in work.asked for p in walk(test)) for test in _leaving(facts, loop)]
    return not (asks and all(asks))


def _choosing(node: ast.AST, work: LoopedWork) -> list[ast.expr]:
    """The tests in a loop that ask the device whether to keep what a turn went over."""
    return [
        one.test
        for one in walk(node)
        if isinstance(one, ast.If)
        and any(part in work.asked for part in walk(one.test))
        and any(isinstance(kept, ast.Attribute) and kept.attr == "append" for kept in walk(one))
    ]


def _spoken_of(facts: Facts) -> set[ast.AST]:
    """The loops about which a rule has more to say."""
    out: set[ast.AST] = {found.node for found in roles(facts)}
    out |= {wait.loop for wait in loop_waits(facts)}
    out |= {sync.step.loop for sync in syncs(facts).values()}
    out |= {found.loop for found in eager_passes(facts).values()}
    out |= {found.loop for found in eager_steps(facts).values()}
    out |= {found.loop for found in eager_forwards(facts).values() if found.certain}
    out |= {found.loop for found in eager_updates(facts).values() if found.certain}
    for node in facts.module.all(ast.For, ast.While):
        loop = loops(facts).of(node)
        carried = loop.kind == "carried" and loops(facts).worth_staging(loop)
        if nested(facts, node) or carried or unrolled(facts, loop) is not None:
            out.add(node)
    return out


REFUSED = "how its turns become one operation does not follow from how it is written"
