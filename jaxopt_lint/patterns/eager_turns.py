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
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.semantics.jax.api.results import METADATA
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.machine.asking import LoopedWork, looped_work
from jaxopt_lint.semantics.jax.perhaps_traced import unsure
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import (
    Comprehension,
    assigned_names,
    read_names,
)
from jaxopt_lint.semantics.subjects.looping import body as loop_body
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.nest import nested, roles
from jaxopt_lint.semantics.subjects.looping.purpose import rolled_in_front
from jaxopt_lint.semantics.subjects.looping.unrolled import unrolled
from jaxopt_lint.semantics.subjects.transfer.loop_waits import loop_waits
from jaxopt_lint.semantics.subjects.transfer.syncs import syncs

FEW = 16  # turns, where they are known: fewer are not worth a word
LARGE = 1_000  # operations of a loop that cost at the least a tenth of a second
WORK = 4  # operations that make a turn worth one program
HEAVY = 32  # operations of a turn that take long to compile though turns may be few
_MODULES = ("flax.linen.", "flax.nnx.", "haiku.", "equinox.nn.")


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
        if self.staged is not None and self.work >= HEAVY:
            return Severity.INFO if self.otherwise else None  # each turn is a program by itself
        if self.searches and self.work >= HEAVY and self.count is None:
            return None  # each turn also waits for the device, to ask whether it was the last
        many = large(self.work, self.count, self.repeats)
        # Beside what is compiled the rest may be little, and defaults are no proof.
        certain = self.hosted and not (self.rests and self.compiled)
        return None if many and certain else Severity.INFO

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
    spoken = _spoken_of(facts)
    for node, work in looped_work(facts).items():
        loop = isinstance(node, (ast.For, ast.While)) or _stacked(facts, node)
        one = _judged(facts, work) if loop else None
        if one is not None and node not in spoken:
            found[node] = one
    # One word about a nest is enough: of the innermost loop, as it turns most often.
    around = {above for node in found for above in facts.module.ancestors(node)}
    rows = {one.node for one in roles(facts)}
    return {
        node: one for node, one in found.items()
        if node not in around and rows.isdisjoint(facts.module.ancestors(node))
    }  # fmt: skip


def warned(facts: Facts, loop: ast.AST) -> bool:
    """Whether a loop is told as a whole, as loud as usual: what a turn calls is no more news."""
    found = eager_turns(facts).get(loop)
    return found is not None and found.severity is None


def large(work: int, count: int | None, repeats: int) -> bool:
    """Whether a loop that runs its operations one by one costs a tenth of a second at the least,
    and each turn is worth one program."""
    return count is not None and work >= 2 * WORK and count * work * repeats >= LARGE


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
    if handed < WORK and not (steps or rows):
        return facts.doubt(node, "a turn runs {} operations of JAX", handed, early=True)
    if work.count is not None and work.count < FEW:
        return facts.doubt(node, "it has {} turns", work.count)
    if in_test(facts, node) or loops(facts).exempt(node):
        return None
    why = _not_one(facts, work)
    if why:
        return facts.doubt(node, why)
    unlike = _unlike(facts, work)
    if unlike is not None:
        return facts.doubt(node, "{} differs from turn to turn", unlike, at=unlike)
    staged = tracing(facts).staged(work.function)
    if staged is None and not work.hosted:
        why = unsure(facts, work.function)
        if why:
            return facts.doubt(node, why)
    if staged is not None and work.count is None and handed < 2 * WORK:
        return facts.doubt(node, "it is unrolled, and how many turns it has is not known")
    return EagerTurns(
        node, handed, work.compiled, work.carries, work.count, staged, work.hosted,
        rolled_in_front(facts, node), not work.gathers and not isinstance(node, ast.While)
        and not work.carries and bool(_leaving(facts, node)), work.rests, work.repeats,
    )  # fmt: skip


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
        if any(part in work.asked for part in ast.walk(node.test)):
            return "its test waits for the device"
        if _of_shapes(node):
            return "shapes differ from turn to turn"
    elif _in_chunks(facts, node.iter):
        return "it goes over chunks, which bounds the memory that is needed at a time"
    loop = loops(facts).of(node)
    if not work.carries and work.unknown.intersection(loop.carried):
        return "whether a turn needs what an earlier one has computed is not known"
    if loop_body.reshapes(facts, loop.body, {*loop.carried, *loop.sums, *loop.live_outs}):
        return "shapes differ from turn to turn"
    if any(
        isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load) for n in ast.walk(node)
    ):
        return "its turns store what they find on an object"
    if any(facts.names.is_builtin(c.func, "next") for c in _calls(node)):
        return "the host hands each turn something new"
    if not work.carries:
        searches = _leaving(facts, node)
        if not (work.gathers or searches):
            return "its turns leave no arrays behind"
        if not all(any(p in work.asked for p in ast.walk(test)) for test in searches):
            return "the host decides in it when it is over"
    return ""


def _stacked(facts: Facts, node: ast.AST) -> bool:
    """Whether an array is made of what a comprehension gathers."""
    around = facts.module.parent.get(node)
    made = facts.names.call(around) if isinstance(around, ast.Call) else None
    return isinstance(node, (ast.ListComp, ast.GeneratorExp)) and made in _STACKS


_STACKS = frozenset(
    f"jax.numpy.{name}"
    for name in ("array", "asarray", "stack", "concatenate", "hstack", "vstack", "column_stack")
)


def _masks(node: ast.AST) -> bool:
    """Whether a part of it takes the items that a test is true of: `x[kinds == 2]`."""
    taken = (one.slice for one in ast.walk(node) if isinstance(one, ast.Subscript))
    return any(isinstance(part, ast.Compare) for index in taken for part in ast.walk(index))


def _of_shapes(loop: ast.While) -> bool:
    """Whether the test of a loop asks for a size that its turns find out."""
    asked = read_names(loop.test)
    return any(
        isinstance(one, ast.Assign)
        and asked & assigned_names(*one.targets)
        and any(isinstance(p, ast.Attribute) and p.attr in METADATA for p in ast.walk(one.value))
        for one in ast.walk(loop)
    )


def _in_chunks(facts: Facts, source: ast.expr) -> bool:
    """`range(0, n, size)`, whatever is wrapped around it."""
    for one in ast.walk(source):
        if isinstance(one, ast.Call) and facts.names.is_builtin(one.func, "range"):
            if len(one.args) == 3 and not _is_one(one.args[2]):
                return True
    return False


def _is_one(step: ast.expr) -> bool:
    if isinstance(step, ast.UnaryOp):
        step = step.operand
    return isinstance(step, ast.Constant) and step.value == 1


def _calls(node: ast.AST) -> list[ast.Call]:
    return [one for one in ast.walk(node) if isinstance(one, ast.Call)]


def _leaving(facts: Facts, loop: ast.AST) -> list[ast.expr]:
    """The tests in a loop behind which it is over."""
    out = []
    for one in ast.walk(loop):
        if isinstance(one, (ast.Break, ast.Return)):
            around = facts.module.parent.get(one)
            if facts.module.function(one) is facts.module.function(loop):
                out += [around.test] if isinstance(around, ast.If) else []
    return out


def _unlike(facts: Facts, work: LoopedWork) -> ast.AST | None:
    """What a turn takes out of a list to run it, or to look into it: turns are layers then."""
    node = work.node
    counters = set[str]()
    if not isinstance(node, ast.While):
        targets = [one.target for one in getattr(node, "generators", [node])]
        counters = assigned_names(*targets)
    for one in ast.walk(node):
        if isinstance(one, ast.Call):
            name = facts.names.of(one.func) or ""
            if name.startswith(_MODULES) and name.rpartition(".")[2][:1].isupper():
                return one
        if isinstance(one, ast.JoinedStr) and counters:
            around = facts.module.parent.get(one)
            if isinstance(around, (ast.Subscript, ast.Call)) and counters & read_names(one):
                if not _told(facts, around):
                    return one
        if isinstance(one, ast.Slice) and (_grows(one, counters) or _cut(node, one)):
            return one
        if isinstance(one, ast.Subscript) and one in work.indexed and not _is_place(one):
            around = facts.module.parent.get(one)
            looked_into = isinstance(around, (ast.Attribute, ast.Subscript)) or (
                isinstance(around, ast.Call) and around.func is one
            )
            if looked_into and counters & read_names(one.slice):
                return one
    return None


def _grows(part: ast.Slice, counters: set[str]) -> bool:
    """Whether a slice differs in length from turn to turn: the counter is one of its bounds, or a
    product of the counter with itself."""
    bounds = (part.lower, part.upper)
    moves = [end is not None and bool(counters & read_names(end)) for end in bounds]
    return moves[0] is not moves[1] or any(
        isinstance(n, ast.BinOp)
        and isinstance(n.op, ast.Mult)
        and counters & read_names(n.left)
        and counters & read_names(n.right)
        for n in ast.walk(part)
    )


def _cut(loop: ast.AST, part: ast.Slice) -> bool:
    """Whether a slice ends where a turn has worked out that it does, as the last of several pieces:
    `x[start:end]` with `end = min(start + size, n)`."""
    if not isinstance(part.upper, ast.Name) or part.lower is None:
        return False
    begin = ast.unparse(part.lower)
    for one in ast.walk(loop):
        if isinstance(one, ast.Assign) and part.upper.id in assigned_names(*one.targets):
            match one.value:
                case ast.BinOp(left, ast.Add(), right):
                    return begin not in (ast.unparse(left), ast.unparse(right))
            return True
    return False


def _is_place(node: ast.Subscript) -> bool:
    """`x.at[i]`: a place in an array, which takes nothing out of it."""
    return isinstance(node.value, ast.Attribute) and node.value.attr == "at"


def _told(facts: Facts, node: ast.AST) -> bool:
    """Whether a text is only shown to people."""
    name = facts.names.call(node) or ""
    return isinstance(node, ast.Call) and (
        facts.names.is_builtin(node.func, "print") or name.startswith(("logging.", "absl.logging."))
    )


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
